"""Runs commands of the command line in this process."""

from __future__ import annotations

import json
from typing import Any, Callable, List, Optional, Sequence

from . import _outwit

ProgressLine = Callable[[str], None]


def sentence(complaints: str) -> str:
    """What the command line says is wrong, without its own name in front."""
    text = complaints.strip()
    for start in ("outwit: ", "error: "):
        if text.startswith(start):
            text = text[len(start) :]
    # Help on how to get help is for a terminal.
    return text.split("\n\nUsage:")[0].split("\n\nFor more information")[0].strip()


def run(
    words: Sequence[str],
    *,
    input: Optional[str] = None,
    progress: Optional[ProgressLine] = None,
    timeout: Optional[float] = None,
) -> str:
    """What a command prints. A wrong request is a ValueError with its sentence, failed work a RuntimeError, and work that was not
    done in time a TimeoutError."""
    code, out, complaints, is_late = _outwit._command(list(words), input, progress, timeout)
    if code == 0:
        return out
    if is_late:
        raise TimeoutError(f"timeout={timeout} was too short: {sentence(complaints)}")
    raise (ValueError if code == 2 else RuntimeError)(sentence(complaints))


def json_of(
    words: Sequence[str],
    *,
    input: Optional[str] = None,
    progress: Optional[ProgressLine] = None,
    timeout: Optional[float] = None,
) -> Any:
    """The JSON that a command prints, as Python objects."""
    return json.loads(run([*words, "--json"], input=input, progress=progress, timeout=timeout))


def flags(**values: Any) -> List[str]:
    """Words of a command line: ``--key value`` for what is given, ``--key`` for True, nothing for None and False."""
    words: List[str] = []
    for key, value in values.items():
        if value is None or value is False:
            continue
        word = "--" + key.strip("_").replace("_", "-")
        words.extend([word] if value is True else [f"{word}={value}"])
    return words

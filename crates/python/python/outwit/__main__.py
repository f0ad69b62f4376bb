"""The command line: ``outwit`` or ``python -m outwit``, with ``arena ... --cluster ADDRESS`` besides."""

from __future__ import annotations

import signal
import sys
from typing import List, Optional

from . import _outwit


def main(words: Optional[List[str]] = None) -> None:
    """Runs a command line and leaves with its exit code."""
    given = sys.argv[1:] if words is None else words
    if given[:1] == ["arena"] and any(word.split("=")[0] == "--cluster" for word in given):
        from .ray import main as on_cluster

        sys.exit(on_cluster(given))
    try:
        sys.exit(_outwit._main(given))
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        sys.exit(130)


if __name__ == "__main__":
    main()

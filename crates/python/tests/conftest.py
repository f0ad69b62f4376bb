"""What tests share: games written in Python."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

# Who runs the tests in the background may have had the interrupt key ignored for them; some tests press it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

sys.path.insert(0, str(Path(__file__).parent))
# Ray gives way to everything else: on a busy machine its workers would hardly begin. For the notebooks' processes too.
os.environ.setdefault("RAY_worker_niceness", "0")

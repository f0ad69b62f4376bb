"""What tests share: games written in Python."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
# Ray gives way to everything else: on a busy machine its workers would hardly begin. For the notebooks' processes too.
os.environ.setdefault("RAY_worker_niceness", "0")

"""Choice of compiled or interpreted functions: with ``NUMBA_DISABLE_JIT=1`` all are interpreted."""

from __future__ import annotations

import os

INTERPRETED: bool = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

"""Choice of compiled or interpreted functions: with ``NUMBA_DISABLE_JIT=1`` all are interpreted."""

from __future__ import annotations

import numba

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]

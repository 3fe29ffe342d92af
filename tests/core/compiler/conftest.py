import pytest

from tablemates.envs.core.compiler import library


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache for machine code, for a process that has loaded none."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(library, "_libraries", {})
    return tmp_path / "cache"

import pytest

from tests.table.served import serving


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("games")) as running:
        yield running


@pytest.fixture
def page(server):
    with server.page() as opened:
        yield opened

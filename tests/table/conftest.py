import pytest

from tablemates.envs import registry
from tests.table import race
from tests.table.served import serving


@pytest.fixture(scope="package", autouse=True)
def registered_race():
    """Register the dice race beside the games of the package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.GAMES, race.RULES, race.REGISTERED)
        yield


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("games")) as running:
        yield running


@pytest.fixture
def page(server):
    with server.page() as opened:
        yield opened


@pytest.fixture(params=[registry.DEFAULT_GAME, race.RULES])
def rules(request):
    return request.param

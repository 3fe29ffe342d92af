import pytest

from tablemates.envs import registry
from tests.table import hands, race
from tests.table.served import serving


@pytest.fixture(scope="package", autouse=True)
def registered_race():
    """Register the dice race, and a game with hands, beside the games of the package."""
    with pytest.MonkeyPatch.context() as patch:
        for one in (hands, race):
            patch.setitem(registry.GAMES, one.RULES, one.REGISTERED)
        patch.setattr(hands.SETTINGS, "game", hands.RULES)
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

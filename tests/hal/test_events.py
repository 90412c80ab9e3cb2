import pytest

from hal.events import LAMPS_EACH, Lamp


def test_each_player_has_five_lamps() -> None:
    assert {Lamp(player, number) for player in (1, 2) for number in range(1, LAMPS_EACH + 1)} == {
        Lamp(1, 1), Lamp(1, 2), Lamp(1, 3), Lamp(1, 4), Lamp(1, 5),
        Lamp(2, 1), Lamp(2, 2), Lamp(2, 3), Lamp(2, 4), Lamp(2, 5),
    }  # fmt: skip


@pytest.mark.parametrize(("player", "number"), [(1, 0), (1, 6), (2, -1), (0, 1), (3, 1)])
def test_there_is_no_other_lamp(player: int, number: int) -> None:
    with pytest.raises(ValueError, match=f"player {player} has no lamp {number}; lamps are 1 to 5"):
        Lamp(player, number)  # type: ignore[arg-type]

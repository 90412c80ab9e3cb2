"""What lies on the table, and who sees what of it."""

from abc import ABC, abstractmethod
from typing import ClassVar, Final, Generic, TypeVar

from firmware.game.cards import Card
from firmware.game.events import PLAYERS, Player, Side
from firmware.game.middle import SIDES, Pile, fitting_cards
from firmware.game.rules import Rules
from firmware.game.seat import NEVER_NS, Seat, or_none
from firmware.game.view import Ask, GameName, Phase, PileView, PlayerView, SeatView, TableView

AnySeat = TypeVar("AnySeat", bound=Seat)


class Table(ABC, Generic[AnySeat]):
    """The middle, both seats and how far the match has come. What happens to them is for `Match` to say."""

    game: ClassVar[GameName]

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self.phase = Phase.READY
        self.winner: Player | None = None
        self.match_winner: Player | None = None
        self._fits: Final = fitting_cards(rules.same_rank, rules.alternate_colours)
        self._piles: Final[dict[Side, Pile]] = {side: Pile(side, self._fits) for side in SIDES}
        self._left, self._right = self._piles["left"], self._piles["right"]
        self._stands_for: Final[dict[Card, Card]] = {}
        self._seats: Final = {player: self._seat(player) for player in PLAYERS}
        self._one, self._two = self._seats[1], self._seats[2]
        self._last_played: Side | None = None
        self._phase_until_ns = NEVER_NS
        self._next_ns = NEVER_NS

    @property
    def deadline_ns(self) -> int | None:
        """When the next timer fires; None if none is running."""
        return or_none(self._next_ns)

    @abstractmethod
    def asked(self, player: Player) -> Ask | None:
        """What the player can do now that would get the game on."""

    def chance(self, player: Player) -> int:
        """A number that changes when all that the player could play is gone and something else fits."""
        return self._seats[player].chances

    def view(self) -> TableView:
        """The table as it lies on a shared screen."""
        return TableView(
            phase=self.phase,
            phase_until_ns=or_none(self._phase_until_ns),
            piles={side: self._pile_view(side) for side in SIDES},
            seats={player: self._seat_view(seat) for player, seat in self._seats.items()},
            target=self.rules.target,
            winner=self.winner,
            match_winner=self.match_winner,
            game=self.game,
            last_played=self._last_played,
            lockout_ns=self.rules.misplay_lockout_ns,
            claim_window_ns=self.rules.claim_window_ns,
        )

    def seen_by(self, player: Player) -> PlayerView:
        """What that player sees when choosing a card."""
        own = self._seats[player]
        other = self._other(own)
        return PlayerView(
            hand=tuple(own.shown()),
            playable=self._playable(own),
            tops=(own.own_left.top, own.own_right.top),
            fits=self._fits,
            draw_count=own.face_down,
            other_draw_count=other.face_down,
            other_hand_count=other.in_slots,
        )

    def state(self) -> dict[str, object]:
        """Everything, face-down cards too, with the keys of the recording format."""
        return {
            "phase": self.phase,
            "deadline": self.deadline_ns,
            "middle": {side: list(pile.cards) for side, pile in self._piles.items()},
            **self._own_state(),
            "stands_for": dict(self._stands_for),
            "players": {
                str(player): {
                    "ready": seat.ready,
                    "locked_until": or_none(seat.locked_until_ns),
                    "action_held": seat.action_held,
                    "score": seat.score,
                    "claim_until": or_none(seat.claim_until_ns),
                    **seat.state(),
                }
                for player, seat in self._seats.items()
            },
            "winner": self.winner,
            "match_winner": self.match_winner,
        }

    @abstractmethod
    def _seat(self, player: Player) -> AnySeat:
        """An empty seat."""

    @abstractmethod
    def _playable(self, seat: AnySeat) -> tuple[int, ...]:
        """The slots whose button does something now, those whose card fits first."""

    def _own_state(self) -> dict[str, object]:
        """What else lies on the table in this game, with the keys of the recording format."""
        return {}

    def _side_count(self, side: Side) -> int:
        """How many cards the side pile has; none in a game without."""
        return 0

    def _starter_waits(self) -> bool:
        """Whether face-down starters lie in the middle."""
        return False

    def _other(self, seat: AnySeat) -> AnySeat:
        return self._two if seat is self._one else self._one

    def _seat_view(self, seat: AnySeat) -> SeatView:
        return SeatView(
            hand=tuple(seat.shown()),
            draw_count=seat.face_down,
            score=seat.score,
            ready=seat.ready,
            action_held=seat.action_held,
            locked_until_ns=or_none(seat.locked_until_ns),
            claim_until_ns=or_none(seat.claim_until_ns),
            playable=tuple(sorted(self._playable(seat))),
            stock_counts=seat.stock_counts,
            asked=self.asked(seat.player),
        )

    def _pile_view(self, side: Side) -> PileView:
        pile = self._piles[side]
        top = pile.cards[-1] if pile.cards else None
        return PileView(
            top=top,
            count=len(pile.cards),
            side_count=self._side_count(side),
            played_by=pile.played_by,
            stands_for=None if top is None else self._stands_for.get(top),
            starter=self._starter_waits(),
        )

"""Every picture that the table needs, at one size, each made once and then kept."""

from typing import Final

from display import shapes
from display.faces import CardSizes, Faces
from display.kept import Kept
from display.layout import TWO_LINES_PX, Layout
from display.lettering import Lettering
from display.palette import (
    BACK,
    EDGE,
    GREY,
    INK,
    IVORY,
    LINE,
    PLAYER_COLOURS,
    RED,
    TABLE,
    Colour,
)
from display.sdl import pygame
from display.words import Words
from firmware.game.cards import DECK, JOKERS, Card, is_joker
from firmware.game.events import Player

TRAIL_GHOSTS: Final = 5
_USUAL_STRIP: Final = 15
"""The cards of a draw pile at the beginning of a usual deal."""


class Atlas:
    """The pictures for one layout in one language, with `large` ranks if asked for.

    Surfaces are shared: nobody paints on them. `kept`: the pictures of an atlas for the same layout, of
    which this one makes use.
    """

    def __init__(
        self, layout: Layout, words: Words, *, large: bool = False, kept: Kept | None = None
    ) -> None:
        self._layout = layout
        self._words = words
        self._large = large
        self._lettering = Lettering()
        self._faces = Faces(_card_sizes(layout), self._lettering, words, large=large)
        self._kept = Kept() if kept is None else kept
        self._hand_px = layout.seat.hand[0][2:]
        self._top_px = layout.piles["left"].top[2:]
        self._side_px = layout.piles["left"].side[2:]
        self._radius_px = layout.units(16)

    def prepare(self) -> list[pygame.Surface]:
        """Make now all but words, so that none is made while cards fly, and return the pictures."""
        pictures = [self.top_back(), self.side_back(), self.lip(), self.veil()]
        pictures += [self.place(self._hand_px), self.place(self._top_px), self.place(self._side_px)]
        pictures += [self.top(card) for card in (*DECK, *JOKERS)]
        players: tuple[Player, ...] = (1, 2)
        for player in players:
            pictures += [self.edge(player), self.flash(player), self.mark(player), self.outline(player)]
            pictures += [self.misplay_sign(player)]
            pictures += [self.hand(card, player) for card in (*DECK, *JOKERS)]
            pictures += [self.ghost(player, step) for step in range(TRAIL_GHOSTS)]
            pictures += [self.draw_strip(count, player) for count in range(1, _USUAL_STRIP + 1)]
        return pictures

    def hand(self, card: Card, player: Player) -> pygame.Surface:
        """A hand card's face, upright for its owner."""
        key = ("hand", card, self._kind(card))
        return self._kept.facing(player, key, lambda: self._faces.hand(card))

    def hand_back(self) -> pygame.Surface:
        """A hand card that is face down."""
        return self._kept.once("hand back", lambda: self._back(self._hand_px))

    def top(self, card: Card, stands_for: Card | None = None) -> pygame.Surface:
        """A middle card's face, upright for each player; `stands_for` is what a played joker counts as."""
        key = ("top", card, stands_for, self._kind(card))
        return self._kept.once(key, lambda: self._faces.top(card, stands_for))

    def top_back(self) -> pygame.Surface:
        """A face-down card on a middle place."""
        return self._kept.once("top back", lambda: self._back(self._top_px))

    def side_back(self) -> pygame.Surface:
        """A face-down card of a side pile."""
        return self._kept.once("side back", lambda: self._back(self._side_px))

    def sheet(self) -> pygame.Surface:
        """A face-down card under the top of a stock."""
        line_px = self._layout.units(2)
        return self._kept.once(
            "sheet", lambda: shapes.bordered(*self._hand_px, self._radius_px, BACK, IVORY, line_px)
        )

    def badge(self, count: int, player: Player) -> pygame.Surface:
        """How many cards a stock has, upright for its owner."""
        return self._kept.facing(player, ("badge", count), lambda: self._badge(f"×{count}"))

    def place(self, size_px: tuple[int, int], colour: Colour = LINE) -> pygame.Surface:
        """The outline of an empty place."""
        line_px = self._layout.units(3)
        return self._kept.once(
            ("place", size_px, colour), lambda: shapes.frame(*size_px, self._radius_px, colour, line_px)
        )

    def lip(self) -> pygame.Surface:
        """What is seen below a raised hand card."""
        return self._kept.once("lip", lambda: shapes.plate(*self._hand_px, self._radius_px, EDGE))

    def outline(self, player: Player) -> pygame.Surface:
        """The outline of a hand card that may be played."""
        line_px = self._layout.units(5)
        return self._kept.once(
            ("outline", player),
            lambda: shapes.frame(*self._hand_px, self._radius_px, PLAYER_COLOURS[player], line_px),
        )

    def veil(self) -> pygame.Surface:
        """What greys a locked hand card."""
        return self._kept.once("veil", lambda: shapes.plate(*self._hand_px, self._radius_px, TABLE, 165))

    def ghost(self, player: Player, step: int) -> pygame.Surface:
        """The `step`th of the `TRAIL_GHOSTS` shapes behind a flying card, from the hand to the pile."""
        alpha = 40 + 150 * step // TRAIL_GHOSTS
        return self._kept.once(
            ("ghost", player, step),
            lambda: shapes.plate(*self._hand_px, self._radius_px, PLAYER_COLOURS[player], alpha),
        )

    def line(self, text: str, colour: Colour, size_px: tuple[int, int], player: Player) -> pygame.Surface:
        """A line of text that fits into `size_px`, upright for the player."""
        return self._kept.passing(
            player,
            ("line", text, colour, size_px),
            lambda: self._lettering.line(text, colour, size_px[1], size_px[0]),
        )

    def mark(self, player: Player) -> pygame.Surface:
        """Who played a top: one bar for Orange, two for Purple, to lie across the card's near edge."""
        return self._kept.once(("mark", player), lambda: self._mark(player))

    def edge(self, player: Player) -> pygame.Surface:
        """The line along a player's edge of the table, with the same one or two bars."""
        return self._kept.once(("edge", player), lambda: self._edge(player))

    def flash(self, player: Player) -> pygame.Surface:
        """What is seen at an edge when the player has slapped: the bars, bright on the player's colour."""
        return self._kept.once(("flash", player), lambda: self._flash(player))

    def width(self, text: str, height_px: int) -> int:
        """How wide a line of text is at that height."""
        return self._lettering.width(text, height_px)

    def bar(self, colour: Colour, size_px: tuple[int, int]) -> pygame.Surface:
        """A full bar, to be cropped."""
        return self._kept.once(("bar", colour, size_px), lambda: _filled(size_px, colour))

    def misplay_sign(self, player: Player) -> pygame.Surface:
        """The sign at a card that was misplayed: a cross."""
        return self._kept.facing(player, "misplay", self._misplay_sign)

    def word_sign(self, text: str, colour: Colour, player: Player) -> pygame.Surface:
        """A sign with a word, upright for the player."""
        return self._kept.facing(player, ("sign", text, colour), lambda: self._word_sign(text, colour))

    def key(self, label: str, meaning: str, height_px: int, player: Player) -> pygame.Surface:
        """A key's cap with its label, and beside it what the key does."""
        return self._kept.facing(
            player, ("key", label, meaning, height_px), lambda: self._key(label, meaning, height_px)
        )

    def key_width(self, label: str, meaning: str, height_px: int) -> int:
        """How wide `key` is at that height."""
        note_px = height_px // 4 + self.width(meaning, height_px) if meaning else 0
        return self._cap_width(label, height_px) + note_px

    def draw_strip(self, count: int, player: Player) -> pygame.Surface:
        """The draw pile as a strip of `count` backs; a longer one is packed closer."""
        return self._kept.facing(player, ("strip", count), lambda: self._draw_strip(count))

    def _kind(self, card: Card) -> tuple[bool, str]:
        """What a face depends on besides its card: the size of ranks, and with words on it the language."""
        return self._large, self._words.language if is_joker(card) else ""

    def _back(self, size_px: tuple[int, int]) -> pygame.Surface:
        return shapes.back(*size_px, self._radius_px, BACK, IVORY, self._layout.units(6))

    def _mark(self, player: Player) -> pygame.Surface:
        u = self._layout.units
        width, height = self._top_px[0] * 45 // 100, max(TWO_LINES_PX + 2 * u(6), u(26))
        tab = shapes.plate(width, height, u(8), INK)
        for bar in _bars(player, (u(7), u(6), width - 2 * u(7), height - 2 * u(6)), u(4)):
            tab.fill(PLAYER_COLOURS[player], bar)
        return tab

    def _edge(self, player: Player) -> pygame.Surface:
        width, height = self._layout.seat.edge[2:]
        edge = _filled((width, height), TABLE)
        for bar in _bars(player, (0, 0, width, height), self._layout.units(4)):
            edge.fill(PLAYER_COLOURS[player], bar)
        return edge

    def _flash(self, player: Player) -> pygame.Surface:
        width, height = self._layout.seat.flash[2:]
        flash = _filled((width, height), PLAYER_COLOURS[player])
        line_px = max(TWO_LINES_PX, height * 5 // 9)
        room = (0, (height - line_px) // 2, width, line_px)
        for bar in _bars(player, room, self._layout.units(4)):
            flash.fill(IVORY, bar)
        return flash

    def _misplay_sign(self) -> pygame.Surface:
        width, height = self._layout.seat.signs[0][2:]
        sign = shapes.plate(width, height, height // 2, RED)
        size = height * 66 // 100
        sign.blit(shapes.cross(size, IVORY), ((width - size) // 2, (height - size) // 2))
        return sign

    def _word_sign(self, text: str, colour: Colour) -> pygame.Surface:
        width, height = self._layout.seat.signs[0][2:]
        line_px = self._layout.units(3)
        sign = shapes.bordered(width, height, height // 2, TABLE, colour, line_px)
        # A line higher than the sign: its words have no tails, so the air of a line isn't needed.
        line_height = height * 114 // 100
        word = self._lettering.line(text, colour, line_height, width - height)
        sign.blit(word, ((width - word.get_width()) // 2, (height - line_height) // 2))
        return sign

    def _badge(self, text: str) -> pygame.Surface:
        width, height = self._layout.units(64), self._layout.units(46)
        badge = shapes.plate(width, height, height // 2, INK)
        line_height = height * 108 // 100
        word = self._lettering.line(text, IVORY, line_height, width * 8 // 10)
        badge.blit(word, ((width - word.get_width()) // 2, (height - line_height) // 2))
        return badge

    def _cap_width(self, label: str, height: int) -> int:
        return max(height * 5 // 4, self.width(label, height) + height * 2 // 3)

    def _key(self, label: str, meaning: str, height: int) -> pygame.Surface:
        width, cap_width = self.key_width(label, meaning, height), self._cap_width(label, height)
        drawn = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        drawn.fill((*GREY, 0))
        line_px = max(1, height // 16)
        drawn.blit(shapes.bordered(cap_width, height, height // 4, TABLE, GREY, line_px), (0, 0))
        name = self._lettering.line(label, IVORY, height, cap_width)
        drawn.blit(name, ((cap_width - name.get_width()) // 2, 0))
        drawn.blit(self._lettering.line(meaning, GREY, height, width), (cap_width + height // 4, 0))
        return drawn

    def _draw_strip(self, count: int) -> pygame.Surface:
        width, height = self._layout.seat.draw_strip[2:]
        card_width = height * 7 // 10
        strip = pygame.Surface((width, height), pygame.SRCALPHA, 32)
        step = min(self._layout.units(15), (width - card_width) // max(1, count - 1))
        card = shapes.back(card_width, height, self._layout.units(8), BACK, IVORY, self._layout.units(4))
        for place in range(count):
            strip.blit(card, (width - card_width - place * step, 0))
        return strip


def _card_sizes(layout: Layout) -> CardSizes:
    return CardSizes(layout.seat.hand[0][2:], layout.piles["left"].top[2:], layout.units)


def _bars(player: Player, room: tuple[int, int, int, int], gap_px: int) -> list[tuple[int, int, int, int]]:
    """The room filled by one bar for player 1, by two for player 2."""
    left, top, width, height = room
    if player == 1:
        return [room]
    bar = (height - gap_px) // 2
    return [(left, top, width, bar), (left, top + height - bar, width, bar)]


def _filled(size_px: tuple[int, int], colour: Colour) -> pygame.Surface:
    surface = pygame.Surface(size_px, 0, 32)
    surface.fill(colour)
    return surface

"""The faces of the cards at one size: rank and suit, or a joker. Each call makes a new picture."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from display import shapes
from display.lettering import Lettering
from display.palette import ATTENTION, EDGE, IVORY, JOKER, SUIT_COLOURS, Colour
from display.sdl import pygame
from display.words import Words
from firmware.game.cards import Card, is_joker, rank_of, suit_of
from firmware.text import say

_RANK: Final = 52
_LARGE_RANK: Final = 62
"""The rank's height in hundredths of the card's."""


@dataclass(frozen=True, slots=True)
class CardSizes:
    """The sizes of hand and middle cards, and the `units` that corners and borders are made of."""

    hand_px: tuple[int, int]
    top_px: tuple[int, int]
    units: Callable[[int], int]


class Faces:
    """Draws the faces at one size, with the words of one language; `large` ranks leave less to the suits."""

    def __init__(self, sizes: CardSizes, lettering: Lettering, words: Words, *, large: bool = False) -> None:
        self._lettering = lettering
        self._words = words
        self._large = large
        self._rank = _LARGE_RANK if large else _RANK
        self._units = sizes.units
        self._hand_px = sizes.hand_px
        self._top_px = sizes.top_px
        # A blank card and a suit's sign take most of the time, and there are only few of them.
        self._suits: dict[tuple[str, int], pygame.Surface] = {}
        u = sizes.units
        self._hand_blank = shapes.bordered(*self._hand_px, u(16), IVORY, EDGE, u(2))
        self._top_blank = shapes.bordered(*self._top_px, u(16), IVORY, ATTENTION, u(9))

    def hand(self, card: Card) -> pygame.Surface:
        """A hand card's face, upright."""
        width, height = self._hand_px
        face = self._hand_blank.copy()
        columns = (0, width)
        if is_joker(card):
            self._put_joker(face, height * 9 // 100, columns, min(height * 56 // 100, width * 86 // 100))
            self._put_word(face, "card.joker", height * 69 // 100, columns, height * 30 // 100)
            return face
        cap_px = height * self._rank // 100
        suit_px = height * (13 if self._large else 18) // 100
        edge_px = height * (5 if self._large else 8) // 100
        self._put_rank(face, card, edge_px, columns, cap_px)
        self._put_suit(face, card, height - edge_px - suit_px, columns, suit_px)
        return face

    def top(self, card: Card, stands_for: Card | None) -> pygame.Surface:
        """A middle card's face: everything twice, upright for each player.

        A joker that `stands_for` a card shows that one's rank and suit, with its own small sign beside them.
        """
        width, height = self._top_px
        face = self._top_blank.copy()
        half = pygame.Surface((width // 2, height), pygame.SRCALPHA, 32)
        half.fill((*(JOKER if is_joker(card) else SUIT_COLOURS[suit_of(card)]), 0))
        # The left half is player 1's; player 2's is its image when turned.
        columns = (self._units(9) + width // 40, width // 2)
        if is_joker(card) and stands_for is None:
            self._put_wild(half, columns)
        else:
            self._put_top(half, card if stands_for is None else stands_for, columns, is_joker(card))
        face.blit(half, (0, 0))
        face.blit(pygame.transform.rotate(half, 180), (width - width // 2, 0))
        return face

    def _put_top(
        self, half: pygame.Surface, card: Card, columns: tuple[int, int], through_joker: bool
    ) -> None:
        width, height = self._top_px
        cap_px = min(height * self._rank // 100, width * 45 // 100)
        suit_px = height * (14 if self._large else 20) // 100
        free_px = height - cap_px - suit_px
        # What is left between the edge, the suit and the rank; the rest is below, for the tail of a Q.
        suit_top = free_px * (26 if self._large else 35) // 100
        rank_top = free_px * (32 if self._large else 48) // 100 + suit_px
        if through_joker:
            middle = (columns[0] + columns[1]) // 2
            self._put_joker(half, suit_top, (columns[0], middle), suit_px)
            self._put_suit(half, card, suit_top, (middle, columns[1]), suit_px)
        else:
            self._put_suit(half, card, suit_top, columns, suit_px)
        self._put_rank(half, card, rank_top, columns, cap_px)

    def _put_wild(self, half: pygame.Surface, columns: tuple[int, int]) -> None:
        height = self._top_px[1]
        size_px = min(height * 52 // 100, (columns[1] - columns[0]) * 90 // 100)
        word_px = height * 18 // 100
        top_px = (height - size_px - 2 * word_px) // 2
        self._put_word(half, "card.joker", top_px, columns, word_px)
        self._put_joker(half, top_px + word_px, columns, size_px)
        self._put_word(half, "card.wild", top_px + word_px + size_px, columns, word_px)

    def _put_rank(
        self, face: pygame.Surface, card: Card, top_px: int, columns: tuple[int, int], cap_px: int
    ) -> None:
        colour = SUIT_COLOURS[suit_of(card)]
        room_px = columns[1] - columns[0]
        widest_px = min(room_px * 84 // 100, cap_px * 105 // 100)
        drawn = self._lettering.rank(rank_of(card), colour, cap_px, widest_px)
        _blit_centred(face, drawn, top_px, columns)

    def _put_suit(
        self, face: pygame.Surface, card: Card, top_px: int, columns: tuple[int, int], size_px: int
    ) -> None:
        _blit_centred(face, self._sign(suit_of(card), size_px, SUIT_COLOURS[suit_of(card)]), top_px, columns)

    def _put_joker(self, face: pygame.Surface, top_px: int, columns: tuple[int, int], size_px: int) -> None:
        _blit_centred(face, self._sign(shapes.JESTER, size_px, JOKER), top_px, columns)

    def _put_word(
        self, face: pygame.Surface, key: str, top_px: int, columns: tuple[int, int], height_px: int
    ) -> None:
        word = self._words.say(say(key))
        room_px = (columns[1] - columns[0]) * 86 // 100
        _blit_centred(face, self._lettering.line(word, JOKER, height_px, room_px), top_px, columns)

    def _sign(self, name: str, size_px: int, colour: Colour) -> pygame.Surface:
        if (name, size_px) not in self._suits:
            self._suits[name, size_px] = shapes.suit(name, size_px, colour)
        return self._suits[name, size_px]


def _blit_centred(face: pygame.Surface, drawn: pygame.Surface, top_px: int, columns: tuple[int, int]) -> None:
    face.blit(drawn, (columns[0] + (columns[1] - columns[0] - drawn.get_width()) // 2, top_px))

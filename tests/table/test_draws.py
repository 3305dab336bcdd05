"""The house's throws: made again here by another hand, from the text of `tablee.table.log.scene_dice`."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.dice.die import Die, OpenDie, Throw
from tablee.table.log.scene_dice import (
    FORMER_SCHEME,
    Draw,
    commitment_of,
    dice_of,
    dice_text,
    words_of,
)

SEED = "".join(f"{byte:02x}" for byte in range(32))
DRAW = Draw(
    scene=3,
    secret=False,
    counter=7,
    run="j12",
    place=2,
    dice="20d100",
    words="j1=ours\nj2=à l’abri",
)
FORMER = msgspec.structs.replace(DRAW, scheme=FORMER_SCHEME)
"""The same in a scene of the former scheme, where run and dice count too."""


def hmac(key: bytes, message: bytes) -> bytes:
    """RFC 2104, for keys of at most 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in padded) + inner).digest()


def numbers(draw: Draw, seed: str) -> Iterator[int]:
    for block in range(1000):
        lines = [
            f"tablee-{draw.scheme}",
            f"{draw.scene}",
            "screen" if draw.secret else "open",
            f"{draw.counter}",
            *([draw.run, f"{draw.place}", draw.dice] if draw.scheme == FORMER_SCHEME else []),
            f"{block}",
            *draw.words.split("\n"),
        ]
        yield from struct.unpack(">4Q", hmac(bytes.fromhex(seed), "\n".join(lines).encode()))


@pytest.mark.parametrize("drawn", [DRAW, FORMER], ids=["present", "former"])
def test_faces_by_another_hand(drawn: Draw) -> None:
    stream = numbers(drawn, SEED)
    assert drawn.faces(SEED) == tuple(1 + next(stream) % 100 for _ in range(20))
    from_zero = msgspec.structs.replace(drawn, dice="9d10@0", words="")
    stream = numbers(from_zero, SEED)
    assert from_zero.faces(SEED) == tuple(next(stream) % 10 for _ in range(9))


def test_the_example_of_the_documentation() -> None:
    first = Draw(scene=1, secret=False, counter=1, run="j1", place=0, dice="3d6", words="")
    assert first.faces(SEED) == (3, 5, 6)
    assert msgspec.structs.replace(first, scheme=FORMER_SCHEME).faces(SEED) == (3, 6, 2)
    assert commitment_of(SEED).startswith("630dcd2966c43366")


@given(st.integers(1, 3000))
def test_a_chain_goes_on_as_its_die_says(counter: int) -> None:
    draw = msgspec.structs.replace(DRAW, counter=counter, dice="1d10!10/1")
    stream, chain = numbers(draw, SEED), [0][:0]
    while not chain or chain[-1] == 10 or chain == [1]:
        chain.append(1 + next(stream) % 10)
    assert draw.faces(SEED) == tuple(chain)


FIXED = [{"scene": 4}, {"secret": True}, {"counter": 8}, {"words": "j1=ours"}]
CHOSEN = [{"run": "j1"}, {"place": 22}, {"dice": "21d100"}]
"""What somebody may choose when the seed is known already."""


@pytest.mark.parametrize("change", FIXED)
def test_what_a_throw_depends_on_changes_it(change: dict[str, object]) -> None:
    for draw in (DRAW, FORMER):
        assert msgspec.structs.replace(draw, **change).faces(SEED)[:20] != draw.faces(SEED)


@pytest.mark.parametrize("change", CHOSEN)
def test_what_may_be_chosen_changes_no_face(change: dict[str, object]) -> None:
    assert msgspec.structs.replace(DRAW, **change).faces(SEED)[:20] == DRAW.faces(SEED)
    assert msgspec.structs.replace(FORMER, **change).faces(SEED)[:20] != FORMER.faces(SEED)


def test_the_commitment_is_the_digest_of_the_seed() -> None:
    assert commitment_of(SEED) == hashlib.sha256(bytes(range(32))).hexdigest()


def test_words_stand_by_the_ids_of_seats() -> None:
    assert words_of({"j2": "b", "j10": "a", "meneur": "", "j1": "é"}) == "j1=é\nj10=a\nj2=b"
    assert words_of({}) == ""


plain = st.builds(
    Throw,
    st.builds(Die, st.integers(1, 999_999), st.integers(0, 20)),
    st.just(""),
    st.just(""),
    st.integers(1, 9999),
)
chains = st.integers(2, 100).flatmap(
    lambda up: st.builds(
        lambda down: Throw(OpenDie(up, up, down), "", "", 1), st.integers(1, up - 1)
    )
)


@given(plain | chains)
def test_dice_are_read_as_they_are_written(throw: Throw) -> None:
    assert dice_of(dice_text(throw)) == throw


OTHERS = [
    "\nd6",
    "0d6",
    "1d0",
    "01d6",
    "1d6 ",
    "1d6@1",
    "2d10!10/1",
    "1d10!9/1",
    "1d10!10/0",
    "1d6!6/6",
    "1d6!1/6",
    "99999d6",
    "1d9999999",
    "-1d6",
    "1d6@-1",
    "١d6",
    "1d6\n",
    "3d6+1",
]


@pytest.mark.parametrize("text", OTHERS)
def test_no_other_dice(text: str) -> None:
    with pytest.raises(ValueError, match=r"dice|die"):
        dice_of(text)

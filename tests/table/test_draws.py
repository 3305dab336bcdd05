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
    COUNTED_SCHEME,
    FORMER_SCHEME,
    ONE_FREE_KEY_SCHEME,
    OPEN_WORDS_SCHEME,
    Draw,
    commitment_of,
    dice_of,
    dice_text,
    secret_commitment_of,
    words_of,
)
from tablee.table.log.secret_keys import KEYS, RUN_KEYS, free_key, key_of, revealed_keys, run_key

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
COUNTED = msgspec.structs.replace(DRAW, secret=True, scheme=COUNTED_SCHEME)
"""A secret throw in a scene where such throws have a counter."""
SECRET = msgspec.structs.replace(DRAW, secret=True)
FOR_ONE = msgspec.structs.replace(SECRET, for_one=True)
FREE = msgspec.structs.replace(SECRET, run="", place=257)
ONE_KEY = msgspec.structs.replace(FREE, scheme=ONE_FREE_KEY_SCHEME)
"""Free dice in a scene where all secret ones have one key."""


def hmac(key: bytes, message: bytes) -> bytes:
    """RFC 2104, for keys of at most 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in padded) + inner).digest()


def key(seed: str, number: int) -> bytes:
    return hmac(bytes.fromhex(seed), f"tablee-5\nkey\n{number}".encode())


def numbers(draw: Draw, seed: str) -> Iterator[int]:
    own, place = bytes.fromhex(seed), [f"{draw.counter}"]
    if draw.scheme == FORMER_SCHEME:
        place += [draw.run, f"{draw.place}", draw.dice]
    if draw.secret and draw.scheme >= 5:
        free = 1024 if draw.scheme < 7 else 768 + draw.place % 256
        own = key(seed, 2 * int(draw.run[1:]) + draw.for_one if draw.run else free)
        place = [draw.run, "one" if draw.for_one else "all", f"{draw.place}"]
    for block in range(1000):
        lines = [
            f"tablee-{draw.scheme}",
            f"{draw.scene}",
            "screen" if draw.secret else "open",
            *place,
            f"{block}",
            *draw.words.split("\n"),
        ]
        yield from struct.unpack(">4Q", hmac(own, "\n".join(lines).encode()))


@pytest.mark.parametrize(
    "drawn",
    [DRAW, SECRET, FOR_ONE, FREE, ONE_KEY, COUNTED, FORMER],
    ids=["present", "secret", "for one", "free", "one key", "counted", "former"],
)
def test_faces_by_another_hand(drawn: Draw) -> None:
    stream = numbers(drawn, SEED)
    assert drawn.faces(SEED) == tuple(1 + next(stream) % 100 for _ in range(20))
    from_zero = msgspec.structs.replace(drawn, dice="9d10@0", words="")
    stream = numbers(from_zero, SEED)
    assert from_zero.faces(SEED) == tuple(next(stream) % 10 for _ in range(9))


def test_the_example_of_the_documentation() -> None:
    first = Draw(scene=1, secret=False, counter=1, run="j1", place=0, dice="3d6", words="")
    assert first.faces(SEED) == (5, 4, 5)
    assert msgspec.structs.replace(first, scheme=ONE_FREE_KEY_SCHEME).faces(SEED) == (2, 6, 2)
    assert msgspec.structs.replace(first, scheme=OPEN_WORDS_SCHEME).faces(SEED) == (5, 2, 2)
    assert msgspec.structs.replace(first, scheme=COUNTED_SCHEME).faces(SEED) == (3, 5, 6)
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


SECRET_FIXED = [{"scene": 4}, {"run": "j13"}, {"place": 3}, {"for_one": True}, {"words": "j1=ours"}]


@pytest.mark.parametrize("change", SECRET_FIXED)
def test_what_a_secret_throw_depends_on_changes_it(change: dict[str, object]) -> None:
    assert msgspec.structs.replace(SECRET, **change).faces(SEED) != SECRET.faces(SEED)


def test_neither_counter_nor_dice_change_a_secret_throw() -> None:
    changed = msgspec.structs.replace(SECRET, counter=8, dice="21d100")
    assert changed.faces(SEED)[:20] == SECRET.faces(SEED)


def test_the_commitment_is_the_digest_of_the_seed() -> None:
    assert commitment_of(SEED) == hashlib.sha256(bytes(range(32))).hexdigest()
    assert secret_commitment_of(SEED, COUNTED_SCHEME) == commitment_of(SEED)


def root(hashes: list[bytes]) -> bytes:
    """The root of a hash tree, from the top down."""
    if len(hashes) == 1:
        return hashes[0]
    half = len(hashes) // 2
    return hashlib.sha256(b"\x01" + root(hashes[:half]) + root(hashes[half:])).digest()


def test_the_commitment_to_keys_is_the_root_of_their_tree() -> None:
    leaves = [hashlib.sha256(b"\x00" + key(SEED, number)).digest() for number in range(1024)]
    assert secret_commitment_of(SEED) == root(leaves).hex()
    assert key_of(SEED, 77) == key(SEED, 77)


@given(st.sets(st.integers(0, KEYS - 1), max_size=5))
def test_a_revealed_key_leads_to_the_commitment_under_its_number_only(wanted: set[int]) -> None:
    commitment = secret_commitment_of(SEED)
    found = revealed_keys(SEED, wanted)
    assert [each.number for each in found] == sorted(wanted)
    for each in found:
        assert each.key == key(SEED, each.number).hex()
        assert each.is_of(commitment)
        assert not msgspec.structs.replace(each, number=each.number ^ 1).is_of(commitment)
        assert not msgspec.structs.replace(each, key=SEED).is_of(commitment)
        assert not msgspec.structs.replace(each, path=each.path[::-1]).is_of(commitment)
        assert not each.is_of(commitment_of(SEED))


def test_runs_and_free_dice_of_a_scene_have_keys_of_their_own() -> None:
    numbers = [run_key(f"j{n}", one) for n in range(1, 385) for one in (False, True)]
    numbers += [free_key(place) for place in range(256)]
    assert sorted(numbers) == [*range(KEYS)]
    assert run_key("j385", True) == run_key("j1", True) == 3
    assert free_key(256) == free_key(0) == RUN_KEYS


def test_in_an_older_scene_runs_have_all_keys() -> None:
    older = msgspec.structs.replace(SECRET, scheme=ONE_FREE_KEY_SCHEME)
    runs = [msgspec.structs.replace(older, run=f"j{n}") for n in range(1, 513)]
    both = [msgspec.structs.replace(each, for_one=True) for each in runs]
    assert {each.key_number for each in (*runs, *both)} == {*range(KEYS)}
    assert ONE_KEY.key_number == KEYS


def test_nothing_that_a_player_gets_has_another_key() -> None:
    """The hashes beside a path are of keys, and never a key."""
    shown = {text for each in revealed_keys(SEED, [24]) for text in each.path}
    assert not shown & {key(SEED, number).hex() for number in range(KEYS)}


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

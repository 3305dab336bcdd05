"""Tables over two parameters (`odds a=1..3 b=0,2`)."""

from __future__ import annotations

from tests.kit.command_line import call

TABLE = ("odds", "exil.simple", "talent=8,9", "difficulty=-2,0")


def test_table_of_a_yes_or_no_field_shows_its_chance() -> None:
    given = call("--lang", "en", *TABLE, "--by", "success").out
    assert given == call("--lang", "en", *TABLE).out
    assert given.count("%") == 4


def test_table_of_another_yes_or_no_field() -> None:
    """A field that is not called `success`, under a procedure with degrees."""
    given = call(
        "--lang", "en", "odds", "armes_dieux.jet", "poignee=3,4", "sr=8,10", "--by", "additionnel"
    )
    assert given.status == 0, given.err
    assert "%" in given.out


def test_table_of_a_word_is_refused_before_any_law() -> None:
    given = call("--lang", "en", *TABLE, "--by", "degree")
    assert given.status == 2
    assert "a yes-or-no field" in given.err


def test_a_sweep_and_a_table_name_what_does_not_vary() -> None:
    fixed = ("poignee=3,4", "maitrise=true")
    for varied in (("sr=9",), ("sr=9,12",)):
        out = call("--lang", "en", "odds", "armes_dieux.jet", *fixed, *varied).out
        named = "Mastery: yes, success threshold: 9" if len(varied[0]) == 4 else "Mastery: yes"
        assert out.startswith(f"Roll of a pool ({named})\n")
    table = call("odds", "armes_dieux.jet", "poignee=3,4", "sr=9,12").out.splitlines()
    assert table[:2] == ["Jet d’une Poignée", "Chance de réussite"]


def test_a_value_within_a_list_is_named_with_its_place() -> None:
    given = ('protagonistes=[{"talent":8},{"talent":9}]', "protagonistes[0].talent=5..6")
    assert "protagonists 1, Talent" in call("--lang", "en", "odds", "exil.opposition", *given).out

import tomllib

from grading.rubric.write_defaults import TOML
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.rubric.toml_lines import lines_of


def test_lines_are_found_in_every_form_of_toml() -> None:
    text = '''# [not.a.table]
a = """
b = 1 \\""" [x]
""" # c = 2
d.e = 1
"d" . 'f g' = { h = 1, i = [ 1,
  2 ] }

[ t . "u.v" ]
w = [
  "]", # ]
  { x = '}' },
]
k = 1979-05-27T07:32:00Z
l = \'\'\'
m = 1\'\'\'
n = 3.5

[[p]]
q = 1
'''
    assert tomllib.loads(text)
    assert lines_of(text) == {
        ("a",): 2,
        ("d",): 5,
        ("d", "e"): 5,
        ("d", "f g"): 6,
        ("d", "f g", "h"): 6,
        ("d", "f g", "i"): 6,
        ("d", "f g", "i", "0"): 6,
        ("d", "f g", "i", "1"): 7,
        ("t",): 9,
        ("t", "u.v"): 9,
        ("t", "u.v", "w"): 10,
        ("t", "u.v", "w", "0"): 11,
        ("t", "u.v", "w", "1"): 12,
        ("t", "u.v", "w", "1", "x"): 12,
        ("t", "u.v", "k"): 14,
        ("t", "u.v", "l"): 15,
        ("t", "u.v", "n"): 17,
        ("p",): 19,
        ("p", "q"): 20,
    }


@given(st.text(alphabet="ab=.[]{},\n\"'# 1\\-", max_size=40))
def test_lines_are_found_in_any_toml(text: str) -> None:
    try:
        settings = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    lines = lines_of(text)
    assert {(key,) for key in settings} <= lines.keys()
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())


def test_every_default_has_a_line() -> None:
    lines = lines_of(TOML.read_text())
    for table, value in tomllib.loads(TOML.read_text()).items():
        for key in value if isinstance(value, dict) else ():
            text = TOML.read_text().splitlines()[lines[table, key] - 1]
            assert text.startswith(f"{key} =")


def test_text_without_settings_has_no_lines() -> None:
    assert lines_of("") == {}
    assert lines_of("\n# only = 'a comment'\n\n") == {}


def test_lines_are_found_with_crlf_line_ends() -> None:
    assert lines_of("a = 1\r\n[t]\r\nb = [\r\n1]\r\n") == {
        ("a",): 1,
        ("t",): 2,
        ("t", "b"): 3,
        ("t", "b", "0"): 4,
    }

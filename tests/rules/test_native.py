from checkers_cli.rules import native


def test_python_itself_ignores_what_mypyc_is_told() -> None:
    assert native.mypyc_attr(acyclic=True)(int) is int

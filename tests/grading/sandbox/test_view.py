from pathlib import Path

from checkers_cli.grading.sandbox.view import ENVIRONMENT, WORK, view


def options(words: list[str], name: str) -> list[str]:
    """The first words that follow an option, wherever it stands."""
    return [words[at + 1] for at, word in enumerate(words) if word == name]


def test_the_view_unshares_everything_and_is_read_only() -> None:
    words = view([])
    assert {"--unshare-all", "--die-with-parent", "--as-pid-1", "--new-session"} <= set(words)
    assert "--bind" not in words
    assert "--share-net" not in words
    shown = {*options(words, "--ro-bind"), *options(words, "--ro-bind-try")}
    assert "/usr" in shown
    assert not shown & {"/", "/home", "/root", "/etc", "/var", "/run", "/tmp", "/dev"}
    assert all(path.startswith("/dev/") for path in options(words, "--dev-bind"))


def test_private_folders_are_small() -> None:
    words = view([])
    read_only = options(words, "--remount-ro")
    private = [path for path in options(words, "--tmpfs") if path not in read_only]
    assert set(private) == {"/tmp", "/dev/shm", WORK}
    for path in private:
        at = words.index(path) - 3
        assert words[at] == "--size"
        assert int(words[at + 1]) <= 64 << 20


def test_only_visible_folders_are_hidden(tmp_path: Path) -> None:
    outside, file = str(tmp_path), "/usr/bin/env"
    words = view(["/usr/include", "/usr/no/such/folder", outside, file])
    assert "/usr/include" in options(words, "--tmpfs")
    assert "/usr/include" in options(words, "--remount-ro")
    for path in ("/usr/no/such/folder", outside, file):
        assert path not in words


def test_the_environment_is_fixed() -> None:
    assert set(ENVIRONMENT) == {"PATH", "HOME", "LANG", "TMPDIR"}
    assert ENVIRONMENT["HOME"] == WORK

from pathlib import Path

import pytest

from checkers_cli.grading.sandbox.view import ENVIRONMENT, WORK, Extent, view


def options(words: list[str], name: str) -> list[str]:
    """The first words that follow an option, wherever it stands."""
    return [words[at + 1] for at, word in enumerate(words) if word == name]


def test_the_view_unshares_everything_and_is_read_only() -> None:
    words = view([], Extent.EVERYTHING)
    assert {"--unshare-all", "--die-with-parent", "--as-pid-1", "--new-session"} <= set(words)
    assert "--bind" not in words
    assert "--share-net" not in words
    shown = {*options(words, "--ro-bind"), *options(words, "--ro-bind-try")}
    assert "/usr/bin" in shown
    private = {"/", "/usr", "/home", "/root", "/etc", "/var", "/run", "/tmp", "/dev", "/opt"}
    assert not shown & private
    assert not shown & {"/usr/share", "/usr/src", "/usr/local", "/usr/local/share"}
    assert all(path.startswith("/dev/") for path in options(words, "--dev-bind"))


@pytest.mark.parametrize("extent", Extent)
@pytest.mark.parametrize("masked", [False, True])
def test_no_packages_of_python_are_visible(extent: Extent, masked: bool) -> None:
    words = view([], extent, masked)
    hidden = set(options(words, "--tmpfs"))
    shown = [path for path in options(words, "--ro-bind") if path.startswith("/usr")]
    found = [
        str(path)
        for top in shown
        for pattern in ("*-packages", "python*/*-packages")
        for path in Path(top).glob(pattern)
    ]
    assert set(found) <= hidden
    assert bool(found) is (extent is Extent.EVERYTHING)


def test_the_warden_masks_proc_instead_of_bubblewrap() -> None:
    words = view([], Extent.EVERYTHING, masked=True)
    assert options(words, "--cap-add") == ["CAP_SYS_ADMIN"]
    assert not [path for path in words if path.startswith("/proc/") and "/self/" not in path]
    words = view([], Extent.EVERYTHING)
    assert "--cap-add" not in words
    assert "/proc/1" in options(words, "--tmpfs")


def test_a_folder_of_libraries_is_shown_with_holes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = tmp_path / "lib"
    for name in (
        "gcc",
        "python3.12/site-packages/checkers_cli",
        "course/golden",
        "x86_64-linux-gnu",
    ):
        (local / name).mkdir(parents=True)
    monkeypatch.setattr("checkers_cli.grading.sandbox.view._LIBRARIES", (str(local),))
    monkeypatch.setattr("checkers_cli.grading.sandbox.view._LOCAL", (str(local),))
    shown = options(view([], Extent.EVERYTHING), "--ro-bind")
    assert {f"{local}/gcc", f"{local}/python3.12", f"{local}/x86_64-linux-gnu"} <= set(shown)
    assert not [path for path in shown if "course" in path]
    assert f"{local}/python3.12/site-packages" in options(view([], Extent.EVERYTHING), "--tmpfs")
    # Elsewhere libraries are in the folder itself, so the whole folder is shown.
    (local / "libm.so.6").write_text("")
    words = view([], Extent.EVERYTHING)
    assert str(local) in options(words, "--ro-bind")
    hidden = {f"{local}/course", f"{local}/python3.12/site-packages"}
    assert hidden <= set(options(words, "--tmpfs"))
    assert f"{local}/gcc" not in options(words, "--tmpfs")
    assert {f"{local}/course", f"{local}/gcc"} <= set(options(view([], Extent.PROGRAM), "--tmpfs"))


def test_private_folders_are_small() -> None:
    words = view([], Extent.EVERYTHING)
    read_only = options(words, "--remount-ro")
    private = [path for path in options(words, "--tmpfs") if path not in read_only]
    assert set(private) == {"/tmp", "/dev/shm", WORK}
    for path in private:
        at = words.index(path) - 3
        assert words[at] == "--size"
        assert int(words[at + 1]) <= 64 << 20


def test_only_what_is_visible_is_hidden(tmp_path: Path) -> None:
    outside, file = str(tmp_path), "/usr/bin/env"
    words = view(["/usr/include", "/usr/no/such/folder", outside, file], Extent.COMPILER)
    assert "/usr/include" in options(words, "--tmpfs")
    assert "/usr/include" in options(words, "--remount-ro")
    assert words[words.index(file) - 2 :][:2] == ["--ro-bind", "/dev/null"]
    for path in ("/usr/no/such/folder", outside):
        assert path not in words


def test_nothing_is_hidden_in_an_empty_folder() -> None:
    words = view(
        ["/usr/include/linux", "/usr/include", "/usr/include/stdio.h", "/usr/include"],
        Extent.COMPILER,
    )
    assert options(words, "--tmpfs").count("/usr/include") == 1
    assert "/usr/include/linux" not in words
    assert "/usr/include/stdio.h" not in words


def test_the_environment_is_fixed() -> None:
    assert set(ENVIRONMENT) == {"PATH", "HOME", "LANG", "TMPDIR"}
    assert ENVIRONMENT["HOME"] == WORK

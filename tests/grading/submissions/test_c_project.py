from checkers_cli.grading.submissions.c_project import Found, Project, is_of_one_computer
from checkers_cli.grading.submissions.c_scan import Include


def project(**texts: str) -> Project:
    """A project; `src__main_c` is src/main.c."""
    names = {name: name.replace("__", "/").replace("_", ".") for name in texts}
    files = {names[name]: text.encode() for name, text in texts.items()}
    return Project(files, [name for name in files if name.endswith(".c")])


def found(written: str, *names: str, includer: str = "main.c") -> Found | None:
    """What `#include` with these words finds among files."""
    files = dict.fromkeys(names, b"")
    source = f"#include {written}\n".encode()
    return next(
        iter(Project({**files, includer: source}, [includer]).found(includer).values()), None
    )


def test_an_include_means_the_file_beside() -> None:
    assert found('"x.h"', "x.h", "lib/x.h") == Found("x.h")
    assert found('"../x.h"', "x.h", includer="src/main.c") == Found("x.h")
    assert found('"lib/./x.h"', "lib/x.h") == Found("lib/x.h")


def test_a_header_elsewhere_needs_its_folder() -> None:
    assert found('"x.h"', "lib/x.h") == Found("lib/x.h", folder="lib")
    assert found('"lib/x.h"', "src/lib/x.h") == Found("src/lib/x.h", folder="src")
    assert found("<x.h>", "x.h") == Found("x.h", folder=".")
    assert found('"x.h"', "x.h", includer="src/main.c") == Found("x.h", folder=".")


def test_the_nearest_of_several_headers_is_meant() -> None:
    names = ("a/inc/x.h", "b/inc/x.h", "old/x.h")
    assert found('"x.h"', *names, includer="b/main.c") == Found("b/inc/x.h", folder="b/inc")
    assert found('"x.h"', "old/x.h", "inc/x.h") == Found("inc/x.h", folder="inc")


def test_a_wrong_name_is_corrected() -> None:
    assert found('"X.H"', "x.h") == Found("x.h", corrected="x.h")
    assert found('"lib\\x.h"', "lib/x.h") == Found("lib/x.h", corrected="lib/x.h")
    assert found('"C:\\me\\x.h"', "x.h") == Found("x.h", corrected="x.h")
    assert found('"../inc/x.h"', "lib/x.h", includer="src/a.c") == Found(
        "lib/x.h", corrected="../lib/x.h"
    )
    assert found('"gr\xf6\xdfe.h"', "gro\u0308\xdfe.h") is not None


def test_headers_of_the_system_are_left_to_the_compiler() -> None:
    assert found("<string.h>", "string.h") is None
    assert found('"String.h"', "lib/string.h") is None
    assert found("<conio.h>", "x.h") is None
    assert found('"string.h"', "string.h") == Found("string.h")


def test_a_source_reads_what_it_includes_directly_or_not() -> None:
    given = project(main_c='#include "a.h"\n', a_h='#include "b.c"\n', b_c='#include "main.c"\n')
    assert list(given.reads("main.c")) == ["main.c", "a.h", "b.c"]


def test_a_main_function_in_an_included_file_counts() -> None:
    given = project(all_c='#include "game.c"\n', game_c="int main(void) { }\n", b_c="")
    assert [name for name in given.sources if given.has_main(name)] == ["all.c", "game.c"]


def test_functions_in_headers_belong_to_no_source() -> None:
    given = project(
        a_c='#include "x.h"\n#include "b.c"\n', x_h="int f(void) { }", b_c="int g() { }"
    )
    assert given.functions("a.c") == {"g"}


def test_needed_sources_are_those_whose_functions_are_used() -> None:
    given = project(
        main_c="int main(void) { a(); }", a_c="int a() { b(); }", b_c="int b() { }",
        c_c="int c() { }", old__a_c="int a() { c(); }",
    )  # fmt: skip
    parts = ["old/a.c", "a.c", "b.c", "c.c"]
    assert list(given.needs("main.c", parts)) == ["main.c", "a.c", "b.c"]


def test_only_the_named_includes_are_corrected() -> None:
    text = b'#include "A.h"\r\n# include <A.h>\n#include "b.h"\n"A.h"\n'
    given = Project({"main.c": text}, ["main.c"])
    corrected = given.corrected("main.c", {"A.h": "a.h"})
    assert corrected == b'#include "a.h"\r\n# include "a.h"\n#include "b.h"\n"A.h"\n'


def test_a_huge_file_is_not_scanned() -> None:
    given = Project(
        {"a.c": b"int f() { }" + b" " * 2_000_000, "b.c": b"int g() { }"}, ["a.c", "b.c"]
    )
    assert given.functions("a.c") == set()
    assert given.functions("b.c") == {"g"}


def test_many_includes_are_cut() -> None:
    text = "".join(f'#include "{number}.h"\n' for number in range(9000))
    assert len(project(main_c=text).scan("main.c").includes) == 500
    assert Include("0.h", True) in project(main_c=text).scan("main.c").includes


def test_absolute_paths_are_of_one_computer() -> None:
    assert all(map(is_of_one_computer, ["/home/x.h", "C:\\x.h", "d:/x.h", "\\\\server\\x.h"]))
    assert not any(map(is_of_one_computer, ["x.h", "../x.h", "a\\x.h"]))

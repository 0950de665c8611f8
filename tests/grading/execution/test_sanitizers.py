"""The texts are what the tools really said of a program with these faults."""
# ruff: noqa: E501, W291 - the tools' own lines are as they are

import sys
from collections.abc import Callable, Sequence
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers_cli.grading.execution.sanitizers import (
    INVALID,
    LEAK,
    MOST,
    UNDEFINED,
    UNINITIALISED,
    read_sanitizers,
    read_valgrind,
)
from checkers_cli.grading.results import Finding

SOURCES = ("tree.c", "board.c")
ALLOCATED = "allocate (tree.c:8), called from make_node (tree.c:12)"
GET_BY = "get (tree.c:1), called from {} (tree.c:9)"
GET_BY_MAIN = "get (tree.c:1), called from main (tree.c:2)"

ASAN_LEAK = """\

=================================================================
==28028==ERROR: LeakSanitizer: detected memory leaks

Direct leak of 72704 byte(s) in 1 object(s) allocated from:
    #0 0x7f76fccb89cf in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x7f76fc0a57b9  (/lib/x86_64-linux-gnu/libstdc++.so.6+0xa57b9)

Direct leak of 4096 byte(s) in 1 object(s) allocated from:
    #0 0x7f76fccb89cf in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x7f76fc2938cb in __GI__IO_file_doallocate libio/filedoalloc.c:101

Direct leak of 16 byte(s) in 1 object(s) allocated from:
    #0 0x7f76fccb89cf in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x559718c972c0 in allocate /work/tree.c:8
    #2 0x559718c972d8 in make_node /work/tree.c:12
    #3 0x559718c974af in main /work/tree.c:20
    #4 0x7f76fc245249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58

Direct leak of 10 byte(s) in 1 object(s) allocated from:
    #0 0x7f76fccb89cf in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x559718c974fa in main /work/tree.c:22
    #2 0x7f76fc245249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58

Indirect leak of 16 byte(s) in 1 object(s) allocated from:
    #0 0x7f76fccb89cf in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x559718c972c0 in allocate /work/tree.c:8
    #2 0x559718c972d8 in make_node /work/tree.c:12
    #3 0x559718c974a7 in main /work/tree.c:20
    #4 0x7f76fc245249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58

SUMMARY: AddressSanitizer: 76842 byte(s) leaked in 5 allocation(s).
"""

ASAN_AFTER = """\
=================================================================
==28030==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000050 at pc 0x55bff0401746 bp 0x7ffc7886f200 sp 0x7ffc7886f1f8
WRITE of size 4 at 0x602000000050 thread T0
    #0 0x55bff0401745 in main /work/tree.c:35
    #1 0x7fa0c3645249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58
    #2 0x7fa0c3645304 in __libc_start_main_impl ../csu/libc-start.c:360
    #3 0x55bff04011e0 in _start (/work/asan+0x31e0)

0x602000000050 is located 0 bytes inside of 16-byte region [0x602000000050,0x602000000060)
freed by thread T0 here:
    #0 0x7fa0c40b76a8 in __interceptor_free ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52
    #1 0x55bff04016e5 in main /work/tree.c:34
    #2 0x7fa0c3645249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58

previously allocated by thread T0 here:
    #0 0x7fa0c40b89cf in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x55bff04012c0 in allocate /work/tree.c:8
    #2 0x55bff04012d8 in make_node /work/tree.c:12
    #3 0x55bff04016cf in main /work/tree.c:33
    #4 0x7fa0c3645249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58

SUMMARY: AddressSanitizer: heap-use-after-free /work/tree.c:35 in main
"""

ASAN_TWICE = """\
=================================================================
==28031==ERROR: AddressSanitizer: attempting double-free on 0x602000000050 in thread T0:
    #0 0x7f67f70b76a8 in __interceptor_free ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52
    #1 0x5620cd7157b7 in main /work/tree.c:40
    #2 0x7f67f6645249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58
    #3 0x7f67f6645304 in __libc_start_main_impl ../csu/libc-start.c:360
    #4 0x5620cd7151e0 in _start (/work/asan+0x31e0)

0x602000000050 is located 0 bytes inside of 16-byte region [0x602000000050,0x602000000060)
freed by thread T0 here:
    #0 0x7f67f70b76a8 in __interceptor_free ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52
    #1 0x5620cd7157a8 in main /work/tree.c:39
    #2 0x7f67f6645249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58

previously allocated by thread T0 here:
    #0 0x7f67f70b89cf in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x5620cd7152c0 in allocate /work/tree.c:8
    #2 0x5620cd7152d8 in make_node /work/tree.c:12
    #3 0x5620cd715792 in main /work/tree.c:38
    #4 0x7f67f6645249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58

SUMMARY: AddressSanitizer: double-free ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52 in __interceptor_free
==28031==ABORTING
"""

ASAN_NULL = """\
tree.c:43:34: runtime error: member access within null pointer of type 'struct node'
AddressSanitizer:DEADLYSIGNAL
=================================================================
==28032==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x56309bee893c bp 0x7ffcb8c8a940 sp 0x7ffcb8c8a860 T0)
==28032==The signal is caused by a WRITE memory access.
==28032==Hint: address points to the zero page.
    #0 0x56309bee893c in main /work/tree.c:43
    #1 0x7f9f2fe45249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58
    #2 0x7f9f2fe45304 in __libc_start_main_impl ../csu/libc-start.c:360
    #3 0x56309bee81e0 in _start (/work/asan+0x31e0)

AddressSanitizer can not provide additional info.
SUMMARY: AddressSanitizer: SEGV /work/tree.c:43 in main
==28032==ABORTING
"""

ASAN_FREE = """\
=================================================================
==28033==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x7ffc9c0f00f0 in thread T0
    #0 0x7fc3aa2b76a8 in __interceptor_free ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52
    #1 0x55f26d32bd45 in main /work/tree.c:54
    #2 0x7fc3a9845249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58
    #3 0x7fc3a9845304 in __libc_start_main_impl ../csu/libc-start.c:360
    #4 0x55f26d32b1e0 in _start (/work/asan+0x31e0)

Address 0x7ffc9c0f00f0 is located in stack of thread T0 at offset 48 in frame
    #0 0x55f26d32b36f in main /work/tree.c:17

  This frame has 2 object(s):
    [48, 52) 'light' (line 18) <== Memory access at offset 48 is inside this variable
    [64, 80) 'a' (line 49)
HINT: this may be a false positive if your program uses some custom stack unwind mechanism, swapcontext or vfork
      (longjmp and C++ exceptions *are* supported)
SUMMARY: AddressSanitizer: bad-free ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52 in __interceptor_free
==28033==ABORTING
"""

UBSAN = """\
tree.c:50:33: runtime error: signed integer overflow: 4 + 2147483647 cannot be represented in type 'int'
tree.c:51:25: runtime error: index 5 out of bounds for type 'int [4]'
tree.c:51:25: runtime error: load of address 0x7fffb3307564 with insufficient space for an object of type 'int'
0x7fffb3307564: note: pointer points here
  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  b8 76 30 b3 ff 7f 00 00
              ^ 
"""

VALGRIND_LEAK = """\
==28035== 10 bytes in 1 blocks are definitely lost in loss record 1 of 3
==28035==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==28035==    by 0x109222: main (tree.c:22)
==28035== 
==28035== 16 bytes in 1 blocks are indirectly lost in loss record 2 of 3
==28035==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==28035==    by 0x109190: allocate (tree.c:8)
==28035==    by 0x1091A8: make_node (tree.c:12)
==28035==    by 0x1091F2: main (tree.c:20)
==28035== 
==28035== 32 (16 direct, 16 indirect) bytes in 1 blocks are definitely lost in loss record 3 of 3
==28035==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==28035==    by 0x109190: allocate (tree.c:8)
==28035==    by 0x1091A8: make_node (tree.c:12)
==28035==    by 0x1091FA: main (tree.c:20)
==28035== 
"""

VALGRIND_READ = """\
==28036== Invalid read of size 4
==28036==    at 0x109283: main (tree.c:29)
==28036==  Address 0x4a410f0 is 0 bytes after a block of size 16 alloc'd
==28036==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==28036==    by 0x109276: main (tree.c:28)
==28036== 
"""

VALGRIND_NULL = """\
==28037== Invalid write of size 4
==28037==    at 0x10934B: main (tree.c:43)
==28037==  Address 0x0 is not stack'd, malloc'd or (recently) free'd
==28037== 
==28037== 
==28037== Process terminating with default action of signal 11 (SIGSEGV)
==28037==  Access not within mapped region at address 0x0
==28037==    at 0x10934B: main (tree.c:43)
==28037==  If you believe this happened as a result of a stack
==28037==  overflow in your program's main thread (unlikely but
==28037==  possible), you can try to increase the size of the
==28037==  main thread stack using the --main-stacksize= flag.
==28037==  The main thread stack size used in this run was 8388608.
==28037== 16 bytes in 1 blocks are still reachable in loss record 1 of 2
==28037==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==28037==    by 0x109190: allocate (tree.c:8)
==28037==    by 0x1091A8: make_node (tree.c:12)
==28037==    by 0x1091F2: main (tree.c:20)
==28037== 
==28037== 16 bytes in 1 blocks are still reachable in loss record 2 of 2
==28037==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
==28037==    by 0x109190: allocate (tree.c:8)
==28037==    by 0x1091A8: make_node (tree.c:12)
==28037==    by 0x1091FA: main (tree.c:20)
==28037== 
"""

VALGRIND_UNSET = """\
==28038== Conditional jump or move depends on uninitialised value(s)
==28038==    at 0x109371: main (tree.c:46)
==28038==  Uninitialised value was created by a stack allocation
==28038==    at 0x1091BF: main (tree.c:17)
==28038== 
"""


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        (
            ASAN_LEAK,  # the blocks of the C++ library and of standard output are not the program's
            [
                Finding(LEAK, "32 bytes in 2 blocks are never freed", ALLOCATED),
                Finding(LEAK, "10 bytes in a block are never freed", "main (tree.c:22)"),
            ],
        ),
        (ASAN_AFTER, [Finding(INVALID, "heap-use-after-free", "main (tree.c:35)")]),
        (ASAN_TWICE, [Finding(INVALID, "attempting double-free", "main (tree.c:40)")]),
        (
            ASAN_FREE,
            [
                Finding(
                    INVALID,
                    "attempting free on address which was not malloc()-ed",
                    "main (tree.c:54)",
                )
            ],
        ),
        (
            ASAN_NULL,
            [
                Finding(
                    UNDEFINED,
                    "member access within null pointer of type 'struct node'",
                    "tree.c:43",
                ),
                Finding(INVALID, "SEGV", "main (tree.c:43)"),
            ],
        ),
        (
            UBSAN,
            [
                Finding(
                    UNDEFINED,
                    "signed integer overflow: 4 + 2147483647 cannot be represented in type 'int'",
                    "tree.c:50",
                ),
                Finding(UNDEFINED, "index 5 out of bounds for type 'int [4]'", "tree.c:51"),
                Finding(
                    UNDEFINED,
                    "load of address ... with insufficient space for an object of type 'int'",
                    "tree.c:51",
                ),
            ],
        ),
        ("", []),
        ("BOARD SIZE: 8x8\n", []),
    ],
)
def test_sanitizer_reports_become_findings(text: str, findings: list[Finding]) -> None:
    assert read_sanitizers(text, SOURCES) == findings


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        (
            VALGRIND_LEAK,  # what is lost indirectly is counted once
            [
                Finding(LEAK, "10 bytes in a block are never freed", "main (tree.c:22)"),
                Finding(LEAK, "32 bytes in 2 blocks are never freed", ALLOCATED),
            ],
        ),
        (VALGRIND_READ, [Finding(INVALID, "Invalid read of size 4", "main (tree.c:29)")]),
        (
            VALGRIND_NULL,
            [
                Finding(INVALID, "Invalid write of size 4", "main (tree.c:43)"),
                Finding(
                    INVALID,
                    "Process terminating with default action of signal 11 (SIGSEGV)",
                    "main (tree.c:43)",
                ),
                Finding(LEAK, "32 bytes in 2 blocks are never freed", ALLOCATED),
            ],
        ),
        (
            VALGRIND_UNSET,  # where the variable is, not where it is used
            [
                Finding(
                    UNINITIALISED,
                    "Conditional jump or move depends on uninitialised value(s)",
                    "main (tree.c:17)",
                )
            ],
        ),
        ("", []),
        ("==x== Invalid read of size 4\n", []),
    ],
)
def test_valgrind_reports_become_findings(text: str, findings: list[Finding]) -> None:
    assert read_valgrind(text, SOURCES) == findings


def test_large_numbers_are_added_up() -> None:
    leak = (
        "==7== {} bytes in 1,000 blocks are definitely lost in loss record 1 of 2\n"
        "==7==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload.so)\n"
        "==7==    by 0x109190: make_node (tree.c:12)\n==7== \n"
    )
    (found,) = read_valgrind(leak.format("3,360,000") + leak.format("1"), SOURCES)
    assert found.what == "3,360,001 bytes in 2,000 blocks are never freed"


def test_a_program_without_debug_lines_is_reported_by_function() -> None:
    text = VALGRIND_READ.replace("(tree.c:29)", "(in /work/program)")
    assert [finding.where for finding in read_valgrind(text, ())] == ["main"]


@pytest.mark.parametrize(
    ("source", "place"), [("src/tree.c", "src/tree.c:29"), ("ee.c", ""), ("other.c", "")]
)
def test_sources_are_found_with_their_folders(source: str, place: str) -> None:
    (finding,) = read_valgrind(VALGRIND_READ, [source])
    assert finding.where == (f"main ({place})" if place else "")


def test_findings_are_distinct_and_limited() -> None:
    same = "tree.c:1:2: runtime error: division by zero\n"
    many = "".join(f"tree.c:{line}:1: runtime error: division by zero\n" for line in range(500))
    assert len(read_sanitizers(same * 3, SOURCES)) == 1
    assert len(read_sanitizers(many, SOURCES)) == MOST


def work_of(read: Callable[[], object]) -> int:
    """How many functions are called, those of the library and of str included."""
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read()
    finally:
        sys.setprofile(None)
    return calls


HEADER, FRAME = "Direct leak of 1 byte(s) in 1 object(s)\n", " #0 0x1 in a /{}x.c:1\n"
FORGED = {
    "headers": HEADER * 3000,
    "headers, then frames": (HEADER * 30 + FRAME.format("") * 30) * 50,
    "frames of many places": "".join(HEADER + FRAME.format(f"{n}/") for n in range(1500)),
    "frames of deep places": (HEADER + FRAME.format("a/" * 500)) * 1500,
    "errors": "==1==ERROR: AddressSanitizer: SEGV\n" * 3000,
    "valgrind's errors": "==1== Syscall param\n" * 3000,
    "valgrind's errors, then frames": (
        "==1== Syscall param\n" * 30 + "==1==    at 0x1: a (x.c:1)\n" * 30
    )
    * 50,
}


@pytest.mark.parametrize("text", FORGED.values(), ids=FORGED)
@pytest.mark.parametrize("read", [read_sanitizers, read_valgrind])
def test_forged_reports_are_parsed_quickly(
    read: Callable[[str, Sequence[str]], list[Finding]], text: str
) -> None:
    sources = [f"{number}/x.c" for number in range(-200, 0)]
    assert work_of(lambda: read(text, sources)) < 100 * text.count("\n") + 10_000


def test_a_real_report_is_read_behind_many_forged_ones() -> None:
    assert read_sanitizers(HEADER * 5000 + ASAN_LEAK, SOURCES) == read_sanitizers(
        ASAN_LEAK, SOURCES
    )


def leak(*frames: str) -> str:
    """A leak of one byte, allocated by malloc in these."""
    lines = [f"    #{n} 0x1 in {f}\n" for n, f in enumerate(["malloc libasan.cpp:1", *frames])]
    return HEADER + "".join(lines) + "\n"


@pytest.mark.parametrize(
    ("frames", "where"),
    [
        (["main tree.c:1"], "main (tree.c:1)"),
        (["get tree.c:1", "one board.c:2"], "get (tree.c:1), called from one (board.c:2)"),
        (["get tree.c:1", "qsort x.c:5", "main tree.c:2"], GET_BY_MAIN),
        (["get tree.c:1", "get tree.c:3", "get tree.c:3", "main tree.c:2"], GET_BY_MAIN),
        (["get tree.c:1", "get tree.c:3"], "get (tree.c:1)"),
        (["_IO_get tree.c:1"], "_IO_get (tree.c:1)"),
        (["get nowhere:1", "main nowhere:2"], "get"),
        (["_IO_get io.c:1", "main tree.c:2"], None),
        (["start lib.cpp:1"], None),
    ],
    ids=[
        "main",
        "called",
        "through a library",
        "recursion",
        "only recursion",
        "a library's name",
        "a forged place",
        "the library's own",
        "another library's",
    ],
)
def test_the_place_of_an_allocation(frames: list[str], where: str | None) -> None:
    found = read_sanitizers(leak(*frames), SOURCES)
    assert [finding.where for finding in found] == ([] if where is None else [where])


def test_leaks_through_one_function_are_distinguished_by_caller() -> None:
    texts = [leak("get tree.c:1", f"{name} tree.c:9", "main tree.c:20") for name in ("a", "b", "a")]
    assert read_sanitizers("".join(texts), SOURCES) == [
        Finding(LEAK, "2 bytes in 2 blocks are never freed", GET_BY.format("a")),
        Finding(LEAK, "1 byte in a block are never freed", GET_BY.format("b")),
    ]


_PIECES = st.sampled_from([
    "==1== ", "==1==ERROR: AddressSanitizer: ", "SEGV on unknown address 0x0", " runtime error: ",
    "tree.c:1:2:", "Direct leak of ", "1", "9" * 5000, " byte(s) in ", " object(s)", ",", "\n",
    " bytes in ", " blocks are definitely lost", "Invalid read", "    #0 0x1 in f /work/tree.c:1",
    "   at 0x1: f (tree.c:1)", " (9 direct, 9 indirect)", "\x1b[31m", "\u202e", "\x00", "\udcff",
])  # fmt: skip


@given(st.lists(st.one_of(_PIECES, st.text(max_size=5)), max_size=40).map("".join))
def test_any_text_is_parsed_into_printable_findings(text: str) -> None:
    for finding in [*read_sanitizers(text, SOURCES), *read_valgrind(text, SOURCES)]:
        assert (finding.what + finding.where).isprintable()
        assert len(finding.what) < 600


def test_a_library_file_with_the_name_of_a_source_is_ignored() -> None:
    report = (
        "Direct leak of 8 byte(s) in 1 object(s) allocated from:\n"
        "    #0 0x7f in __interceptor_malloc ../src/libsanitizer/asan/asan_malloc_linux.cpp:69\n"
        "    #1 0x7f in new_composite_name {}setlocale.c:165\n"
    )
    assert read_sanitizers(report.format("locale/"), ["setlocale.c"]) == []
    assert read_sanitizers(report.format("../locale/"), ["setlocale.c"]) == []
    assert len(read_sanitizers(report.format("/work/"), ["setlocale.c"])) == 1

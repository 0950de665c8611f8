"""Submissions as first-year students hand them in: files by name, for each kind of oddity."""

MAIN = b'#include "board.h"\nint main(void) { return board(); }\n'
BOARD = b'#include "board.h"\nint board(void) { return 0; }\n'
HEADER = b"#ifndef BOARD_H\n#define BOARD_H\nint board(void);\n#endif\n"
ALONE = b'#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'
LONGER = ALONE + b"/* and more */\n"
PARTS = {"board.c": BOARD, "board.h": HEADER}
ELF = b"\x7fELF\x02\x01\x01\0"

Files = dict[str, bytes]

# These build.
BUILDING: dict[str, Files] = {
    "one file": {"main.c": ALONE},
    "several files": {"main.c": MAIN, **PARTS},
    "an included source": {"main.c": MAIN.replace(b".h", b".c"), **PARTS},
    "an included source in a chain": {
        "main.c": b'#include "tree.c"\nint main(void) { return tree(); }\n',
        "tree.c": b'#include "board.c"\nint tree(void) { return board(); }\n',
        **PARTS,
    },
    "a main function in an included source": {"all.c": b'#include "main.c"\n', "main.c": ALONE},
    "an old copy with a telling name": {"main.c": MAIN, "main_old.c": LONGER, **PARTS},
    "an old copy in a folder": {"main.c": MAIN, "old/main.c": MAIN, "old/board.c": BOARD, **PARTS},
    "an old copy without parts": {"checkers.c": LONGER, "game.c": MAIN, **PARTS},
    "numbered copies": {"main.c": MAIN, "main2.c": MAIN, "main10.c": MAIN, **PARTS},
    "dated copies": {"game_2026-04-30.c": LONGER, "game_2026-05-02.c": ALONE},
    "a final copy": {"main.c": LONGER, "main_final.c": ALONE, "main3.c": ALONE},
    "a template beside the work": {"main.c": ALONE, "checkers.c": LONGER},
    "two equal copies": {"main.c": ALONE, "src/main.c": ALONE},
    "the newest copy does not build": {"main.c": ALONE, "main2.c": b"int main(void) { x; }\n"},
    "a folder for each stage": {
        f"stage{n}/{name}": data
        for n in range(3)
        for name, data in {"main.c": MAIN, **PARTS}.items()
    },
    "a unit test": {"main.c": MAIN, "test_board.c": MAIN + b"/* more */", **PARTS},
    "a test that includes the program": {"main.c": ALONE, "tests.c": b'#include "main.c"\nint n;'},
    "a main function that is switched off": {
        "main.c": MAIN,
        "board.c": BOARD + b"#ifdef TEST\nint main(void) { return board(); }\n#endif\n",
        "board.h": HEADER,
    },
    "a copy of a part": {"main.c": MAIN, "board - Copy.c": BOARD, **PARTS},
    "an unused part that does not compile": {"main.c": ALONE, "notes.c": b"to do: everything\n"},
    "headers in another folder": {
        "src/main.c": MAIN, "src/board.c": BOARD, "include/board.h": HEADER,
    },
    "headers in a subfolder": {"main.c": MAIN, "lib/board.c": BOARD, "lib/board.h": HEADER},
    "own headers in angle brackets": {"main.c": MAIN.replace(b'"board.h"', b"<board.h>"), **PARTS},
    "capital letters": {"Main.c": MAIN.replace(b"board.h", b"Board.h"), **PARTS},
    "a backslash": {"main.c": MAIN.replace(b"board.h", b"lib\\board.h"), "lib/board.h": HEADER,
                    "lib/board.c": BOARD},
    "a path of one computer": {
        "main.c": MAIN.replace(b"board.h", b"C:\\Users\\me\\game\\board.h"), **PARTS
    },
    "a folder that is gone": {"main.c": MAIN.replace(b"board.h", b"../include/board.h"), **PARTS},
    "a file called program": {"main.c": ALONE, "program": b"int x;\n"},
    "an old program": {"main.c": ALONE, "program": ELF, "a.out": ELF, "main.o": ELF},
    "a folder called program": {
        "main.c": MAIN, "program/board.c": BOARD, "program/board.h": HEADER,
    },
    "blanks and other letters": {
        "my game/spiel für zwei.c": MAIN.replace(b"board", "größe".encode()),
        "my game/größe.c": BOARD.replace(b"board", "größe".encode()),
        "my game/größe.h": HEADER.replace(b"board", "größe".encode()),
        "读我.txt": b"",
    },
    "letters as Macs write them": {
        "main.c": b'#include "gr\xc3\xb6\xc3\x9fe.h"\nint main(void) { return 0; }\n',
        "gro\u0308ße.h": b"",
    },
    "Windows line ends and a mark": {
        "main.c": b"\xef\xbb\xbf" + MAIN.replace(b"\n", b"\r\n").rstrip(),
        "board.c": BOARD.replace(b"\n", b"\r\n"),
        "board.h": b"\xef\xbb\xbf" + HEADER.replace(b"\n", b"\r\n"),
    },
    "line ends of old Macs": {"main.c": ALONE.replace(b"\n", b"\r")},
    "an end mark of DOS": {"main.c": ALONE + b"\x1a"},
    "comments in other encodings": {"main.c": b"// \xb2\xe2\xca\xd4 \xfc\n" + ALONE},
    "void main": {"main.c": b"void main() { }\n"},
    "mathematics": {
        "main.c": b"#include <math.h>\nint main(int n, char **words) { return sqrt(n); }\n",
    },
    "C in .cpp": {"main.cpp": MAIN, "board.cpp": BOARD, "board.h": HEADER},
    "C in .cpp beside .c": {"main.cpp": MAIN, **PARTS},
    "C in .txt": {"checkers.c.txt": ALONE, "readme.txt": b"It has a main function.\n"},
    "C without a suffix": {"checkers": ALONE},
    "C in .C": {"MAIN.C": ALONE},
    "a project of CLion": {
        "main.c": ALONE, "CMakeLists.txt": b"project(x)", ".idea/x.xml": b"",
        "cmake-build-debug/CMakeFiles/3.2/CompilerIdC/CMakeCCompilerId.c": ALONE,
        "CMakeCCompilerId.c": ALONE,
    },
    "a project of Visual Studio": {
        "Game.sln": b"", "Game/Game.vcxproj": b"", "Game/main.c": ALONE, "x64/Debug/Game.exe": ELF,
    },
    "a project of Code::Blocks": {
        "game.cbp": b"", "game.depend": b"", "main.c": ALONE,
        "bin/Debug/game": ELF, "obj/main.o": ELF,
    },
}  # fmt: skip

# These do not build.
FAILING: dict[str, Files] = {
    "a header of Windows": {"main.c": b"#include <conio.h>\n" + ALONE},
    "another header of Windows": {"main.c": b"#include <Windows.h>\n" + ALONE},
    "a header of Visual Studio": {"main.c": b'#include "stdafx.h"\n' + ALONE},
    "a function of Windows": {"main.c": b"int main(void) { getch(); return 0; }\n"},
    "a function of Visual Studio": {"main.c": b'int main(void) { int n; scanf_s("%d", &n); }\n'},
    "C++": {"main.cpp": b"#include <iostream>\nint main() { std::cout << 1; }\n"},
    "a header with capital letters": {"main.c": b"#include <Stdio.h>\nint main(void) {}\n"},
    "another library": {"main.c": b"#include <gtk/gtk.h>\nint main(void) {}\n"},
    "a missing header": {"main.c": MAIN, "board.c": BOARD},
    "a missing header on one computer": {"main.c": b'#include "/home/me/x.h"\nint main(void) {}\n'},
    "a missing part": {"main.c": MAIN, "board.h": HEADER},
    "no main function": {"board.c": BOARD, "board.h": HEADER},
    "nothing in it": {"main.c": b""},
    "a function in a header": {
        "main.c": MAIN, "board.c": BOARD.replace(b"board(void)", b"more(void)"),
        "board.h": b"int more(void);\nint board(void) { return more(); }\n",
    },
    "a variable in a header": {"main.c": MAIN, "board.c": BOARD, "board.h": HEADER + b"int n;\n"},
    "two needed definitions": {
        "main.c": b"int a(void), b(void);\nint main(void) { return a() + b(); }\n",
        "a.c": b"int max(void) { return 0; }\nint a(void) { return max(); }\n",
        "b.c": b"int max(void) { return 1; }\nint b(void) { return max(); }\n",
    },
    "quotation marks of a document": {"main.c": 'int main(void) {\n\tputs(“hi”);\n}\n'.encode()},
    "a blank of a document": {"main.c": "int main(void) {\n  int\u00a0n = 0;\n}\n".encode()},
    "too large an array": {
        "main.c": b"char a[3000000000], b[9];\nint main(void) { return b[0]; }\n",
    },
    "a web page": {"main.c": b"\n<!DOCTYPE html>\n<html></html>\n"},
    "a document": {"main.c": b"{\\rtf1 int main(void) {}}"},
    "a plain mistake": {"main.c": b"int main(void) { return depth; }\n"},
    "two copies with mistakes": {
        "main.c": b"int main(void) { a; }\n", "main2.c": b"int main(void) { b; }\n",
    },
}  # fmt: skip

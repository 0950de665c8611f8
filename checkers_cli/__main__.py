"""Starts the command line: `checkers` and `python -m checkers_cli` both come here."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is still being imported is quiet as well."""
    try:
        from checkers_cli.cli import checkers

        checkers()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()

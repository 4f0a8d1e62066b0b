"""The command: ``rowsmith …`` and ``python -m rowsmith …`` are one."""

import sys

from rowsmith import _native


def main() -> int:
    """Runs the command with the arguments of the process, and gives its exit status."""
    return _native.run(["rowsmith", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

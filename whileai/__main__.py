"""``python -m whileai``: the command line."""

from whileai.cli import main

if __name__ == "__main__":
    raise SystemExit(main())

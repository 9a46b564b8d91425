"""Cases of a Python client: each prints "ok NAME", or "FAILED NAME: expected and got"."""

import sys


class Cases:
    def __init__(self):
        self.failed = False

    def check(self, name, expected, call):
        """Calls, and compares what it returns, or the name of the exception class after "! "."""
        try:
            got = call()
        except Exception as error:  # whatever the client throws is an answer
            got = f"! {type(error).__name__}: {error}"
        if isinstance(expected, str) and expected.startswith("! "):
            passed = isinstance(got, str) and got.startswith("! ") and expected[2:] in got
        else:
            passed = got == expected
        if passed:
            print(f"ok {name}")
        else:
            self.failed = True
            print(f"FAILED {name}: expected <{expected}> but was <{got}>".replace("\n", " "))

    def end(self):
        sys.exit(1 if self.failed else 0)

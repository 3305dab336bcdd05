"""`python -m tablee`: the command line."""

import os
import sys

if not sys.flags.safe_path and sys.path[:1] == [os.getcwd()]:
    del sys.path[0]  # a file of a game there, such as `random.py`, is no module of Python

from tablee.faces.cli.main import main

sys.exit(main())

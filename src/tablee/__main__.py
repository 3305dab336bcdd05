"""`python -m tablee`: the command line."""

import sys

from tablee.faces.cli.main import main

sys.exit(main())

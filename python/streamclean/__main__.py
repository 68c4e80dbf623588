import sys

from .umbrella import main

sys.exit(main())

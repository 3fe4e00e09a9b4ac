"""Write the server's OpenAPI document for the documentation site: `make contract`.

The site is built where the server's own packages need not be installed, so the document is kept in `docs/openapi.json`;
a test fails when it is out of date.
"""

import json
from pathlib import Path
from typing import Final

from zashiki.server.app import create_app

FILE: Final = Path(__file__).with_name("openapi.json")


def document() -> str:
    """The current document, without the version: that is the running server's."""
    api = create_app().openapi()
    del api["info"]["version"]
    return json.dumps(api, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(document(), "utf-8")

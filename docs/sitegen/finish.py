"""Post-process the pages that MkDocs has built, so that every server can serve them.

- Inline scripts move into files of their own. So the site works under the same Content-Security-Policy as the client:
  no scripts but the server's own files, no exceptions.
- Unused files are removed: source maps of the theme's scripts, and stemmers for languages that the site is not in.
- Text is compressed once, here, instead of with every request.
"""

import gzip
import hashlib
import re
from pathlib import Path
from typing import Final

SCRIPTS: Final = "assets/inline"
LANGUAGES: Final = ("ja", "multi", "stemmer.support")
"""The files of the search's language support that are kept."""
PACKED: Final = frozenset({".css", ".html", ".js", ".json", ".svg", ".txt"})
SHORT: Final = 1024
"""Bytes: not worth compressing below this size."""
_INLINE: Final = re.compile(r"<script>(.+?)</script>", re.DOTALL)
_CANONICAL: Final = re.compile(r'<link rel="?canonical"? href="[^"]*">')


def finish(site: Path, base: str) -> int:
    """Prepare the built site for serving; `base` is its path, which the page for unknown addresses needs."""
    _prune(site)
    for page in sorted(site.rglob("*.html")):
        up = base if page.name == "404.html" else "../" * (len(page.relative_to(site).parts) - 1)
        parts = _INLINE.split(_CANONICAL.sub("", page.read_text("utf-8")))
        parts[1::2] = [_moved(site, up, script) for script in parts[1::2]]
        page.write_text("".join(parts), "utf-8")
    return _pack(site)


def _prune(site: Path) -> None:
    for path in (*site.rglob("*.map"), *site.glob("sitemap.xml*"), *site.rglob("*.py")):
        path.unlink()
    search = site / "assets" / "javascripts" / "lunr"
    kept = {f"lunr.{name}.min.js" for name in LANGUAGES} | {"tinyseg.js"}
    for path in search.rglob("*.js"):
        if path.name not in kept:
            path.unlink()


def _moved(site: Path, up: str, script: str) -> str:
    name = f"{hashlib.sha256(script.encode()).hexdigest()[:8]}.min.js"
    path = site / SCRIPTS / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script, "utf-8")
    return f'<script src="{up}{SCRIPTS}/{name}"></script>'


def _pack(site: Path) -> int:
    """Compress text files; returns the uncompressed size of the site."""
    size = 0
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        body = path.read_bytes()
        size += len(body)
        if path.suffix in PACKED and len(body) >= SHORT:
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(body, 9, mtime=0))
    return size

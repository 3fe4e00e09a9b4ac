"""The built site: every link works, nothing is loaded from other hosts, and everything is included."""

import json
import posixpath
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import pytest

import zashiki
from support import rules_page
from zashiki import bots

# The site is built once; it is the same in both lanes.
pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
PLOTTED = [*sorted(path.stem for path in (ROOT / "bench").glob("*.md")), "strength"]
RULE = re.compile(r"^- \*\*([A-Z]{2}-(?:R\d+|\d+\.\d+))\*\*", re.MULTILINE)


class Tag(NamedTuple):
    name: str
    attributes: dict[str, str]


class Reader(HTMLParser):
    """All tags of a page, and its inline scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[Tag] = []
        self.inline: list[str] = []
        self._script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = Tag(tag, {name: value or "" for name, value in attrs})
        self.tags.append(found)
        self._script = tag == "script" and "src" not in found.attributes and "type" not in found.attributes

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.inline.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._script = False

    @property
    def ids(self) -> set[str]:
        return {one.attributes[name] for one in self.tags for name in ("id", "name") if name in one.attributes}


def pages(site: Path) -> Iterator[tuple[str, Reader]]:
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), Reader(path.read_text("utf-8"))


def page(site: Path, name: str) -> str:
    return (site / name / "index.html").read_text("utf-8")


def is_elsewhere(address: str) -> bool:
    return bool(urlsplit(address).netloc) or address.startswith("//")


def test_nothing_is_loaded_from_other_hosts(site: Path) -> None:
    """Readers are not tracked: scripts, styles, fonts and images come from the site itself."""
    seen = 0
    for name, reader in pages(site):
        for tag, attributes in reader.tags:
            loaded = attributes.get("src") or (attributes.get("href") if tag in ("link", "use", "image") else None)
            if loaded is not None:
                seen += 1
                assert not is_elsewhere(loaded), (name, tag, loaded)
    assert seen > 100
    for path in site.rglob("*.css"):
        for loaded in re.findall(r"url\(\s*[\"']?([^\"')]+)", path.read_text("utf-8")):
            assert not is_elsewhere(loaded), (path.name, loaded)
            if not loaded.startswith(("data:", "#")):
                assert (path.parent / loaded).is_file(), (path.name, loaded)


def test_every_page_obeys_the_content_security_policy(site: Path) -> None:
    """`script-src 'self'; style-src 'self'`: no inline scripts and no inline styles."""
    for name, reader in pages(site):
        assert reader.inline == [], name
        for tag, attributes in reader.tags:
            assert tag != "style", name
            assert "style" not in attributes, (name, tag, attributes)
            assert not [one for one in attributes if one.startswith("on")], (name, tag, attributes)


def test_every_link_works(site: Path) -> None:
    """Including links in raw HTML, which MkDocs does not check, and those of the page for 404."""
    ids = {name: reader.ids for name, reader in pages(site)}
    seen = 0
    for name, reader in pages(site):
        for tag, attributes in reader.tags:
            for target in (attributes[one] for one in ("href", "src") if one in attributes):
                if tag == "a" and urlsplit(target).scheme in ("http", "https"):
                    continue  # an external link, which the reader follows knowingly
                seen += 1
                path, _, anchor = target.partition("#")
                there = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path))) if path else name
                if name == "404.html":
                    there = path.removeprefix("/docs/") or "index.html"
                if (site / there).is_dir():
                    there = posixpath.normpath(f"{there}/index.html")
                assert (site / there).is_file(), (name, target)
                if anchor and there.endswith(".html"):
                    assert unquote(anchor) in ids[there], (name, target)
    assert seen > 1000


@pytest.mark.parametrize("name", PLOTTED)
def test_every_page_of_measurements_has_a_plot_beside_its_table(site: Path, name: str) -> None:
    text = page(site, f"bench/{name}")
    assert text.count('<figure class="plot"') >= 1
    assert text.count("<table") >= 1
    assert re.search(r'<svg viewBox="[^"]*" role="img" aria-label="[^"]{20,}"', text)


@pytest.mark.parametrize("game", sorted(zashiki.games()))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_rule_has_an_anchor(site: Path, game: str, language: str) -> None:
    ending = "" if language == "en" else f".{language}"
    text = page(site, f"rules/{game}{ending}")
    source = (ROOT / "src" / "zashiki" / "games" / game / f"rules{ending}.md").read_text("utf-8")
    wanted = RULE.findall(source)
    assert len(wanted) > 10
    assert set(wanted) <= Reader(text).ids
    assert "picture:" not in text
    assert f'<div lang="{language}">' in text


def test_every_ruling_is_listed(site: Path) -> None:
    text = page(site, "explanation/rulings")
    for game in zashiki.games():
        for name in RULE.findall(rules_page(game)):
            assert (f">{name}</a></strong>" in text) == ("-R" in name), name


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    """By the name it is defined under, which links within the reference use."""
    library = Reader(page(site, "reference/zashiki")).ids | Reader(page(site, "reference/errors")).ids
    library |= Reader(page(site, "reference/shapes")).ids
    for names, found in ((zashiki.__all__, library), (bots.__all__, Reader(page(site, "reference/bots")).ids)):
        known = {one.rpartition(".")[2] for one in found}
        assert set(names) - {"__version__"} <= known


def test_every_request_is_in_the_reference(site: Path) -> None:
    text = page(site, "reference/http")
    api = json.loads((site / "reference" / "openapi.json").read_text("utf-8"))
    for path, operations in api["paths"].items():
        for method in operations:
            assert f"<code>{method.upper()} {path}</code>" in text
    for name in api["components"]["schemas"]:
        assert f'id="schema-{name.lower()}"' in text


def test_the_search_index(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    assert index["config"]["lang"] == ["en", "ja"]
    words = " ".join(part["text"] for part in index["docs"])
    for wanted in ("Nobori", "花札", "ISMCTSBot", "ZASHIKI_DOCS"):
        assert wanted in words
    assert {path.name for path in (site / "assets" / "javascripts" / "lunr").rglob("*.js")} == {
        "lunr.ja.min.js",
        "lunr.multi.min.js",
        "lunr.stemmer.support.min.js",
        "tinyseg.js",
    }


def test_a_broken_page_fails_the_build(tmp_path: Path) -> None:
    """MkDocs itself reports it, not our own checks."""
    import logging

    import build
    from sitegen.pages import stage

    pages_folder = tmp_path / "pages"
    stage(ROOT, pages_folder)
    for path in pages_folder.rglob("*.md"):  # all pages exist, with trivial content
        path.write_text("# A page\n", "utf-8")
    broken = pages_folder / "tutorials" / "first-game.md"
    broken.write_text("# A page\n\n[a](nowhere.md) [b](../library.md#nothing) [c](#gone)\n", "utf-8")
    logging.getLogger("mkdocs").handlers.clear()
    with pytest.raises(SystemExit, match="3 warnings in strict mode"):
        build.build(pages_folder, tmp_path / "site")

"""Collect the pages for MkDocs: those of `docs/`, and those generated from the rest of the repository."""

import json
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sitegen import figures, http, rules
from sitegen.dialect import translated

NOT_PAGES: Final = {"sitegen", "theme"}
"""Folders of `docs/` that are not part of the site."""
ALSO: Final = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"}
"""Pages outside `docs/`, and their paths on the site."""


def sources(root: Path) -> dict[str, str]:
    """Every page and picture in the repository: its path there, and on the site."""
    docs = root / "docs"
    found = {
        f"docs/{(name := path.relative_to(docs).as_posix())}": name
        for path in sorted(docs.rglob("*"))
        if path.suffix in (".md", ".png", ".svg") and path.relative_to(docs).parts[0] not in NOT_PAGES
    }
    found |= {f"bench/{path.name}": f"bench/{path.name}" for path in sorted((root / "bench").glob("*.md"))}
    found |= {name: there for name, there in ALSO.items() if (root / name).is_file()}
    for game in rules.games(root):
        for language in rules.LANGUAGES:
            found[rules.source(root, game, language).relative_to(root).as_posix()] = rules.address(game, language)
    return found


def stage(root: Path, folder: Path) -> int:
    """Write all pages into a folder for MkDocs; returns their number."""
    where = sources(root)
    for source, there in where.items():
        target = folder / there
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix == ".md":
            text = (root / source).read_text("utf-8")
            target.write_text(translated(_changed(root, there, text), source, where, root), "utf-8")
        else:
            shutil.copyfile(root / source, target)
    (folder / "bench" / "strength.md").write_text(figures.strength(root / "bench" / "ladder.json"), "utf-8")
    api = json.loads((root / "docs" / "openapi.json").read_text("utf-8"))
    api["info"]["version"] = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    (folder / "reference" / "http.md").write_text(http.page(api), "utf-8")
    (folder / "reference" / "openapi.json").write_text(json.dumps(api, ensure_ascii=False), "utf-8")
    return len(list(folder.rglob("*.md")))


def _changed(root: Path, there: str, text: str) -> str:
    """Change a page before links and lists are rewritten."""
    if there == "index.md":
        return f"---\nhide: [navigation, toc]\n---\n{text}"
    folder, _, name = there.rpartition("/")
    if folder == "bench":
        return figures.page(name.removesuffix(".md"), text)
    if folder == "rules":
        game, language = [*name.removesuffix(".md").split("."), "en"][:2]
        return rules.page(text, game, language)
    if there == "explanation/rulings.md":
        return f"{text}\n{rules.rulings(root)}"
    return text


def unlisted(nav: list[Any], folder: Path) -> list[str]:
    """Pages missing from the navigation."""
    named = set(_named(nav))
    return sorted(name for path in folder.rglob("*.md") if (name := path.relative_to(folder).as_posix()) not in named)


def _named(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    else:
        for part in nav.values() if isinstance(nav, dict) else nav:
            yield from _named(part)

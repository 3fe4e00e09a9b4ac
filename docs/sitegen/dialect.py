"""Convert GitHub's Markdown into the dialect of MkDocs.

Python-Markdown nests lists by four spaces and wants an empty line before a list; links that lead out of `docs/` have to
be mapped to where the page stands on the site.
"""

import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

_FENCE: Final = re.compile(r"^\s*(```|~~~)")
_ITEM: Final = re.compile(r"^( *)(?:[-*]|\d+\.) ")
_COMMENT: Final = re.compile(r"^<!-- [^>]* -->\n", re.MULTILINE)
_LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_CJK: Final = "\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef"
_JAPANESE_BREAK: Final = re.compile(rf"([{_CJK}]\**)\n *(\**[{_CJK}])")


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Apply a change outside fenced code blocks."""
    parts: list[str] = []
    plain: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if fence:
            parts.append(line)
            if mark and mark[1] == fence:
                fence = ""
        elif mark:
            parts += [change("".join(plain)), line]
            plain, fence = [], mark[1]
        else:
            plain.append(line)
    return "".join([*parts, change("".join(plain))])


def lists(text: str) -> str:
    """Indent nested lists by four spaces per level, and put an empty line before each list."""
    lines: list[str] = []
    before = ""
    inside = False
    for line in text.splitlines():
        item = _ITEM.match(line)
        if item:
            if before.strip() and not inside:
                lines.append("")
            inside = True
            line = " " * len(item[1]) + line
        elif not line.strip():
            # After an empty line, only indented text belongs to the list.
            pass
        elif not line.startswith(" ") and not before.strip():
            inside = False
        elif inside and line.startswith("  ") and not before.strip():
            line = "  " + line
        lines.append(line)
        before = line
    return "\n".join(lines) + ("\n" if text.endswith("\n") else "")


def japanese(text: str) -> str:
    """Japanese has no spaces between words, so a line break within a sentence must not become one."""
    return _JAPANESE_BREAK.sub(r"\1\2", _JAPANESE_BREAK.sub(r"\1\2", text))


def links(text: str, page: str, where: Mapping[str, str], root: Path) -> str:
    """Links mapped to the site: `page` is the page's path in the repository, `where` maps such paths to the site's.

    What is in the repository but not on the site, such as a source file, is only named. What does not exist stays as it
    is, so that the strict build fails on it.
    """
    folder = posixpath.dirname(page)
    here = posixpath.dirname(where[page])

    def change(match: re.Match[str]) -> str:
        bang, words, target = match.groups()
        path, mark, anchor = target.partition("#")
        if not path or "://" in path or path.startswith(("mailto:", "/")):
            return match[0]
        source = posixpath.normpath(posixpath.join(folder, path))
        if source in where:
            return f"{bang}[{words}]({posixpath.relpath(where[source], here or '.')}{mark}{anchor})"
        return words if not bang and (root / source).exists() else match[0]

    return _LINK.sub(change, text)


def translated(text: str, page: str, where: Mapping[str, str], root: Path) -> str:
    """Convert a page of the repository to a page of the site."""

    def change(plain: str) -> str:
        return lists(links(_COMMENT.sub("", plain), page, where, root))

    return outside_code(text, change)

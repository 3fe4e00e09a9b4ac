"""The site generator: Markdown dialect, figures read from tables, plots, the API page."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "docs"))

from openapi import FILE, document  # noqa: E402
from sitegen import dialect, figures, finish, http, pages, rules  # noqa: E402
from sitegen.plots import Plot, Point, Row, svg  # noqa: E402

pytestmark = pytest.mark.once


def test_the_written_api_matches_the_code() -> None:
    assert FILE.read_text("utf-8") == document(), "run `make contract`"


# Markdown


def test_lists_are_nested_as_python_markdown_wants_it() -> None:
    text = "Words:\n- one\n  - two\n    more\n- three\n\nWords\n"
    assert dialect.lists(text) == "Words:\n\n- one\n    - two\n    more\n- three\n\nWords\n"


def test_code_is_left_alone() -> None:
    text = "a\n- b\n```\na\n- b\n[x](../src/y.py)\n```\n"
    changed = dialect.outside_code(text, lambda plain: plain.upper())
    assert changed == "A\n- B\n```\na\n- b\n[x](../src/y.py)\n```\n"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("[a](../bench/speed.md#x)", "[a](bench/speed.md#x)"),
        ("[a](hosting.md)", "[a](hosting.md)"),
        ("![a](images/home.png)", "![a](images/home.png)"),
        ("[`fair.py`](../src/zashiki/core/fair.py)", "`fair.py`"),  # not on the site, so only its name remains
        ("[a](nowhere.md)", "[a](nowhere.md)"),  # stays, and fails the strict build
        ("[a](#here) [b](https://example.org/x)", "[a](#here) [b](https://example.org/x)"),
        ("[a](../src/zashiki/games/hijun/rules.ja.md)", "[a](rules/hijun.ja.md)"),
    ],
)
def test_links_are_rewritten_for_the_site(written: str, expected: str) -> None:
    where = pages.sources(ROOT)
    assert dialect.links(written, "docs/library.md", where, ROOT) == expected


def test_links_from_a_folder_go_up() -> None:
    where = pages.sources(ROOT)
    assert dialect.links("[a](../../CHANGELOG.md)", "docs/how-to/upgrade.md", where, ROOT) == "[a](../changelog.md)"


def test_a_line_break_in_japanese_is_no_space() -> None:
    assert dialect.japanese("花札を\n  取ります。\nA\nB 花\n札") == "花札を取ります。\nA\nB 花札"


def test_a_rules_page_has_no_pictures_and_links_its_rules() -> None:
    text = "# Title\n\n- **HG-1.1** One, as in HG-1.2 and HG-9.9.\n\n![a](picture:kinds)\n\n- **HG-1.2** Two.\n"
    page = rules.page(text, "hagakure", "en")
    assert "picture" not in page.replace("With pictures", "")
    assert "- **HG-1.1**{ #HG-1.1 .rule } One, as in [HG-1.2](#HG-1.2) and HG-9.9." in page


def test_the_navigation_lists_the_rules_of_every_game(tmp_path: Path) -> None:
    for game, english, japanese in (("ume", "Ume 梅", "梅"), ("kiku", "Kiku 菊", "菊 Kiku")):
        folder = tmp_path / "src" / "zashiki" / "games" / game
        folder.mkdir(parents=True)
        (folder / "rules.md").write_text(f"# {english}\n\nRules", "utf-8")
        (folder / "rules.ja.md").write_text(f"# {japanese}\n", "utf-8")
    assert rules.contents(tmp_path) == [
        {"菊 Kiku": "rules/kiku.md"},
        {"梅 Ume": "rules/ume.md"},
        {"日本語": [{"菊": "rules/kiku.ja.md"}, {"梅": "rules/ume.ja.md"}]},
    ]
    listed = json.dumps(rules.contents(ROOT))
    assert all(f'"{page}"' in listed for page in pages.sources(ROOT).values() if page.startswith("rules/"))


def test_a_page_missing_from_the_navigation_is_reported(tmp_path: Path) -> None:
    for name in ("index.md", "a/b.md", "new.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("#", "utf-8")
    assert pages.unlisted([{"Start": "index.md"}, {"Part": [{"B": "a/b.md"}]}], tmp_path) == ["new.md"]


# Figures


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("2.32 M (6.8×)", [2.32e6, 6.8]),
        ("1,207 k", [1.207e6]),
        ("143 of 150 kB", [143, 150]),
        ("0.157 ± 0.025", [0.157, 0.025]),
        ("72.7% to 92.6%", [72.7, 92.6]),
        ("—", []),
        ("", []),
    ],
)
def test_figures_are_read_from_cells(cell: str, found: list[float]) -> None:
    assert figures.numbers(cell) == pytest.approx(found)


def test_a_plot_precedes_its_table() -> None:
    source = (ROOT / "bench" / "rivals.md").read_text("utf-8")
    page = figures.page("rivals", source)
    plot, table = page.index("<figure"), page.index("| game |")
    assert plot < table
    assert page.replace(page[plot:table], "") == source
    assert "\n\n" not in page[plot:table].rstrip("\n"), "an empty line would end the HTML"


def test_the_strengths_match_the_measurements() -> None:
    page = figures.strength(ROOT / "bench" / "ladder.json")
    kept = json.loads((ROOT / "bench" / "ladder.json").read_text("utf-8"))
    assert page.count(" against ") >= len(kept)
    for result in kept.values():
        assert f"| {result['row']['share']:.1%} |" in page


def marks(plot: Plot) -> list[float]:
    """Return the positions of a plot's circles, in the order they are drawn."""
    text = svg(plot)
    drawing = ElementTree.fromstring(text[text.index("<svg") : text.index("</svg>") + 6])
    return [float(one.attrib["cx"]) for one in drawing.iter("circle")]


def test_a_plot_puts_figures_in_proportion() -> None:
    rows = [Row(str(value), [Point(value)]) for value in (0.0, 1.0, 2.0, 4.0)]
    zero, one, two, four = marks(Plot("t", "a", rows))
    assert two - zero == pytest.approx(2 * (one - zero), abs=0.2)
    assert four - zero == pytest.approx(4 * (one - zero), abs=0.2)


def test_a_logarithmic_plot_puts_ratios_in_proportion() -> None:
    rows = [Row(str(value), [Point(value)]) for value in (1.0, 10.0, 100.0)]
    one, ten, hundred = marks(Plot("t", "a", rows, logarithmic=True))
    assert hundred - ten == pytest.approx(ten - one, abs=0.2)


def test_series_differ_by_shape_and_words_are_escaped() -> None:
    text = svg(Plot("a < b", "c & d", [Row("<e>", [Point(1), Point(2), Point(3)])], ["x", "y", "z"]))
    drawing = ElementTree.fromstring(text[text.index("<svg") : text.index("</svg>") + 6])
    shapes = [one.tag for one in drawing.iter() if "mark" in one.attrib.get("class", "")]
    assert shapes == ["circle", "rect", "path"] * 2  # in the legend, and in the row
    assert "<e>" not in text
    assert "style" not in text


# The page on the API, and what is done to the built site


def test_types_are_linked() -> None:
    schema = {"anyOf": [{"type": "array", "items": {"$ref": "#/components/schemas/TableData"}}, {"type": "null"}]}
    assert http._type(schema) == "list of [TableData](#schema-tabledata) or null"
    assert http._type({"enum": ["open", "link"]}) == '`"open"`, `"link"`'


def test_scripts_move_into_files(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "index.html"
    inner.parent.mkdir()
    inner.write_text('<link rel="canonical" href="http://any/a/"><script>one()</script><script src="x.js"></script>')
    (tmp_path / "404.html").write_text("<script>one()</script>")
    finish.finish(tmp_path, "/docs/")
    (script,) = (tmp_path / "assets" / "inline").glob("*.js")
    assert script.read_text() == "one()"
    assert inner.read_text() == f'<script src="../assets/inline/{script.name}"></script><script src="x.js"></script>'
    assert (tmp_path / "404.html").read_text() == f'<script src="/docs/assets/inline/{script.name}"></script>'

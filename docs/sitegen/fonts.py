"""Regenerate the site's fonts: `python docs/sitegen/fonts.py`, with fontTools and brotli installed, after `make web`.

Latin letters come as they are from the client's fonts. Of the Japanese ones each font holds just those that the site
shows. One that is missing, because a page has changed since, comes from the reader's system: this is run now and then.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT: Final = Path(__file__).parents[2]
TARGET: Final = ROOT / "docs" / "theme" / "assets" / "zashiki"
FIRST_JAPANESE: Final = 0x3000
FONTS: Final = (
    ("zen-kaku-gothic-new", "400"),
    ("zen-kaku-gothic-new", "700"),
    ("shippori-mincho", "600"),
)


def characters() -> set[int]:
    """Every Japanese character on the site."""
    sys.path.insert(0, str(ROOT / "docs"))
    from sitegen.pages import stage

    with tempfile.TemporaryDirectory() as folder:
        stage(ROOT, Path(folder))
        found = {ord(letter) for page in Path(folder).rglob("*.md") for letter in page.read_text("utf-8")}
    found |= {ord(letter) for letter in (ROOT / "docs" / "mkdocs.yml").read_text("utf-8")}
    return {letter for letter in found if letter >= FIRST_JAPANESE}


def main() -> None:
    """Write all fonts."""
    wanted = characters()
    for family, weight in FONTS:
        folder = ROOT / "web" / "node_modules" / "@fontsource" / family
        name = f"{family}-japanese-{weight}-normal.woff2"
        latin = f"{family}-latin-{weight}-normal.woff2"
        shutil.copyfile(folder / "files" / latin, TARGET / latin)
        slices = []
        for face in re.findall(r"@font-face \{(.*?)\}", (folder / f"{weight}.css").read_text("utf-8"), re.DOTALL):
            file = re.search(r"url\(\./files/([^)]+\.woff2)\)", face)
            assert file is not None
            slices.append(folder / "files" / file[1])
        with tempfile.TemporaryDirectory() as temporary:
            used = []
            for number, path in enumerate(slices):
                font = TTFont(path)
                if wanted & set(font.getBestCmap()):
                    font.flavor = None
                    options = Options()
                    options.layout_features = []
                    options.glyph_names = False
                    cutter = Subsetter(options)
                    cutter.populate(unicodes=wanted)
                    cutter.subset(font)
                    used.append(str(Path(temporary, f"{number}.ttf")))
                    font.save(used[-1])
            merged = Merger().merge(used)
            merged.flavor = "woff2"
            merged.save(TARGET / name)
        print(name, (TARGET / name).stat().st_size, "bytes")


if __name__ == "__main__":
    main()

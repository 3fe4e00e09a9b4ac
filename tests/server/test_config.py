"""Settings: their sources, their errors, and their documentation in docs/hosting.md."""

import os
import re
from pathlib import Path

import pytest

from zashiki.server.config import KNOWN, PREFIX, BadConfig, Config, load
from zashiki.server.metrics import Metrics

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without settings, and no settings from outside."""
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith(PREFIX) and name != f"{PREFIX}EXPECT_LANE":
            monkeypatch.delenv(name)


def between(name: str) -> str:
    return PAGE.partition(f"<!-- {name} -->\n")[2].partition(f"<!-- /{name} -->")[0]


def test_every_setting_is_documented() -> None:
    documented = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+) \|$", between("settings"), re.M)
    assert [name for name, _, _ in documented] == list(Config.model_fields)
    for name, usual, about in documented:
        field = Config.model_fields[name]
        assert about == field.description
        if field.default_factory is None:
            default = "nothing" if field.default is None else f"`{field.default!s}`"
            assert usual.lower() == default.lower(), name


def test_every_metric_is_documented() -> None:
    documented = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", between("metrics"), re.M))
    families = list(Metrics().registry.collect())
    assert documented == {one.name + ("_total" if one.type == "counter" else ""): one.documentation for one in families}


def test_the_command_line_overrides_the_environment_which_overrides_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "zashiki.toml").write_text('port = 1000\nhost = "file"\nlog = "json"\n', "utf-8")
    monkeypatch.setenv("ZASHIKI_PORT", "2000")
    monkeypatch.setenv("ZASHIKI_HOST", "environment")
    found = load(host="command", port=None)
    assert (found.host, found.port, found.log) == ("command", 2000, "json")


def test_another_config_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.toml").write_text("port = 1234\n", "utf-8")
    assert load("other.toml").port == 1234
    monkeypatch.setenv("ZASHIKI_CONFIG", "other.toml")
    assert load().port == 1234


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("prot = 1", "prot"),
        ("port = 'eighty'", "port: .*integer"),
        ("port = 70000", "port: .*65535"),
        ("rate_chat = 'often'", "rate_chat: 'often' is not a rate; write it like '10/minute'"),
        ("log = 'xml'", "log: .*'json' or 'text'"),
        ("port = ", "TOML"),
        ("bot_pace = -1", "bot_pace: .*greater than or equal to 0"),
    ],
)
def test_a_wrong_setting_is_reported_in_one_line(tmp_path: Path, text: str, line: str) -> None:
    (tmp_path / "zashiki.toml").write_text(text, "utf-8")
    with pytest.raises(BadConfig, match=line) as wrong:
        load()
    assert "\n" not in str(wrong.value)


def test_a_missing_config_file() -> None:
    with pytest.raises(BadConfig, match=r"missing\.toml.*No such file"):
        load("missing.toml")


def test_a_misspelt_variable_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZASHIKI_DATABSE", "sqlite:///x.db")
    with pytest.raises(BadConfig, match=r"environment: 'ZASHIKI_DATABSE'.*ZASHIKI_DATABASE"):
        load()
    assert "ZASHIKI_DATABASE" in KNOWN


def test_the_documented_example_is_valid(tmp_path: Path) -> None:
    (tmp_path / "zashiki.toml").write_text(re.findall(r"```toml\n(.*?)```", PAGE, re.S)[0], "utf-8")
    assert load().rate_guests == "5/minute"

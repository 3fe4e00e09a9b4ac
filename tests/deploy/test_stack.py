"""`Containerfile`, `compose.yaml` and `.env.example` match the code. Needs no container engine."""

import json
import re
import shlex
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import yaml  # type: ignore[import-untyped]

from zashiki.cli.main import app
from zashiki.server.app import create_app
from zashiki.server.config import KNOWN, PREFIX, Config

pytestmark = pytest.mark.once

ROOT: Final = Path(__file__).parents[2]
COMPOSE: Final = (ROOT / "compose.yaml").read_text("utf-8")
CADDYFILE: Final = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")
ENVIRONMENT: Final = (ROOT / ".env.example").read_text("utf-8")
HOSTING: Final = (ROOT / "docs" / "hosting.md").read_text("utf-8")
OWN: Final = ("server", "bots")
"""The services that are ours."""
FIXED: Final = {"host", "port", "durable", "client", "docs", "backup_to", "backup_every", "backup_days"}
"""Settings that have no meaning in the stack: the image sets them, or only SQLite knows them."""

Json = dict[str, Any]


@cache
def services() -> dict[str, Json]:
    found: dict[str, Json] = yaml.safe_load(COMPOSE)["services"]
    return found


@cache
def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, each with its words."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text("utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [(first, rest) for first, _, rest in (line.partition(" ") for line in lines if line.strip())]


def arguments_of(kind: str) -> list[str]:
    return [rest for first, rest in instructions() if first == kind]


def stages() -> list[list[tuple[str, str]]]:
    found: list[list[tuple[str, str]]] = []
    for first, rest in instructions():
        if first == "FROM":
            found.append([])
        if found:
            found[-1].append((first, rest))
    return found


def variables(text: str) -> dict[str, str]:
    """`NAME=value` pairs."""
    return dict(word.split("=", 1) for word in shlex.split(text))


def packages(lock: str) -> dict[str, str]:
    """The packages of a lock file, with their versions and hashes."""
    text = (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8")
    return dict(re.findall(r"^([\w.-]+)(==[^ ]+)[^\n]*\\\n(?:    --hash=\S+(?: \\)?\n)+", text, re.MULTILINE))


def routes() -> set[str]:
    return {getattr(route, "path", "") for route in create_app().routes}


# The image


def test_the_image_copies_only_existing_files() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert ignored[ignored.index("*") :][0] == "*"
    kept = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    copied = set()
    for rest in arguments_of("COPY"):
        *sources, _ = rest.split()
        if sources[0].startswith("--from="):
            continue
        for source in sources:
            assert (ROOT / source).exists(), source
            copied.add(source.partition("/")[0])
    assert copied == kept


def test_the_image_is_built_from_the_lock_files_alone() -> None:
    installs = [
        part
        for rest in arguments_of("RUN")
        for part in rest.split("&&")
        if re.search(r"\bpip\b.* (install|wheel)\b", part)
    ]
    locked = [match[1] for part in installs if (match := re.search(r"--require-hashes -r (\S+)", part))]
    assert locked == ["requirements/build.txt", "requirements/cluster.txt"]
    # The rest is our own package, which may fetch nothing.
    own = [part for part in installs if "--require-hashes" not in part]
    assert len(own) == 2
    assert all("--no-deps" in part for part in own)
    assert "--no-build-isolation" in own[0]
    assert "--no-index" in own[1]


@pytest.mark.parametrize("lock", ["build", "cluster"])
def test_the_image_contains_what_is_tested(lock: str) -> None:
    found, tested = packages(lock), packages("dev")
    assert found
    assert {name: version for name, version in found.items() if tested.get(name) != version} == {}


def test_the_lock_files_of_the_image_are_complete() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    run, cluster, build = packages("run"), packages("cluster"), packages("build")
    assert run.items() <= cluster.items()

    def names(wanted: list[str]) -> set[str]:
        return {re.split(r"[\[<>=~!; ]", one, maxsplit=1)[0].replace("_", "-").lower() for one in wanted}

    extras = project["project"]["optional-dependencies"]
    wanted = [*extras["cli"], *extras["server"], *extras["cluster"], *project["project"]["dependencies"]]
    assert names([one for one in wanted if not one.startswith("zashiki[")]) <= cluster.keys()
    assert names(project["build-system"]["requires"]) <= build.keys()


def test_the_image_runs_unprivileged_and_stops_gracefully() -> None:
    last = stages()[-1]
    last_by_kind = dict(last)
    user, _, group = last_by_kind["USER"].partition(":")
    assert user.isdecimal()
    assert group.isdecimal()
    assert int(user) > 0
    assert last_by_kind["STOPSIGNAL"] == "SIGTERM"
    assert json.loads(last_by_kind["ENTRYPOINT"]) == ["/opt/zashiki/bin/zashiki"]
    assert json.loads(last_by_kind["CMD"])[0] in commands()
    assert not [rest for first, rest in last if first == "RUN" and "apt-get" in rest]


def test_the_settings_of_the_image() -> None:
    (text,) = arguments_of("ENV")
    given = {name: value for name, value in variables(text).items() if name.startswith(PREFIX)}
    assert given.keys() <= KNOWN
    (volume,), (port,) = arguments_of("VOLUME"), arguments_of("EXPOSE")
    assert given[f"{PREFIX}PORT"] == port == str(Config.model_fields["port"].default)
    assert given[f"{PREFIX}DATABASE"].startswith(f"sqlite:///{volume}/")
    assert set(arguments_of("WORKDIR")[-1:]) == {volume}


def test_the_base_has_a_tag() -> None:
    arguments = dict(rest.split("=", 1) for rest in arguments_of("ARG") if "=" in rest)
    assert re.fullmatch(r"\S+/python:3\.\d+-slim-\w+", arguments["BASE"])
    assert {rest.split()[0] for rest in arguments_of("FROM")} == {"${BASE}"}
    (default,) = {services()[name]["build"]["args"]["BASE"] for name in OWN}
    assert default == f"${{BASE:-{arguments['BASE']}}}"
    assert f"BASE={arguments['BASE']}" in ENVIRONMENT
    assert set(services()["server"]["build"]["args"]) <= arguments.keys()


# The stack


def commands() -> set[str]:
    return {one.name or (one.callback.__name__ if one.callback else "") for one in app.registered_commands}


@pytest.mark.parametrize("name", OWN)
def test_every_setting_of_the_stack_exists(name: str) -> None:
    given = services()[name]["environment"]
    assert given.keys() <= KNOWN


def test_every_setting_can_be_in_the_environment_file() -> None:
    given = {variable for name in OWN for variable in services()[name]["environment"]}
    wanted = {f"{PREFIX}{name.upper()}" for name in Config.model_fields if name not in FIXED}
    assert given == wanted


def test_the_services_of_the_stack_agree() -> None:
    server, bots = (services()[name]["environment"] for name in OWN)
    shared = {"DATABASE", "REDIS", "PUBLIC_URL", "LOG", "LOG_LEVEL", "WEBHOOK", "WEBHOOK_SECRET"}
    for setting in shared:
        assert server[PREFIX + setting] == bots[PREFIX + setting]
    assert services()["server"]["image"] == services()["bots"]["image"]
    assert services()["bots"]["command"][0] in commands()


def test_the_example_environment_is_complete() -> None:
    asked = set(re.findall(r"\$\{(\w+)", COMPOSE))
    needed = set(re.findall(r"\$\{(\w+):\?", COMPOSE))
    offered = re.findall(r"^#?([A-Z_]+)=", ENVIRONMENT, re.MULTILINE)
    assert len(offered) == len(set(offered))
    assert asked <= set(offered)
    assert set(offered) - asked <= KNOWN
    # What must be given is empty in the example: nobody gets a password that everybody knows.
    assert set(re.findall(r"^([A-Z_]+)=$", ENVIRONMENT, re.MULTILINE)) == needed
    assert ".env" in (ROOT / ".gitignore").read_text("utf-8").split()


@pytest.mark.parametrize("name", services())
def test_every_service_is_bounded(name: str) -> None:
    service = services()[name]
    image = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", service["image"])
    assert re.fullmatch(r"(?:docker\.io/library|localhost)/[a-z]+:[\w.-]+", image)
    assert service["restart"] == "unless-stopped"
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert set(service.get("cap_add", [])) == ({"NET_BIND_SERVICE"} if name == "caddy" else set())
    assert set(service.get("ports", [])) == ({"80:80", "443:443", "443:443/udp"} if name == "caddy" else set())
    # One starts after what it needs: that must have a health check.
    for other, how in service.get("depends_on", {}).items():
        assert how == {"condition": "service_healthy"}
        assert "test" in services()[other]["healthcheck"]


def test_the_databases_cannot_be_reached_from_outside() -> None:
    networks = yaml.safe_load(COMPOSE)["networks"]
    for name in ("postgres", "redis"):
        assert all(networks[network]["internal"] for network in services()[name]["networks"])
    assert not set(services()["caddy"]["networks"]) & set(services()["postgres"]["networks"])
    assert set(services()["caddy"]["networks"]) & set(services()["server"]["networks"])


def test_bots_use_the_cores_they_get() -> None:
    limits = services()["bots"]["deploy"]["resources"]["limits"]
    assert limits["cpus"] == services()["bots"]["environment"][f"{PREFIX}BOT_PROCESSES"]
    assert limits["memory"]


def test_the_health_check_uses_an_existing_path() -> None:
    (text,) = arguments_of("HEALTHCHECK")
    command = json.loads(text[text.index("[") :])
    assert ["CMD", *command] == services()["server"]["healthcheck"]["test"]
    (path,) = re.findall(r"'GET', '([^']+)'", command[-1])
    assert path in routes()
    assert command[0].startswith(arguments_of("COPY")[-1].split()[-1])
    compile(command[-1], "health", "exec")


def test_the_caddyfile_fits_the_stack() -> None:
    assert "./deploy/Caddyfile:/etc/caddy/Caddyfile:ro,z" in services()["caddy"]["volumes"]
    asked = dict(re.findall(r"\{\$(\w+)(?::(\w+))?\}", CADDYFILE))
    assert asked.pop("DOMAIN") == ""
    assert asked == {"SERVER_NAME": "server", "SERVER_PORT": arguments_of("EXPOSE")[0]}
    assert "server" in services()
    (hidden,) = re.findall(r"@private path (\S+)", CADDYFILE)
    assert hidden in routes()


# The page


def test_documented_commands_exist() -> None:
    page = HOSTING.split("\n## Containers\n")[1].split("\n## ")[0]
    blocks = "\n".join(re.findall(r"```\n(.*?)```", page, re.DOTALL))
    assert "docker compose up" in blocks
    for name in re.findall(r"--scale (\w+)=", blocks):
        assert name in services()
    for name in re.findall(r"docker compose (?:build|exec|logs|stop|restart)(?: -\S+)* (\w+)", blocks):
        assert name in services()
    for name in re.findall(r"\bzashiki_(\w[\w-]*)\b", blocks):
        assert name in yaml.safe_load(COMPOSE)["volumes"]
    for path in re.findall(r"(?:deploy/|\.env\.)[\w.]+", page):
        assert (ROOT / path).exists(), path
    for name in re.findall(r"ZASHIKI_[A-Z_]+", page):
        assert name in KNOWN

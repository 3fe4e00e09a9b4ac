"""The contract of the client matches the code; `make contract` renews it."""

import importlib.util
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"


def made() -> dict[str, str]:
    """The files that `web/contract.py` would write."""
    spec = importlib.util.spec_from_file_location("contract", WEB / "contract.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    files: dict[str, str] = module.contract()
    return files


MADE = made()


def test_there_are_no_other_files() -> None:
    assert {path.name for path in (WEB / "contract").iterdir()} == MADE.keys()


@pytest.mark.parametrize("name", MADE)
def test_the_contract_is_up_to_date(name: str) -> None:
    written = (WEB / "contract" / name).read_text("utf-8")
    assert written == MADE[name], f"{name} does not match the code any more: make contract"


def test_the_lock_file_contains_no_registry_urls() -> None:
    lock = (Path(__file__).parents[2] / "web" / "package-lock.json").read_text("utf-8")
    assert '"integrity"' in lock
    assert "://" not in lock, "`npm install` has written addresses: remove the fields `funding` and `resolved`"

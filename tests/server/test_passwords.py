"""Which passwords may be chosen."""

import pytest

from server.client import PASSWORD, RunningServer

REFUSED = [
    ("password", "common"),
    ("12345678", "common"),
    ("iloveyou1", "common"),
    ("p4ssw0rd", "common"),
    ("Misaki Ko", "name"),
    ("misaki.ko1", "name"),
    ("hagakure!", "name"),
    ("zashiki99", "name"),
    ("bcdefghij", "pattern"),
    ("2001-05-17", "pattern"),
    ("abcabcabcabc", "pattern"),
]


@pytest.mark.parametrize(("password", "reason"), REFUSED)
async def test_passwords_that_are_guessed_first_are_refused(server: RunningServer, password: str, reason: str) -> None:
    guest = await server.guest("Guest")
    error = await guest.refused("bad-request", "POST", "me/account", 422, name="Misaki Ko", password=password)
    assert error["facts"] == {"reason": f"password.{reason}"}
    assert error["where"] == ["body", "password"]
    assert error["value"] is None
    account = await (await server.guest()).account("Misaki Ko")
    error = await account.refused("bad-request", "PUT", "me/password", 422, old=PASSWORD, new=password)
    assert error["where"] == ["body", "new"]


async def test_hard_passwords_of_any_kind_are_accepted(server: RunningServer) -> None:
    good = (
        "tomato-lamp",
        "xkqzjwvy",
        "aB3$kfu9",
        "correct horse battery staple",
        "花見酒は月見酒だと思う",
        "k2vq-x7ba" + "y" * 190,
    )
    for number, password in enumerate(good):
        await (await server.guest()).account(f"Name {number}", password)

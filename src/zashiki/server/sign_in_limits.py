"""How often passwords may be tried, so that nobody can guess one, and nobody can keep its owner out.

Whoever guesses is limited by their network, and for each name by their network and by all networks together. The owner
is not, on a device where they have signed in before: it has an allowance of its own, which nobody else can use up.
"""

from fastapi import Request
from limits import parse

from zashiki.server.addresses import network_at
from zashiki.server.authentication import DEVICE_COOKIE
from zashiki.server.services import Services
from zashiki.store.people import folded, key_of


async def spend_password(services: Services, request: Request, name: str, player: str | None) -> None:
    """Count a password that is tried for a name; `Refused` if there were too many. `player` is whose name it is."""
    limits, config = services.rate_limits, services.config
    device = request.cookies.get(DEVICE_COOKIE)
    if device and await services.devices.is_known(device, player):
        await limits.spend(config.rate_passwords, "passwords on", key_of(device))
        return
    network, login = network_at(request), folded(name)
    await limits.spend(config.rate_password_networks, "passwords", network)
    await limits.spend(config.rate_passwords, "passwords for", network, login)
    # Last, and only a part of it: otherwise one network could use up what all of them may try.
    await limits.spend(_share(config.rate_password_names), "passwords of", network, login)
    await limits.spend(config.rate_password_names, "passwords of", login)


async def spend_code(services: Services, request: Request, player: str) -> None:
    """Count a code of an authenticator app that is tried after the right password; `Refused` if there were too many.

    Strangers do not get that far. Whoever has the password can use up what all unknown devices may try, which is
    little, as a code is short; the owner still has known devices, passkeys and recovery codes.
    """
    device = request.cookies.get(DEVICE_COOKIE)
    known = bool(device) and await services.devices.is_known(device or "", player)
    await services.rate_limits.spend(services.config.rate_codes, "codes", key_of(device or "") if known else player)


def _share(rate: str) -> str:
    """A tenth of a rate, which one network may use."""
    whole = parse(rate)
    return f"{max(1, whole.amount // 10)} per {whole.multiples} {whole.GRANULARITY.name}"

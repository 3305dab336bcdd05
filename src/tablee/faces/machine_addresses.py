"""The addresses of this machine, and the names by which browsers ask for it.

The module reads the system's network interfaces. It must not know a server or a route.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence

import psutil

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
EVERYWHERE = {"0.0.0.0": (4,), "::": (4, 6)}
"""Address for all addresses of the machine -> their versions of IP."""
PROBES = {4: (socket.AF_INET, "192.0.2.1"), 6: (socket.AF_INET6, "2001:db8::1")}
"""Version of IP -> its family and a documentation address (RFC 5737, RFC 3849). No packet is sent
there: the system only chooses the address from which it would send."""


def ip_of(text: str) -> Address | None:
    """Return an IP address, None for a name. An IPv4 address written as IPv6, which a socket for both
    versions gives (RFC 4291, section 2.5.5.2), is the IPv4 address."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def is_loopback(host: str) -> bool:
    """Return whether only this machine finds itself by a name or an address."""
    found = ip_of(host.removeprefix("[").removesuffix("]"))
    return host == "localhost" if found is None else found.is_loopback


def in_url(host: str) -> str:
    """Return a name or an address as it is written in a URL (RFC 3986, section 3.2.2)."""
    return f"[{host}]" if ":" in host else host


def network_addresses(versions: Sequence[int] = (4, 6)) -> list[str]:
    """Return the addresses of this machine on its networks: IPv4 before IPv6, and first of each the
    address of the default route. Addresses that need the name of an interface are left out."""
    running = {name for name, each in psutil.net_if_stats().items() if each.isup}
    texts = [
        each.address
        for name, addresses in psutil.net_if_addrs().items()
        for each in addresses
        if name in running and each.family in (socket.AF_INET, socket.AF_INET6)
    ]
    found = [each for each in map(ip_of, texts) if each is not None and _is_reachable(each)]
    usual = {_source(version) for version in versions}
    wanted = [each for each in dict.fromkeys(found) if each.version in versions]
    wanted.sort(key=lambda each: (each.version, str(each) not in usual))
    return [str(each) for each in wanted]


def _is_reachable(address: Address) -> bool:
    """Return whether another device of a network can ask for an address."""
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _source(version: int) -> str | None:
    """Return the address of this machine on the default route."""
    family, documented = PROBES[version]
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((documented, 9))
            name: str = probe.getsockname()[0]
            return name
    except OSError:
        return None


def names_of(host: str) -> list[str]:
    """Return the names of a server that listens at an address, as in a URL; the name of links first."""
    if is_loopback(host):
        found = [in_url(host)]
    else:
        versions = EVERYWHERE.get(host)
        addresses = [host] if versions is None else network_addresses(versions) or LOOPBACK[:1]
        found = [*map(in_url, addresses), *machine_names()]
    return list(dict.fromkeys([*found, *LOOPBACK]))


def machine_names() -> list[str]:
    """Return the names of this machine, which other devices may know by mDNS (RFC 6762)."""
    own = socket.gethostname()
    return [own, f"{own}.local"]

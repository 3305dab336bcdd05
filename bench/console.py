"""The time from a change of a form of the console to the new law, on the server and in a browser.

The floor is a static file of the same server in the same run.

`python -m bench.console`, in the environment of the tests; a browser is needed.
"""

from __future__ import annotations

import statistics
import time
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import DESKTOP, FLAGS, address_of, chromium, serving

ROUNDS = 150
CHANGED = """([selector, value]) => new Promise((resolve) => {
  const law = document.querySelector("#pane-law output").textContent;
  const start = performance.now();
  const seen = new MutationObserver(() => {
    if (document.querySelector("#pane-law output")?.textContent !== law) {
      seen.disconnect();
      resolve(performance.now() - start);
    }
  });
  seen.observe(document.body, { subtree: true, childList: true, characterData: true });
  const input = document.querySelector(selector);
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
})"""
WORKS = {
    "Jet de Talent": ("/exil/simple?talent={n}&external={m}", range(-2, 5), "talent", "8"),
    "Jet d’une Poignée": ("/armes_dieux/jet?poignee={n}&sr={m}", range(10, 24), "poignee", "8"),
    "Jet d’action": (
        "/eclats/test?caracteristique=2&bonus={n}&seuil={m}",
        range(12, 15),
        "bonus",
        "8",
    ),
}
"""Name -> an address, the values of `m` with an undecided law, the changed field and its new value."""


def main() -> None:
    print("milliseconds, median and 99th percentile; ratio of the medians to the floor\n")
    with serving() as server, sync_playwright() as started:
        address = address_of(server)
        floor = print_times(
            "floor: a static file", [fetch(f"{address}/static/icon.svg") for _ in range(ROUNDS)], 0
        )
        browser = started.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport=DESKTOP, locale="fr-FR")  # type: ignore[arg-type]
        for name, (path, others, changed, value) in WORKS.items():
            addresses = [path.format(n=n, m=m) for m in others for n in range(1, 6)]
            print_times(
                f"{name}: page with its law", [fetch(address + each) for each in addresses], floor
            )
            times = [in_page(page, address + path.format(n=5, m=m), changed, value) for m in others]
            print_times(f"{name}: from a key to the law in the browser", times, floor)
        browser.close()
        server.terminate()


def fetch(url: str) -> float:
    start = time.perf_counter()
    with urlopen(url) as answer:
        answer.read()
    return (time.perf_counter() - start) * 1000


def in_page(page: Page, address: str, changed: str, value: str) -> float:
    page.goto(address)
    page.wait_for_selector("#pane-law output")
    taken: float = page.evaluate(CHANGED, [f"[name={changed}]", value])
    return taken


def print_times(name: str, times: list[float], floor: float) -> float:
    median = statistics.median(times)
    late = sorted(times)[int(len(times) * 0.99) - 1]
    ratio = f"{median / floor:6.1f}" if floor else "      "
    print(f"{name:58s} {median:7.1f} {late:7.1f} {ratio}")
    return median


if __name__ == "__main__":
    main()

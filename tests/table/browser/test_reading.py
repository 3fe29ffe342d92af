"""Text on the table can be read: its size, and its contrast to what lies behind."""

import pytest

from tablemates.envs.registry import GAMES

pytestmark = pytest.mark.slow

SMALLEST = 11  # pixels of the screen
CONTRAST = 4.5
LARGE = 3.0  # of letters from 18.66 pixels on in bold, from 24 else
#: Every text of the zones that is shown: its words, its size and its contrast. What lies behind it
#: is blended from below as far as it is a plain shape.
TEXTS = """() => {
  const numbers = (paint) => (paint.match(/[\\d.]+/g) ?? []).map(Number);
  const light = (paint) => paint.slice(0, 3).map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
  const over = (below, style, zone) => {
    const [r, g, b, a = 1] = numbers(zone ? style.backgroundColor : style.fill);
    const share = a * (zone ? 1 : style.fillOpacity * style.opacity);
    return r === undefined ? below
      : below.map((one, i) => one * (1 - share) + [r, g, b][i] * share);
  };
  const read = (text) => {
    const style = getComputedStyle(text), box = text.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const stack = document.elementsFromPoint(x, y);
    const zone = stack.findIndex((one) => one.classList.contains("zone"));
    const first = stack.indexOf(text);
    const behind = stack.slice(first + 1, zone + 1)
      .filter((one) => !["svg", "text"].includes(one.tagName)).reverse();
    let ground = [255, 255, 255];
    for (const one of behind) {
      ground = over(ground, getComputedStyle(one), one.classList.contains("zone"));
    }
    const [a, b] = [light(over(ground, style)), light(ground)].sort((p, q) => q - p);
    const matrix = text.getScreenCTM();
    const size = parseFloat(style.fontSize) * Math.hypot(matrix.a, matrix.b);
    return [text.textContent, size, zone < 0 || first < 0 ? null : (a + 0.05) / (b + 0.05),
            Number(style.fontWeight) >= 600];
  };
  return [...document.querySelectorAll("#table .zone:not([hidden]) svg text")]
    .filter((text) => text.getBoundingClientRect().width && text.textContent.trim()).map(read);
}"""


@pytest.mark.parametrize("rules", range(len(GAMES)))
@pytest.mark.parametrize(
    ("players", "choices"),
    [(4, 3), *(pytest.param(n, 8, marks=pytest.mark.exhaustive) for n in (2, 4))],
)
def test_text_on_the_table_is_large_and_dark_enough(visit, rules, players, choices):
    visitor = visit()
    visitor.new_game(rules=rules, players=players)
    small, faint, seen = {}, {}, 0
    for n in range(choices):
        if visitor.over:
            break
        for scheme in ("dark", "light"):
            visitor.page.emulate_media(color_scheme=scheme)
            for words, size, contrast, bold in visitor.page.evaluate(TEXTS):
                seen += 1
                large = size >= (18.66 if bold else 24)
                if size < SMALLEST - 0.05:
                    small[words] = round(size, 1)
                if contrast is not None and contrast < (LARGE if large else CONTRAST):
                    faint[words, scheme] = round(contrast, 2)
        visitor.choose(n % visitor.page.locator("#choices button").count())
    assert seen > 100
    assert (small, faint) == ({}, {})

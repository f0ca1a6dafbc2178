/** Moves through a page by keyboard alone, and checks that every tab stop is visible and uncovered. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from './sent-messages.js';

export const button = (scope: Page | Locator, name: string | RegExp): Locator =>
  scope.getByRole('button', { name, exact: typeof name === 'string' });

/** Tells whether the element or one of its descendants has the focus. */
export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    for (let node: Node | null = active; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
      if (node === element) return true;
    return false;
  });

export interface Focus {
  /** Name for error messages. */
  readonly name: string;
  /** True when no element of the page has the focus. */
  readonly lost: boolean;
  /** True when at least a part of the element is within the window. */
  readonly seen: boolean;
  /** True when no other element covers its centre; of a high element, the centre of its upper 40 px. */
  readonly uncovered: boolean;
  /**
   * True when the element has a focus ring, or is a separator in its focus colour. Form fields always count as marked.
   */
  readonly marked: boolean;
}

/** Returns the focused element, and whether its focus is visible. */
export const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const lost = !active || active === document.body;
    const box = active?.getBoundingClientRect();
    const seen = !!box && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    const name = active?.getAttribute('aria-label') ?? active?.textContent?.trim().slice(0, 40) ?? '';
    let above: Element | null = null;
    if (box && seen) {
      const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height, 40) / 2];
      above = document.elementFromPoint(x, y);
      while (above?.shadowRoot?.elementFromPoint(x, y) && above.shadowRoot.elementFromPoint(x, y) !== above)
        above = above.shadowRoot.elementFromPoint(x, y);
    }
    const around = active?.parentElement;
    const uncovered = !above || !!active?.contains(above) || !!around?.contains(above) || above.contains(active);
    const cover = uncovered
      ? ''
      : ` under ${above?.localName ?? ''} "${above?.textContent?.trim().slice(0, 40) ?? ''}"`;
    const style = active && getComputedStyle(active);
    const text = !!active?.matches('input, textarea, select, [contenteditable=true]');
    // A thin separator shows its focus by colour.
    const edge = active?.getAttribute('role') === 'separator' ? getComputedStyle(active, '::after') : undefined;
    const ring = !!style && (style.outlineStyle !== 'none' || style.boxShadow !== 'none');
    const marked = text || ring || (!!edge && edge.backgroundColor !== 'rgba(0, 0, 0, 0)');
    return { name: `${active?.localName ?? 'nothing'} "${name}"${cover}`, lost, seen, uncovered, marked };
  });

/** Asserts that the focus is visible; returns its name, or undefined if no element of the page has the focus. */
async function visibleFocus(page: Page): Promise<string | undefined> {
  const { name, lost, seen, uncovered, marked } = await focusOf(page);
  // After the last control the browser itself has the focus for one stop.
  if (lost) return undefined;
  assert.ok(seen, `the focus is on ${name}, outside the window`);
  assert.ok(uncovered, `no other element covers ${name}, which has the focus`);
  assert.ok(marked, `the focus on ${name} is visible`);
  return name;
}

/**
 * Presses Tab until the focus leaves the page, at most `most` times. Every stop must be visible.
 * @returns names of the stops
 */
export async function walk(page: Page, key: 'Tab' | 'Shift+Tab', most = 150): Promise<string[]> {
  const stops: string[] = [];
  while (stops.length < most) {
    await page.keyboard.press(key);
    const name = await visibleFocus(page);
    if (name === undefined) break;
    stops.push(name);
  }
  return stops;
}

/** Presses Tab until the target has the focus. Every stop on the way must be visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  const stops: string[] = [];
  for (let pressed = 0; pressed < 90; pressed++) {
    if (await hasFocus(target.first())) return;
    await page.keyboard.press(key);
    stops.push((await visibleFocus(page)) ?? 'no element of the page');
  }
  assert.fail(`${target.toString()} was not reached: ${stops.join(', ')}`);
}
export async function press(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}
/** Waits until the target has the focus. */
export const settled = (what: string, target: Locator) =>
  until(`${what} has the focus`, () => hasFocus(target.first()));
/** Chooses an entry from the open menu. */
export const chooseItem = async (page: Page, name: string) => {
  const item = page.getByRole('menuitem', { name, exact: true });
  await item.waitFor();
  await settled('the menu', page.getByRole('menu').filter({ has: item }));
  for (let pressed = 0; pressed < 12 && !(await hasFocus(item)); pressed++) await page.keyboard.press('ArrowDown');
  assert.ok(await hasFocus(item), `${name} was not reached`);
  await page.keyboard.press('Enter');
};

/**
 * Runs axe on a page including shadow roots. On a whole page, the invisible focus stops of Tabster are excluded. Thus
 * no rule has to be disabled because of these stops.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: { id: string; help: string; nodes: { target: unknown; failureSummary?: string }[] }[];
}

/** Global of the axe-core script, which is injected into the page. */
declare const axe: { run(context: object, options: object): Promise<AxeResult> };

/** Tooltips of controls are rendered above the page, outside of landmarks, and may be shown at any time. */
const isTooltip = (target: unknown): boolean => JSON.stringify(target).includes('"#tooltip-');

/** Checks the whole page. @throws AssertionError that lists rule, element and reason of each violation */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  assert.deepEqual(await axeViolations(page), []);
}

/**
 * Returns rule, element and reason of each violation.
 * @param part the part of the page to check, which takes only a fraction of the time of the whole page; absent: the
 * whole page is checked
 */
export async function axeViolations(page: Page, part?: Locator): Promise<string[]> {
  // axe must not judge colours during a transition; animations longer than a second are not awaited.
  await page.waitForFunction(() => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots) {
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
    }
    return roots
      .flatMap((root) => root.getAnimations())
      .every((one) => one.playState !== 'running' || Number(one.effect?.getComputedTiming().endTime) > 1000);
  });
  // The script is evaluated through the debugger, so that the page's policy does not apply to it.
  await page.evaluate(source);
  // Preloading reads all style sheets, and only a rule about sounds needs it, which the console does not play.
  const options = { resultTypes: ['violations'], preload: false };
  const { violations } = part
    ? await part.evaluate((element, given) => axe.run(element, given), options)
    : await page.evaluate((given) => axe.run({ exclude: ['[data-tabster-dummy]'] }, given), options);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ target }) => id !== 'region' || !isTooltip(target))
      .map(({ target, failureSummary }) => `${id}: ${help}\n  ${JSON.stringify(target)}\n  ${failureSummary ?? ''}`),
  );
}

/**
 * Validation alerts of a form for end-to-end tests: all alerts are compared, so that both missing and additional ones
 * fail.
 */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from './sent-messages.js';

/** Waits until exactly these alerts are shown, in any order. */
export async function expectAlerts(alerts: Locator, ...texts: readonly string[]): Promise<void> {
  const inOrder = (list: readonly string[]): string => list.toSorted().join(' / ');
  let shownTexts: readonly string[] = [];
  await until(`the alerts are ${inOrder(texts)}`, async () => {
    shownTexts = (await alerts.allTextContents()).filter((text) => text !== '');
    return inOrder(shownTexts) === inOrder(texts);
  }).catch((error: Error) => assert.fail(`${error.message}; the form shows ${inOrder(shownTexts)}`));
}

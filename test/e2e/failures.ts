/** Failures for end-to-end tests: makes calls fail and checks the message of the page. */
import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';

/** Waits for a toast with exactly this title and text, and closes it. */
export async function toast(page: Page, title: string, text: string): Promise<void> {
  const card = page
    .getByRole('region', { name: 'Notifications' })
    .locator('[role=alert], [role=status]')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(text, { exact: true }) });
  await card.waitFor();
  await card.getByRole('button', { name: 'Close' }).click();
  await card.waitFor({ state: 'detached' });
}

/** Makes calls of this method and path fail. @returns a function that restores them */
export async function breaks(
  page: Page,
  method: string,
  path: RegExp,
  message: string,
  status = 500,
): Promise<() => Promise<void>> {
  const fail = (route: Route) =>
    route.request().method() === method
      ? route.fulfill({ status, json: { type: 'ApiError', message } })
      : route.fallback();
  await page.route(path, fail);
  return () => page.unroute(path, fail);
}

interface Result {
  readonly type: string;
  messages?: Record<string, unknown>[];
  rows?: Record<string, unknown>[];
  total_results?: number;
}
export interface Answer {
  readonly results: Record<
    string,
    {
      errors: object[];
      search_types: Record<string, Result>;
    }
  >;
}
/** Applies the change to every further response of a search execution. */
export async function answers(page: Page, change: (result: Answer['results'][string]) => void): Promise<void> {
  await page.route(/\/(execute|status\/[^/]+)$/, async (route) => {
    const response = await route.fetch();
    const job = (await response.json()) as Partial<Answer>;
    for (const result of Object.values(job.results ?? {})) change(result);
    await route.fulfill({ response, json: job });
  });
}
/** Returns the id and the value of the first result of the type `kind`. */
export const typeOf = (result: Answer['results'][string], kind: string): readonly [string, Result] => {
  const found = Object.entries(result.search_types).find(([, { type: own }]) => own === kind);
  assert.ok(found, `no result of type ${kind}`);
  return found;
};

/**
 * Shared parts of end-to-end tests: signing in, saved preferences, and errors of a page. The login form has tests of
 * its own. Messages come from `sent-messages.ts`, dashboards from `stored-dashboard.ts`.
 */
import type { BrowserContext, Page } from 'playwright-core';
import type { TestServer } from '../server.js';

export interface Person {
  readonly username: string;
  readonly password: string;
}

/** Gives a browser context the cookie that the login form would set. @param url address of the console */
export async function openSession(
  { request }: BrowserContext,
  url: string,
  { username, password }: Person,
): Promise<void> {
  const answer = await request.post(`${url}/api/system/sessions`, {
    headers: { 'X-Requested-By': 'XMLHttpRequest' },
    data: { username, password, host: '' },
  });
  if (!answer.ok()) throw new Error(`${url}: signing in was answered with ${answer.status()}: ${await answer.text()}`);
}

/** Signs in (by default as the root user), opens the path and waits for the console. */
export async function signIn(page: Page, server: TestServer, path = '/', person?: Person): Promise<void> {
  const { username, password } = person ?? { username: 'admin', password: server.adminPassword };
  await openSession(page.context(), server.url, { username, password });
  await page.goto(`${server.url}${path}`);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** Signs in as the root user at the open login form. */
export async function signInAtForm(page: Page, server: TestServer): Promise<void> {
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(server.adminPassword);
  await page.keyboard.press('Enter');
}

/**
 * Removes routes and stored values that a test left in a page, so that the next test can use the page and its session.
 * Loading an address in an open page takes only half of the processor time that it takes in a new context.
 */
export async function cleanUp(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Resolves when the server has stored preferences of the user: an earlier reload would abort the request. */
export const preferencesSaved = (page: Page): Promise<unknown> =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && /\/preferences$/.test(answer.url()));

/**
 * Records errors thrown by the page and violations of its Content Security Policy from now on.
 * @returns `problems`, to which they are appended
 */
export function problemsOf(page: Page, problems: string[] = []): string[] {
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text()))
      problems.push(`${message.text()} ${JSON.stringify(message.location())}`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return problems;
}

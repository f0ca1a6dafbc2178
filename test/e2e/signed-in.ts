/**
 * What end-to-end tests share about a page: signing in at the login form, and what a page must never say.
 * Messages come from `sent-messages.ts`, dashboards from `stored-dashboard.ts`.
 */
import type { Page } from 'playwright-core';
import type { TestServer } from '../server.js';

export interface Person {
  readonly username: string;
  readonly password: string;
}

/** Opens the path, signs in there (by default as the root user) and waits for the console. */
export async function signIn(page: Page, server: TestServer, path = '/', person?: Person): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await page.getByLabel('Username').fill(person?.username ?? 'admin');
  await page.getByLabel('Password', { exact: true }).fill(person?.password ?? server.adminPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** What the page's policy refused and what it threw from now on. @returns a list that fills by itself, here `problems` */
export function problemsOf(page: Page, problems: string[] = []): string[] {
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text()))
      problems.push(`${message.text()} ${JSON.stringify(message.location())}`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return problems;
}

/**
 * Opens pages of the console consecutively, and reports whether each page is shown and which requests were rejected.
 */
import type { Page, Request } from 'playwright-core';
import { routeOf } from '../../elements/kit/pages.js';

/** Texts that a page shows if it is denied or not found. */
const denials = [
  'Missing Permissions',
  'Missing Stream Permissions',
  'No stream permissions.',
  'You may not read this message.',
  'The dashboard was not found',
  'The search was not found',
  'Page not found',
];
const isExecuted = /Executed in|Create a new widget|There are no widgets/;
const runs = /search|^\/views\/|^\/dashboards\/:/;
/** Milliseconds after which a page that is not ready is reported. No page takes this long, even on a busy machine. */
const readyWithinMs = 30_000;

export interface Visit {
  readonly path: string;
  readonly open: boolean;
  /** Number of distinct requests while the page opened, without those of timers. */
  readonly calls: number;
  readonly refused: readonly string[];
  readonly problems: readonly string[];
}

/** Records the requests that a tab sends to the server. */
class Traffic {
  #calls: { readonly request: Request; readonly status: Promise<number> }[] = [];
  readonly #under = new Set<Request>();

  constructor(page: Page) {
    page.on('request', (request) => {
      this.#under.add(request);
      if (!request.url().includes('/api/') || request.headers()['x-graylog-no-session-extension']) return;
      // Requests that a tab sends while closing have no answer.
      const status = request.response().then(
        (response) => response?.status() ?? 0,
        () => 0,
      );
      this.#calls.push({ request, status });
    });
    page.on('requestfinished', (request) => this.#under.delete(request));
    page.on('requestfailed', (request) => this.#under.delete(request));
  }

  get quiet(): boolean {
    return this.#under.size === 0;
  }

  get count(): number {
    return this.#calls.length;
  }

  /** Number of distinct requests, because slow ones are repeated. */
  get questions(): number {
    return new Set(this.#calls.map(({ request }) => `${request.method()} ${request.url()}`)).size;
  }

  /** Resets the counters. @returns rejected and failed requests so far */
  async refused(): Promise<readonly string[]> {
    const calls = this.#calls;
    this.#calls = [];
    const statuses = await Promise.all(calls.map(({ status }) => status));
    return calls.flatMap(({ request }, at) => {
      const status = statuses[at] ?? 0;
      const bad = status === 401 || status === 403 || status >= 500;
      return bad ? [`${request.method()} ${new URL(request.url()).pathname} ${status}`] : [];
    });
  }
}

/** Browser tab of a signed-in user, in which pages are opened consecutively. */
export class Tab {
  readonly page: Page;
  readonly #url: string;
  readonly #traffic: Traffic;

  /** @param url address of the console, without a slash at the end */
  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    this.#traffic = new Traffic(page);
  }

  close(): Promise<void> {
    return this.page.context().close();
  }

  /** Opens the page by a full load. */
  async load(path: string, params: Readonly<Record<string, string>>): Promise<Visit> {
    await this.page.goto(`${this.#url}${routeOf(path, params)}`);
    return this.#arrived(path);
  }

  /** Navigates to the page within the console. */
  async go(path: string, params: Readonly<Record<string, string>>): Promise<Visit> {
    await this.page.evaluate(
      (to) => {
        const main = document.querySelector('log-console')?.shadowRoot?.querySelector('main');
        // Navigating to the current path leaves the page unchanged.
        const left = location.pathname === to ? [] : [main, main?.firstElementChild?.shadowRoot];
        for (const root of left) root?.querySelectorAll('h1').forEach((head) => (head.dataset['left'] = ''));
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      },
      routeOf(path, params),
    );
    return this.#arrived(path);
  }

  /** Waits until the page is loaded and idle. */
  async #arrived(path: string): Promise<Visit> {
    const traffic = this.#traffic;
    const deadline = Date.now() + readyWithinMs;
    for (;;) {
      // The visit ends only if no request is in flight before and after the page is inspected, and none is sent
      // meanwhile.
      const requestCount = traffic.quiet ? traffic.count : -1;
      const { heads, text } = await this.#shown();
      const denied = denials.some((words) => heads.includes(words) || text.includes(words));
      const ready = denied || (heads.length > 0 && (!runs.test(path) || isExecuted.test(text)));
      const done = ready && traffic.quiet && requestCount === traffic.count;
      if (!done && Date.now() < deadline) continue;
      const calls = traffic.questions;
      const refused = await traffic.refused();
      const problems = [
        ...(ready ? [] : [`${path} is not ready in time: ${heads.join()} ${text.slice(0, 200)}`]),
        ...(!denied && refused.length > 0 ? [`${path} is shown, but the server refused ${refused.join(', ')}`] : []),
      ];
      return { path, open: !denied, calls, refused, problems };
    }
  }

  /**
   * Returns the headings and the text of the main part, or of the element that fills it, once the page is idle. Both
   * are empty while the previous page is shown.
   */
  #shown(): Promise<{ readonly heads: readonly string[]; readonly text: string }> {
    return this.page.evaluate(async () => {
      await new Promise((resolve) => {
        requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(resolve)));
      });
      const main = document.querySelector('log-console')?.shadowRoot?.querySelector('main');
      const inner = main?.firstElementChild?.shadowRoot ?? main;
      if (inner?.querySelector('h1[data-left]')) return { heads: [], text: '' };
      return {
        heads: [...(inner?.querySelectorAll('h1') ?? [])].map(({ textContent }) => textContent),
        text: (inner instanceof HTMLElement ? inner.innerText : inner?.textContent) ?? '',
      };
    });
  }

  async systemMenu(): Promise<readonly string[]> {
    const button = this.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^System/ });
    if ((await button.count()) === 0) return [];
    await button.click();
    const menu = this.page.getByRole('menu');
    await menu.waitFor();
    const found = await menu.getByRole('menuitem').allTextContents();
    await this.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    return found;
  }

  async quickJump(): Promise<readonly string[]> {
    await this.page.keyboard.press('Control+k');
    await this.page.getByRole('option').first().waitFor();
    return this.page
      .getByRole('group', { name: 'Pages' })
      .locator('[role=option] > span:first-child')
      .allTextContents();
  }
}

/**
 * Opens every page of the console as an administrator while all texts of other users are attacks. No script may run, no
 * text may become an element or the address of a link, and the pages must show the texts unchanged. The content
 * security policy is disabled, because it would hide defects of the pages.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { areaPages } from '../../elements/console/area-pages.js';
import { pages as pagesOfConsole } from '../../elements/console/pages.js';
import { World } from '../conformance/world.js';
import { openSession } from '../e2e/signed-in.js';
import { Tab } from '../e2e/visits.js';
import { launch } from '../browser.js';
import { until } from '../until.js';
import { fillSlots } from './attacked-server.js';
import { calledName, slotNames, slotsIn } from './slots.js';

interface Press {
  readonly role: 'button' | 'tab';
  readonly name: string | RegExp;
  /** Name of a slot whose text is shown after the click. */
  readonly shows: string;
}
/** Buttons to press consecutively on pages that show some texts only after a click. */
const presses: Readonly<Record<string, readonly Press[]>> = {
  '/welcome': [{ role: 'button', name: 'Read More', shows: 'long text of an announcement' }],
  '/system/sidecars/:nodeId/status': [{ role: 'button', name: /^Show details/i, shows: 'details of a state' }],
  '/system/sidecars/configuration/new': [
    { role: 'tab', name: /^variables/i, shows: 'description of a variable' },
    { role: 'button', name: 'Edit attacked', shows: 'content of a variable' },
  ],
};

let world: World;
let browser: Browser;
let params: Readonly<Record<string, string>>;

before(async () => {
  [world, browser] = await Promise.all([World.open(), launch()]);
  params = await fillSlots(world);
});
after(async () => {
  await browser.close();
  await world.server.stop();
});

/** Collects the texts and the successful attacks in the page and all shadow roots. */
const inspect = (page: Page): Promise<{ readonly text: string; readonly broken: readonly string[] }> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const broken: string[] = [];
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots) {
      texts.push(root instanceof Document ? root.body.innerText : (root.textContent ?? ''));
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) texts.push(element.value);
        for (const { name, value } of element.attributes) {
          const isAddress = /^(?:href|src|action|formaction|xlink:href|srcdoc|data)$/i.test(name);
          const isDangerous = /^\s*javascript:/i.test(value) || value.startsWith('/attack-');
          if (/^on/i.test(name) || (isAddress && isDangerous))
            broken.push(`<${element.localName} ${name}=${value.slice(0, 100)}>`);
        }
      }
    }
    return { text: texts.join('\n'), broken };
  });

const paramsOf = (path: string): Readonly<Record<string, string>> => ({
  ...params,
  section: 'events',
  type: 'ldap',
  nodeId: (path.startsWith('/system/sidecars') ? params['sidecarId'] : params['nodeId']) ?? '',
  ...(path.startsWith('/dashboards') && { viewId: params['dashboardId'] ?? '' }),
  ...(path.includes('/data_adapter') && { idOrName: 'attacked-adapter' }),
  ...(path.includes('/cache') && { idOrName: 'attacked-cache' }),
  ...(path.includes('/table/') && { idOrName: 'attacked-table' }),
});

test('no text of any slot runs a script, becomes an element or a dangerous link on any page', async (context) => {
  const tab = new Tab(
    await (await browser.newContext({ bypassCSP: true, viewport: { width: 1440, height: 900 } })).newPage(),
    world.server.url,
  );
  const { page } = tab;
  const called: string[] = [];
  await page.exposeFunction(calledName, (slot: number) => called.push(slotNames[slot] ?? String(slot)));
  page.on('dialog', (dialog) => {
    called.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith('/attack-') || (origin !== world.server.url && !/^(data|blob):/.test(request.url())))
      called.push(`request of ${request.url()}`);
  });
  const problems: string[] = [];
  const shown = new Set<number>();
  const look = async (path: string): Promise<void> => {
    const { text, broken } = await inspect(page);
    for (const slot of slotsIn(text)) shown.add(slot);
    problems.push(...[...broken, ...called.splice(0)].map((problem) => `${path}: ${problem}`));
  };
  await page.goto(world.server.url);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await look('sign-in page');
  await openSession(page.context(), world.server.url, { username: 'admin', password: world.server.adminPassword });
  await tab.load('/welcome', {});
  const paths = [...pagesOfConsole, ...areaPages].map(({ path }) => path);
  for (const path of paths) {
    problems.push(...(await tab.go(path, paramsOf(path))).problems);
    await look(path);
    for (const { role, name, shows } of presses[path] ?? []) {
      await page.getByRole(role, { name }).first().click();
      await until(`the ${shows} is shown on ${path}`, async () => {
        await look(path);
        return shown.has(slotNames.indexOf(shows));
      });
    }
  }
  // A snapshot is shown by a separate page, to visitors without an account.
  const title = `${params['username']} of a snapshot`;
  const view = await world.ask<{ id: string }>('GET', `/views/${params['dashboardId']}`);
  const { token } = await world.ask<{ token: string }>('POST', '/snapshots', {
    title,
    view_id: view.id,
    view,
    hours: 1,
  });
  await page.goto(`${world.server.url}/snapshot/${token}`);
  await page.getByRole('heading', { name: title }).waitFor();
  await page.getByRole('region', { name: 'Notes' }).waitFor();
  await look('/snapshot/:token');
  const unseen = slotNames.filter((_, slot) => !shown.has(slot));
  context.diagnostic(`${slotNames.length} slots on ${paths.length} pages; not shown: ${unseen.join(', ')}`);
  assert.deepEqual(problems, []);
  assert.deepEqual(unseen, []);
  // Positive control: the test detects an attack that succeeds.
  await tab.load('/welcome', {});
  await page.evaluate((text) => {
    const main = document.querySelector('log-console')?.shadowRoot?.querySelector('main');
    main?.insertAdjacentHTML('beforeend', `<a href="javascript:0">x</a>${text}`);
  }, String(params['username']));
  await until('the script has run', () => called.includes('name of a user'));
  const { broken } = await inspect(page);
  assert.equal(broken.length, 3, broken.join());
});

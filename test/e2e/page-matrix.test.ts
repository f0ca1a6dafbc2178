/**
 * Six kinds of users open every page of the console. A page must either open without a rejected request, or show that
 * it is not permitted. The contract's rules decide between the two. Menu and quick jump must offer exactly the pages
 * that open. `npm test` executes the file in the oldest browser only, and there the users of a shared entity skip most
 * pages that open for them exactly if they open for a reader; test/conformance/matrix.test.ts makes all their calls.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { endpoints } from '../../api/contract/index.js';
import { allows } from '../../api/permissions.js';
import { areaPages } from '../../elements/console/area-pages.js';
import { areas } from '../../elements/console/areas.js';
import { pages as pagesOfConsole } from '../../elements/console/pages.js';
import { routeOf, type PagePlace } from '../../elements/kit/pages.js';
import { isFullRun } from '../amounts.js';
import { launch } from '../browser.js';
import { nameOf, ruleFor } from '../conformance/exactness.js';
import { kinds, sixKinds, type Kind, type Somebody } from '../conformance/kinds.js';
import { lookupEntities } from '../conformance/lookup-calls.js';
import { opens } from '../conformance/rules.js';
import { password, World } from '../conformance/world.js';
import { Tab, type Visit } from './visits.js';

/** Areas whose pages declare their own required permissions; pages about one entity have element tests. */
const byOwnNeeds = /^\/system\/(?:contentpacks|pipelines|sidecars)(?:\/|$)/;
const pages: readonly (PagePlace & { readonly bare?: boolean })[] = [...pagesOfConsole, ...areaPages].filter(
  ({ path }) => !byOwnNeeds.test(path) || !path.includes(':'),
);

/**
 * Maximum number of requests of a page, including those about session and user when it is the first of a visit. A page
 * that is opened within the console sends fewer.
 */
const mostCalls = 12;

/** The administrator loads every n-th page anew: each page in the full run, a fifth of them in other runs. */
const everyNth = isFullRun ? 1 : 5;
/**
 * Tells whether the page is the first of a new visit for the administrator. Loading a page anew takes several times as
 * long as opening it within the console.
 */
const isFirst = (page: PagePlace): boolean => pages.indexOf(page) % everyNth === 0;

const stream = 'GET /streams/{streamId}';
const view = 'GET /views/{viewId}';
const backends = '/system/authentication/services/backends';
const extractors = '/system/inputs/:nodeId/:inputId/extractors';
const indexSets = '/system/indices/index_sets';
const headers = '/system/authentication/http-header-auth-config';
const lookup = '/system/lookuptables';
const lookupEndpoint = (kind: string): Readonly<Record<string, string>> => {
  const at = { tables: lookup, caches: `${lookup}/caches`, adapters: `${lookup}/data_adapters` }[kind] ?? '';
  const one = { tables: `${lookup}/table`, caches: at, adapters: `${lookup}/data_adapter` }[kind] ?? '';
  return {
    [at]: `GET /system/lookup/${kind}`,
    [`${at}/create`]: `POST /system/lookup/${kind}`,
    [`${one}/:idOrName`]: `GET /system/lookup/${kind}/{idOrName}`,
    [`${one}/:idOrName/edit`]: `PUT /system/lookup/${kind}/{idOrName}`,
  };
};
const lookupAsks = { ...lookupEndpoint('tables'), ...lookupEndpoint('caches'), ...lookupEndpoint('adapters') };

function lookupParams(path: string, made: Readonly<Record<string, { readonly id: string; readonly name: string }>>) {
  if (!path.startsWith(lookup)) return {};
  const kind = path.includes('/caches') ? 'caches' : path.includes('/data_adapter') ? 'adapters' : 'tables';
  const one = made[kind];
  return one ? { idOrName: one.name, id: one.id } : {};
}

/**
 * The endpoint without which a page cannot be shown, by the path of the page; null if every user can see the page. A
 * search needs a readable stream.
 */
const asks: Readonly<Record<string, string | null>> = {
  '/': null,
  '/welcome': null,
  '/extendedsearch': stream,
  '/search': stream,
  '/search/new': stream,
  '/search/:viewId': view,
  '/views': null,
  '/views/:viewId': view,
  '/streams': null,
  '/streams/:streamId/edit': 'PUT /streams/{streamId}',
  '/streams/:streamId/outputs': 'GET /streams/{streamId}/outputs',
  '/streams/:streamId/search/new': stream,
  '/streams/:streamId/search': stream,
  '/streams/:streamId/messages': stream,
  '/messages/:index/:messageId': 'GET /messages/{index}/{messageId}',
  '/dashboards': null,
  '/sources': stream,
  '/security': 'GET /enterprise/license/info',
  '/system/enterprise': 'GET /enterprise/license/info',
  '/dashboards/new': 'POST /views',
  '/dashboards/tv/:viewId': view,
  '/dashboards/:viewId': view,
  '/alerts': null,
  '/alerts/silences': null,
  '/alerts/definitions': null,
  '/alerts/definitions/:definitionId/replay-search': 'GET /events/definitions/{definitionId}',
  '/alerts/:eventId/replay-search': 'GET /events/{eventId}',
  '/alerts/definitions/new': 'POST /events/definitions',
  '/alerts/definitions/:definitionId': 'GET /events/definitions/{definitionId}/with-context',
  '/alerts/definitions/:definitionId/edit': 'PUT /events/definitions/{definitionId}',
  '/alerts/notifications': null,
  '/alerts/notifications/new': 'POST /events/notifications',
  '/alerts/notifications/:notificationId': 'GET /events/notifications/{id}',
  '/alerts/notifications/:notificationId/edit': 'PUT /events/notifications/{id}',
  '/system/authentication/services': `GET ${backends}`,
  '/system/authentication/services/active': 'GET /system/authentication/services/configuration',
  '/system/authentication/services/create': `POST ${backends}`,
  '/system/authentication/services/create/:type': `POST ${backends}`,
  '/system/authentication/services/edit/:backendId': `PUT ${backends}/{backendId}`,
  '/system/authentication/services/:backendId': `GET ${backends}/{backendId}`,
  '/system/authentication/authenticator': `GET ${headers}`,
  '/system/authentication/authenticator/edit': `PUT ${headers}`,
  '/system/inputs/:inputId/extractors': 'GET /system/inputs/{inputId}',
  [extractors]: 'GET /system/inputs/{inputId}',
  [`${extractors}/new`]: 'PUT /system/inputs/{inputId}',
  [`${extractors}/:extractorId/edit`]: 'PUT /system/inputs/{inputId}',
  [`${extractors}/export`]: 'GET /system/inputs/{inputId}',
  [`${extractors}/import`]: 'PUT /system/inputs/{inputId}',
  '/system/configurations': 'GET /system/cluster_config',
  '/system/configurations/:section': 'GET /system/cluster_config',
  '/system/grokpatterns': 'GET /system/grok/paginated',
  '/system/indices': 'GET /system/indexer/indices',
  '/system/indices/failures': 'GET /system/indexer/failures',
  '/system/index_sets/create': `POST ${indexSets}`,
  '/system/index_sets/:indexSetId/configuration': `PUT ${indexSets}/{indexSetId}`,
  '/system/index_sets/:indexSetId': `GET ${indexSets}/{indexSetId}`,
  '/system/inputs': 'GET /cluster/inputstates',
  '/system/inputs/:nodeId': 'GET /cluster/inputstates',
  '/system/logging': 'GET /cluster/system/loggers',
  ...lookupAsks,
  '/system/metrics': 'GET /system/metrics/namespace/{namespace}',
  '/system/metrics/node/:nodeId': 'GET /cluster/{nodeId}/metrics/namespace/{namespace}',
  '/system/overview': null,
  '/system/nodes': null,
  '/system/nodes/:nodeId': null,
  '/system/threaddump/:nodeId': 'GET /cluster/{nodeId}/threaddump',
  '/system/processbufferdump/:nodeId': 'GET /cluster/{nodeId}/processbufferdump',
  '/system/outputs': 'GET /system/outputs',
  '/system/roles': 'GET /authz/roles',
  '/system/roles/new': 'POST /roles',
  '/system/roles/edit/:roleId': 'PUT /roles/{roleName}',
  '/system/roles/:roleId': 'GET /authz/roles/{roleId}',
  '/system/users': 'GET /users/paginated',
  '/system/users/new': 'POST /users',
  '/system/users/edit/:userId': 'PUT /users/{userId}',
  '/system/users/tokens/:userId': 'GET /users/{userId}/tokens',
  '/system/users/:userId': 'GET /users/id/{userId}',
};

/** Permissions that an entry of the System menu requires beyond those of its page (spec 3 §6). */
const menuAsks: Readonly<Record<string, string>> = {
  Authentication: 'authentication:edit',
  'Grok Patterns': 'grok_pattern:read',
};
const users = '/system/users';
/** Pages that look different for the user's own account. */
const ownPages = [`${users}/edit/:userId`, `${users}/tokens/:userId`, `${users}/:userId`];

let world: World;
let browser: Browser;
let people: readonly Somebody[];
let dashboardId: string;
let inputId: string;
let extractorId: string;
let notificationId: string;
let definitionId: string;
/** Lookup entities by the last part of their endpoints. */
let lookups: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
let eventId: string;

before(async () => {
  [world, browser] = await Promise.all([World.open(), launch()]);
  people = await sixKinds(world);
  dashboardId = (await world.view('DASHBOARD')).viewId;
  inputId = await world.input();
  extractorId = await world.extractor(inputId);
  notificationId = await world.notification();
  definitionId = await world.definition();
  eventId = await world.event();
  lookups = await lookupEntities(world);
});
after(async () => {
  await browser.close();
  await world.server.stop();
});

const paramsOf = (path: string): Readonly<Record<string, string>> => ({
  section: 'events',
  ...world.known,
  inputId,
  extractorId,
  type: 'ldap',
  ...(path.startsWith('/dashboards') && { viewId: dashboardId }),
  definitionId,
  eventId,
  // The names `id` and `idOrName` mean another entity on each page.
  ...lookupParams(path, lookups),
  ...(path.startsWith('/alerts/notifications') && { notificationId, id: notificationId }),
});

/** Tells whether the contract allows these users to open the page. */
function mayOpen(path: string, held: readonly string[], params: Readonly<Record<string, string>>): boolean {
  if (byOwnNeeds.test(path)) {
    const { needs = [] } = pages.find((page) => page.path === path) ?? {};
    return needs.every((need) => allows(held, need));
  }
  const endpointName = asks[path];
  assert.ok(endpointName !== undefined, `\`asks\` names no endpoint for the page ${path}.`);
  if (endpointName === null) return true;
  const endpoint = endpoints.find((one) => nameOf(one) === endpointName);
  const rule = endpoint && ruleFor(endpoint);
  assert.ok(rule, `${endpointName} has no rule.`);
  return opens(rule, params, held);
}

/** Opens a browser tab that is signed in as the user. Without a user name, nobody is signed in. */
async function tabOf({ username }: Somebody): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const data = { username, password, host: '' };
  const headers = { 'X-Requested-By': 'test' };
  if (username !== undefined) await context.request.post(`${world.server.url}/api/system/sessions`, { data, headers });
  return new Tab(await context.newPage(), world.server.url);
}

/**
 * Returns the pages that a user opens. In the usual run, the users with whom an entity is shared open the pages on
 * which they have other rights than a reader, and a fourth of the other pages.
 */
function pagesOf({ kind, held }: Somebody): typeof pages {
  const reader = people.find((one) => one.kind === 'reader');
  if (isFullRun || !reader || (kind !== 'viewer' && kind !== 'owner')) return pages;
  return pages.filter(({ path }, index) => {
    const params = paramsOf(path);
    return index % 4 === 0 || mayOpen(path, held, params) !== mayOpen(path, reader.held, params);
  });
}

const walks = new Map<Kind, readonly Visit[]>();

async function walk(somebody: Somebody): Promise<void> {
  const { kind, id, held } = somebody;
  const tab = await tabOf(somebody);
  if (kind !== 'administrator') await tab.load('/welcome', {});
  const visits: Visit[] = [];
  const problems: string[] = [];
  const opened = pagesOf(somebody);
  for (const page of opened) {
    const { path } = page;
    const params = paramsOf(path);
    const visit = kind === 'administrator' && isFirst(page) ? await tab.load(path, params) : await tab.go(path, params);
    visits.push(visit);
    problems.push(...visit.problems);
    if (visit.open !== mayOpen(path, held, params))
      problems.push(
        `${path} ${visit.open ? 'opens' : 'does not open'} (refused: ${visit.refused.join() || 'nothing'})`,
      );
  }
  for (const path of ownPages) {
    const visit = await tab.go(path, { userId: id ?? '' });
    problems.push(...visit.problems.map((text) => `own account: ${text}`));
    if (!visit.open) problems.push(`${path} of the own account does not open`);
  }
  const isOpen = (path: string): boolean =>
    opened.some((page) => page.path === path)
      ? visits.some((visit) => visit.path === path && visit.open)
      : mayOpen(path, held, paramsOf(path));
  const inMenu = areas.filter(({ menu }) => menu).map(({ at, path = at, title }) => ({ path, title }));
  const menu = inMenu
    .filter(({ path, title }) => isOpen(path) && allows(held, menuAsks[title] ?? ''))
    .map(({ title }) => title);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    [...(await tab.systemMenu())].sort(),
    menu.sort(),
    'the System menu offers exactly the pages that open',
  );
  const fixed = pages.filter(({ path, bare = false }) => path !== '/' && !path.includes(':') && !bare);
  // The search page itself shows that no stream is readable, so it is always offered.
  const offered = fixed.filter(({ path }) => isOpen(path) || asks[path] === stream);
  const labelOf = ({ path, title }: PagePlace): string => inMenu.find((entry) => entry.path === path)?.title ?? title;
  const labels = new Set([...offered.map(labelOf), 'Edit profile']);
  assert.deepEqual(
    [...(await tab.quickJump())].sort(),
    [...labels].sort(),
    'the quick jump offers exactly the pages that open',
  );
  walks.set(kind, visits);
  await tab.close();
}

describe('every page opens without a rejected request, or shows that it is not permitted', { concurrency: 2 }, () => {
  for (const kind of kinds.slice(1))
    test(`for users of the kind "${kind}"`, { timeout: 300_000 }, async () => {
      const somebody = people.find((one) => one.kind === kind);
      assert.ok(somebody);
      await walk(somebody);
    });
});

test('a signed-out visitor is asked to sign in on every page and sees no error', async () => {
  const [nobody] = people;
  assert.ok(nobody);
  const tab = await tabOf(nobody);
  const refused: string[] = [];
  tab.page.on('response', (response) => {
    if ([401, 403].includes(response.status())) refused.push(response.url());
  });
  for (const path of ['/', '/search', '/system/users', '/dashboards/tv/:viewId']) {
    await tab.page.goto(`${world.server.url}${routeOf(path, paramsOf(path))}`);
    await tab.page.getByRole('button', { name: 'Sign in' }).waitFor();
  }
  assert.deepEqual(refused, []);
  await tab.close();
});

test('no page sends more requests than its limit', (context) => {
  const visits = walks.get('administrator') ?? [];
  assert.equal(visits.length, pages.length);
  for (const { path, calls } of visits) context.diagnostic(`${String(calls).padStart(3)} calls  ${path}`);
  // The welcome page sends one more request for today's statistics: volume, sources, templates, alerts and inputs.
  const allowed = (path: string): number => (path === '/' || path === '/welcome' ? mostCalls + 1 : mostCalls);
  for (const { path, calls } of visits) assert.ok(calls <= allowed(path), `the page ${path} makes ${calls} calls`);
});

/**
 * Harness of the element tests of administration. It opens a page of an area as a user with given permissions against
 * the server in the page. It compares the offered controls with a table, fills fields by their labels, and reads the
 * bodies that were sent.
 */
import { expect } from '@open-wc/testing';
import { useMemo, type ReactNode } from 'react';
import { allowsAll } from '../../../api/permissions.js';
import { useCurrentUser } from '../../../elements/element/connection-context.js';
import { HostContext, useHostElement, type HostElementFace } from '../../../elements/element/host-context.js';
import { RoutesContext } from '../../../elements/element/routes-context.js';
import { matchPage, pathOfRoute, type Page } from '../../../elements/kit/pages.js';
import { fakeServer, signedIn, type FakeRoutes, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, clickOn, nameOf, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

interface OpenedPage {
  readonly root: ShadowRoot;
  readonly host: HTMLElement;
  remove(): void;
}

export interface AdminWorld {
  readonly server: FakeServer;
  /** Permissions of the signed-in user; all permissions unless a test sets others. */
  permissions: readonly string[];
  /** Members of the signed-in user's account that a test overrides. */
  account: Readonly<Record<string, unknown>>;
  /** Events that the elements emitted, oldest first: `log-navigate /streams`, `log-changed stream s1`. */
  readonly events: string[];
  /** Opens a page by its address, as the console does; every route of the console counts as existing. */
  open(route: string, options?: { readonly readonly?: boolean }): Promise<OpenedPage>;
  /** Returns the parsed body of the last request to a route. */
  sent(route: string): unknown;
  /**
   * Clicks a control, then waits until the server received another request to the route and has answered every request.
   */
  pressing(control: HTMLElement, route: string): Promise<void>;
}

/** Sets up the tests of a file; call it at the top of the file. `routes` returns the server's answers for the area. */
export function administration(pages: readonly Page[], routes: () => FakeRoutes): AdminWorld {
  let server: FakeServer | undefined;
  const world: AdminWorld = {
    get server() {
      if (!server) throw new Error('the server exists only during a test');
      return server;
    },
    permissions: ['*'],
    account: {},
    events: [],
    async open(route, { readonly = false } = {}) {
      const opened = await stage(() => <ConsolePage pages={pages} route={route} events={world.events} />, 1400);
      if (readonly) opened.host.setAttribute('readonly', '');
      return opened;
    },
    sent: (route) => {
      const call = world.server.to(route).at(-1);
      if (!call) throw new Error(`${route} was never called; called were ${calledRoutes(world.server).join(', ')}`);
      return call.body === undefined ? undefined : (JSON.parse(call.body) as unknown);
    },
    async pressing(control, route) {
      const before = world.server.to(route).length;
      control.click();
      await waitUntil(
        () => world.server.to(route).length > before && world.server.pending === 0,
        `${nameOf(control)} calls ${route}`,
      );
    },
  };
  beforeEach(() => {
    world.permissions = ['*'];
    world.account = {};
    world.events.length = 0;
    const me = () => ({
      id: 'me',
      username: 'ada',
      permissions: world.permissions,
      timezone: 'Europe/Berlin',
      ...world.account,
    });
    server = fakeServer({ ...signedIn, 'GET /users/ada': me, 'GET /users/*': me, ...usualAnswers, ...routes() });
  });
  afterEach(() => {
    for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
    server?.restore();
    server = undefined;
  });
  return world;
}

/** Answers that most pages need: every list requests its stored layout, and many pages request gauges. */
const usualAnswers: FakeRoutes = {
  'GET /entitylists/preferences/*': () => ({}),
  'POST /cluster/metrics/multiple': () => ({}),
};

const calledRoutes = (server: FakeServer): string[] =>
  server.calls.map(({ method, url }) => `${method} ${url.pathname.replace(/^.*?\/api/, '') || '/'}`);

interface ConsolePageProps {
  readonly pages: readonly Page[];
  readonly route: string;
  readonly events: string[];
}

/** Renders a page as the console does: every route exists, and the events that the page emits are recorded. */
function ConsolePage({ pages, route, events }: ConsolePageProps): ReactNode {
  const host = useHostElement();
  const user = useCurrentUser();
  const inner = useMemo<HostElementFace>(
    () => ({
      ...host,
      emit: (name, detail = {}) => {
        // A prevented navigation keeps the browser on the test page.
        const isWay = name === 'log-navigate';
        const values = isWay ? [(detail as { route: string }).route] : Object.values(detail);
        events.push([name, ...values].map(String).join(' '));
        return !isWay;
      },
    }),
    [host, events],
  );
  const match = matchPage(pages, pathOfRoute(route));
  if (!match) throw new Error(`no page has the address ${route}`);
  if (user && !allowsAll(user.permissions, match.page.needs ?? [])) return <p role="status">denied by the table</p>;
  const { Content } = match.page;
  return (
    <HostContext value={inner}>
      <RoutesContext value={everyRoute}>
        <Content params={match.params} search={/\?([^#]*)/.exec(route)?.[1] ?? ''} />
      </RoutesContext>
    </HostContext>
  );
}

const everyRoute = (): boolean => true;

const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits until every request is answered and no new request was sent for two frames. */
export async function idle(server: FakeServer): Promise<void> {
  let calls = -1;
  await waitUntil(
    async () => {
      await frame();
      const before = calls;
      calls = server.calls.length;
      return server.pending === 0 && before === calls;
    },
    'the server receives no further requests',
    { interval: 0 },
  );
}

const shownRoles = ['button', 'link', 'checkbox', 'switch', 'textbox', 'combobox'] as const;
const menuRoles = ['menuitem', 'menuitemradio', 'menuitemcheckbox'] as const;

const isUsable = (element: HTMLElement): boolean =>
  !element.matches(':disabled, [aria-disabled=true], [aria-disabled=""]');

/** Returns the enabled controls with the given roles as role and name, such as `button Create stream`. */
const controlsOf = (root: ParentNode, roles: readonly string[]): string[] =>
  roles.flatMap((role) =>
    allByRole(root, role)
      .filter(isUsable)
      .map((element) => `${role} ${nameOf(element).replace(/\s+/g, ' ').trim()}`),
  );

/** Returns the names of all enabled controls, including the entries of menus, by opening and closing each menu. */
async function offeredControls(root: ShadowRoot): Promise<ReadonlySet<string>> {
  const found = new Set(controlsOf(root, shownRoles));
  for (const trigger of allByRole(root, 'button').filter((one) => one.ariaHasPopup === 'menu' && isUsable(one))) {
    trigger.click();
    const menu = await byRole(root, 'menu');
    await waitUntil(() => menu.querySelector('[role^=menuitem]'), `the menu ${nameOf(trigger)} has entries`);
    for (const entry of controlsOf(menu, menuRoles)) found.add(entry);
    trigger.click();
    await waitUntil(() => allByRole(root, 'menu').length === 0, `the menu ${nameOf(trigger)} is closed`);
  }
  return found;
}

export interface ControlTable {
  readonly route: string;
  /** Waits for the content of the page; by default until the page sends no more requests. */
  readonly ready?: (root: ShadowRoot) => Promise<unknown>;
  /** Permissions with which the page is visible but offers no actions. */
  readonly base: readonly string[];
  /**
   * Maps role and name of each control that requires more than `base` to the alternative permissions; `a + b`
   * requires both. An offered control that is missing here fails the test.
   */
  readonly controls: Readonly<Record<string, readonly string[]>>;
  /** Controls that an element with the attribute `readonly` offers to a user with all permissions. */
  readonly whenReadonly?: readonly string[];
  /** Makes further controls visible: selects a row, opens a section. */
  readonly reveal?: (root: ShadowRoot) => Promise<unknown>;
}

/**
 * Compares the offered controls with the table. It does so with `base` and one permission at a time, with all
 * permissions, and with all permissions in a `readonly` element.
 */
export async function expectControls(world: AdminWorld, table: ControlTable): Promise<void> {
  const alternatives = [...new Set(Object.values(table.controls).flat())];
  const single = [...new Set(alternatives.flatMap((one) => one.split(' + ')))];
  const look = async (permissions: readonly string[], readonly = false): Promise<ReadonlySet<string>> => {
    world.permissions = permissions;
    const { root, remove } = await world.open(table.route, { readonly });
    // A page may reject a read-only element.
    await (readonly || !table.ready
      ? waitUntil(() => root.querySelector('h1'), 'the page has a heading')
      : table.ready(root));
    await idle(world.server);
    if (!readonly) await table.reveal?.(root);
    const offered = await offeredControls(root);
    remove();
    return offered;
  };
  const always = await look(table.base);
  const beyond = (offered: ReadonlySet<string>): string[] => [...offered].filter((one) => !always.has(one)).sort();
  const expected: Record<string, readonly string[]> = {};
  const seen: Record<string, readonly string[]> = {};
  for (const granted of new Set([...single, ...alternatives])) {
    const held = granted.split(' + ');
    const allows = (needed: string): boolean => needed.split(' + ').every((one) => held.includes(one));
    seen[granted] = beyond(await look([...table.base, ...held]));
    expected[granted] = Object.keys(table.controls)
      .filter((control) => table.controls[control]?.some(allows))
      .sort();
  }
  seen['*'] = beyond(await look(['*']));
  expected['*'] = Object.keys(table.controls).sort();
  seen['readonly'] = beyond(await look(['*'], true)).filter((one) => Object.hasOwn(table.controls, one));
  expected['readonly'] = [...(table.whenReadonly ?? [])].sort();
  expect(seen).to.deep.equal(expected);
}

/** Returns the control that belongs to a label: an input, a text area, a select or a combobox. */
export async function fieldNamed(root: ParentNode, label: string): Promise<HTMLInputElement> {
  const find = (): HTMLInputElement | undefined =>
    [...root.querySelectorAll<HTMLInputElement>('input, textarea, select, [role=combobox]')].find((one) => {
      const own = (one.labels?.[0]?.textContent ?? nameOf(one)).replace(/\s+/g, ' ').trim();
      return own === label || own === `${label} (optional)` || own === `${label} optional`;
    });
  await waitUntil(find, `there is a field ${label}`);
  const found = find();
  if (!found) throw new Error(`there is no field ${label}`);
  return found;
}

/**
 * Sets the field with a label. Types a text or chooses a value of a list. Clicks a checkbox or a radio button unless it
 * already has the wanted state.
 */
export async function fill(root: ParentNode, label: string, value: string | boolean): Promise<void> {
  const field = await fieldNamed(root, label);
  if (typeof value === 'boolean') {
    if (field.checked !== value) field.click();
    return;
  }
  const kinds = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement] as const;
  const kind = kinds.find((one) => field instanceof one);
  if (!kind) throw new Error(`${label} is not a field that takes a text`);
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(kind === HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Opens the list of a field and chooses the option with the given name. */
export async function pick(root: ShadowRoot, label: string, option: string | RegExp): Promise<void> {
  const field = await fieldNamed(root, label);
  field.focus();
  field.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
  if (allByRole(root, 'option').length === 0) field.click();
  await clickOn(root, 'option', option);
}

/** Chooses files with a native file input, as a user does in the browser's dialog. */
export function chooseFiles(input: Element | null, ...files: readonly File[]): void {
  if (!(input instanceof HTMLInputElement)) throw new Error('there is no field for a file');
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  input.files = data.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Returns the values that fields show, by label: their text, or whether they are checked. */
export async function shownValues(root: ParentNode, labels: readonly string[]): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  for (const label of labels) {
    const field = await fieldNamed(root, label);
    shown[label] = field.type === 'checkbox' || field.type === 'radio' ? field.checked : field.value;
  }
  return shown;
}

/** Chooses an entry from a menu. */
export async function choose(root: ShadowRoot, menu: string | RegExp, entry: string | RegExp): Promise<void> {
  await clickOn(root, 'button', menu);
  await clickOn(await byRole(root, 'menu'), 'menuitem', entry);
}

/** Presses the button `answer` of the open confirmation dialog, and waits for the request to `route`. */
export async function confirming(world: AdminWorld, root: ShadowRoot, answer: string, route: string): Promise<void> {
  const before = world.server.to(route).length;
  const question = await byRole(root, 'alertdialog');
  expect(world.server.to(route).length, `${route} was called before the question was answered`).to.equal(before);
  await world.pressing(await byRole(question, 'button', answer), route);
}

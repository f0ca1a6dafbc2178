/** Tests the sharing dialog and its element, against a server in the page. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { ShareAnswer } from '../../../api/contract/shares.js';
import '../../../elements/log-share.js';
import { deepActiveElement } from '../../../elements/element/document-proxy.js';
import { ShareDialog } from '../../../elements/share/share-dialog.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeCall, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const entity = 'grn::::dashboard:64b5a1c2e4b0a1b2c3d4e5f6';
const everyone = 'grn::::builtin-team:everyone';
const hostile = '<img src=x onerror="globalThis.hacked=1">';
const user = (name: string) => ({ id: `grn::::user:${name}`, type: 'user' as const, title: name });
const people = [
  user('Ada'),
  user('Bob'),
  user('Carol'),
  user(hostile),
  { id: 'grn::::team:ops', type: 'team' as const, title: 'Operations' },
  { id: everyone, type: 'global' as const, title: 'Everyone' },
];
type Selection = ShareAnswer['selected_grantee_capabilities'];

let server: FakeServer;
let shares: Selection;
let missing: ShareAnswer['missing_permissions_on_dependencies'];
let limits: ShareAnswer['stream_limits'];
let grantees: ShareAnswer['available_grantees'];

function answerTo({ body }: FakeCall): ShareAnswer {
  const chosen = (JSON.parse(body ?? '{}') as { selected_grantee_capabilities?: Selection })
    .selected_grantee_capabilities;
  const selection = chosen ?? shares;
  const owners = Object.keys(shares).filter((id) => shares[id] === 'own');
  const failed = owners.length > 0 && !Object.values(selection).includes('own');
  const key = 'selected_grantee_capabilities';
  return {
    entity,
    sharing_user: 'grn::::user:u1',
    available_grantees: grantees,
    available_capabilities: [
      { id: 'view', title: 'Viewer' },
      { id: 'manage', title: 'Manager' },
      { id: 'own', title: 'Owner' },
    ],
    active_shares: Object.entries(shares).map(([grantee, capability], index) => ({
      grant: `grn::::grant:${index}`,
      grantee,
      capability,
    })),
    selected_grantee_capabilities: selection,
    missing_permissions_on_dependencies: Object.fromEntries(Object.entries(missing).filter(([id]) => id in selection)),
    ...(limits && { stream_limits: limits }),
    validation_result: {
      failed,
      errors: failed ? { [key]: ['Removing the following owners …'] } : {},
      error_context: failed ? { [key]: owners } : {},
    },
  };
}
const path = `/authz/shares/entities/${encodeURIComponent(entity)}`;
const sent = (): Selection =>
  (JSON.parse(server.to(`POST ${path}`).at(-1)?.body ?? '{}') as { selected_grantee_capabilities: Selection })
    .selected_grantee_capabilities;

beforeEach(() => {
  shares = { [user('Ada').id]: 'own', [user('Bob').id]: 'view' };
  missing = {};
  limits = undefined;
  grantees = people;
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'me', permissions: ['*'], grn_permissions: [], timezone: 'UTC' }),
    [`POST ${path}/prepare`]: answerTo,
    'POST /authz/shares/entities/grn%3A%3A%3A%3Astream%3As/prepare': answerTo,
    'POST /authz/shares/entities/grn%3A%3A%3A%3Astream%3As': answerTo,
    [`POST ${path}`]: (call) => {
      const answer = answerTo(call);
      shares = answer.selected_grantee_capabilities;
      return answer;
    },
  });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

async function opened() {
  const happened: string[] = [];
  const { root } = await stage(() => (
    <ShareDialog
      entity={entity}
      title={hostile}
      onShared={() => happened.push('shared')}
      onClose={() => happened.push('closed')}
    />
  ));
  const dialog = await byRole(root, 'dialog');
  return { root, dialog, happened };
}
const rows = (dialog: HTMLElement): string[] =>
  [...dialog.querySelectorAll('section li')].map((row) =>
    [...row.querySelectorAll('p, span:not(:has(select)), select')]
      .map((part) => (part instanceof HTMLSelectElement ? part.selectedOptions[0]?.textContent : part.textContent))
      .filter((text, index, all) => text && all.indexOf(text) === index)
      .join(' | '),
  );
async function choose(dialog: HTMLElement, root: ShadowRoot, text: string): Promise<void> {
  const box = await byRole(dialog, 'combobox', 'Search for users and teams');
  box.focus();
  await sendKeys({ type: text });
  await waitUntil(() => allByRole(root, 'option').length === 1, text);
  await sendKeys({ press: 'Enter' });
}
async function select(dialog: HTMLElement, name: string, value: string): Promise<void> {
  const box = (await byRole(dialog, 'combobox', name)) as HTMLSelectElement;
  box.value = value;
  box.dispatchEvent(new Event('change', { bubbles: true }));
}
const submit = (dialog: HTMLElement) => byRole(dialog, 'button', 'Update sharing');

describe('the sharing dialog', () => {
  it('starts with the focus on the search for a collaborator, although the shares are loaded first', async () => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.restore();
    server = fakeServer({
      ...signedIn,
      [`POST ${path}/prepare`]: async (call) => {
        await held;
        return answerTo(call);
      },
    });
    const { dialog, happened } = await opened();
    await waitUntil(() => dialog.contains(deepActiveElement(document)), 'the focus is in the dialog');
    await sendKeys({ press: 'Enter' });
    expect(happened).to.deep.equal([]);
    answer();
    const box = await byRole(dialog, 'combobox', 'Search for users and teams');
    await waitUntil(() => deepActiveElement(document) === box, 'the focus is on the search');
  });

  it('adds, changes and removes collaborators, and saves them', async () => {
    const { root, dialog, happened } = await opened();
    await byText(dialog, 'Current Collaborators');
    expect(rows(dialog)).to.deep.equal(['Ada | User | Owner', 'Bob | User | Viewer']);
    const url = [...dialog.querySelectorAll('input')].find(({ readOnly }) => readOnly)?.value;
    expect(url).to.match(/^https?:\/\/[^/]+\/dashboards\/64b5a1c2e4b0a1b2c3d4e5f6$/);

    await clickOn(dialog, 'button', 'Add Collaborator');
    await byText(dialog, 'The grantee is required');
    await choose(dialog, root, 'oper');
    await select(dialog, 'Capability', 'manage');
    await clickOn(dialog, 'button', 'Add Collaborator');
    await waitUntil(() => rows(dialog).length === 3);
    await choose(dialog, root, 'everyone');
    // Enter in the form adds a collaborator; it does not save.
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => rows(dialog).length === 4);
    await select(dialog, 'Capability of Bob', 'own');
    await byText(dialog, 'changed');
    await waitUntil(() => rows(dialog)[3]?.includes('Owner'));
    expect(rows(dialog)).to.deep.equal([
      'Everyone | All users of this installation | new | Viewer',
      'Operations | Team | new | Manager',
      'Ada | User | Owner',
      'Bob | User | changed | Owner',
    ]);
    // Users who were added are no longer offered.
    await clickOn(dialog, 'combobox', 'Search for users and teams');
    await waitUntil(() => allByRole(root, 'option').length > 0);
    expect(allByRole(root, 'option').map(({ textContent }) => textContent)).to.deep.equal([
      `${hostile}User`,
      'CarolUser',
    ]);
    await sendKeys({ press: 'Escape' });
    expect(happened).to.deep.equal([]);
    await clickOn(dialog, 'button', 'Remove Ada');
    await waitUntil(() => rows(dialog).length === 3);
    expect(server.to(`POST ${path}`).length).to.equal(0);
    await still(dialog);
    await expectAccessible(dialog);

    (await submit(dialog)).click();
    await waitUntil(() => happened.length === 2);
    expect(happened).to.deep.equal(['shared', 'closed']);
    expect(sent()).to.deep.equal({ [everyone]: 'view', 'grn::::team:ops': 'manage', [user('Bob').id]: 'own' });
    await byText(root, `Shares for dashboard "${hostile}" updated successfully`);
    expect((globalThis as { hacked?: number }).hacked).to.equal(undefined);
  });

  it('warns about missing owners and about entities that collaborators cannot see', async () => {
    missing = {
      [user('Bob').id]: [
        { id: 'grn::::stream:s', type: 'stream', title: 'Firewall', owners: [user('Carol')] },
        { id: 'grn::::event_definition:e', type: 'event_definition', title: 'Too many', owners: [] },
      ],
      'grn::::user:invisible': [{ id: 'grn::::stream:s', type: 'stream', title: 'Firewall', owners: [] }],
    };
    const { dialog } = await opened();
    await byText(dialog, 'There are missing dependencies for the current set of collaborators');
    const boxes = allByRole(dialog, 'alert').map(({ textContent }) => textContent);
    expect(boxes).to.deep.equal([
      'User Bob needs access toStream Firewall (owners: Carol) ShareEvent definition Too many (without an owner) Share',
    ]);
    expect(((await submit(dialog)) as HTMLButtonElement).getAttribute('aria-disabled')).to.equal(null);

    await clickOn(dialog, 'button', 'Remove Ada');
    await byText(dialog, 'Removing the following owners will leave the entity ownerless');
    expect(allByRole(dialog, 'alert')[0]?.textContent).to.contain('User Ada');
    expect((await submit(dialog)).getAttribute('aria-disabled')).to.equal('true');
    await select(dialog, 'Capability of Bob', 'own');
    await waitUntil(() => dialog.querySelector('[type=submit][aria-disabled]') === null);
  });

  it('shows which collaborators may read none or only some of the streams that a dashboard searches', async () => {
    limits = {
      [user('Bob').id]: { readable: 0, of: 7 },
      [user('Ada').id]: { readable: 2, of: 7 },
      [everyone]: { readable: 0, of: 1 },
      'grn::::user:invisible': { readable: 0, of: 7 },
    };
    const { dialog } = await opened();
    await byText(dialog, 'This dashboard searches all streams. Its viewers see only streams that they may read');
    const notes = [...dialog.querySelectorAll('ul li')].map(({ textContent }) => textContent ?? '');
    expect(notes.filter((note) => note.includes('streams that you') || note.includes('stream that you'))).to.deep.equal(
      [
        'User Ada may read 2 of the 7 streams that you may read, and sees no messages of the others',
        'User Bob may read none of the 7 streams that you may read, and sees no messages',
        'Everyone may not read the stream that you may read, and sees no messages',
      ],
    );
    expect((await submit(dialog)).getAttribute('aria-disabled')).to.equal(null);
    await expectAccessible(dialog);
  });

  it('offers the streams of a dashboard over all streams that one may share, and counts again afterwards', async () => {
    const sharable = [{ id: 'grn::::stream:s', type: 'stream', title: 'Firewall', owners: [] }];
    limits = { [user('Bob').id]: { readable: 0, of: 7, sharable, sharable_total: 3 } };
    const { root, dialog } = await opened();
    await byText(dialog, 'and 2 more streams that you may share');
    await expectAccessible(dialog);
    await clickOn(dialog, 'button', 'Share Firewall');
    const stream = (): HTMLElement | undefined =>
      allByRole(root, 'dialog').find((one) => one.textContent?.startsWith('Sharing stream Firewall'));
    await waitUntil(stream);
    limits = { [user('Bob').id]: { readable: 1, of: 7 } };
    (await submit(stream() as HTMLElement)).click();
    await byText(dialog, 'may read 1 of the 7 streams that you may read, and sees no messages of the others');
  });

  it('offers to share missing dependencies, and validates again afterwards', async () => {
    missing = { [user('Bob').id]: [{ id: 'grn::::stream:s', type: 'stream', title: 'Firewall', owners: [] }] };
    const { root, dialog } = await opened();
    await byText(dialog, 'There are missing dependencies for the current set of collaborators');
    await clickOn(dialog, 'button', 'Share Firewall');
    const stream = (): HTMLElement | undefined =>
      allByRole(root, 'dialog').find((one) => one.textContent?.startsWith('Sharing stream Firewall'));
    await waitUntil(stream);
    const requestsBefore = server.to(`POST ${path}/prepare`).length;
    missing = {};
    (await submit(stream() as HTMLElement)).click();
    await waitUntil(() => stream() === undefined);
    await waitUntil(() => !dialog.textContent?.includes('There are missing dependencies'));
    expect(server.to(`POST ${path}/prepare`).length).to.equal(requestsBefore + 1);
    await byText(dialog, 'Current Collaborators');
  });

  it('validates a user who is selected but not added; a failure keeps the dialog and shows the error', async () => {
    const { root, dialog, happened } = await opened();
    await byText(dialog, 'Current Collaborators');
    await choose(dialog, root, 'carol');
    (await submit(dialog)).click();
    const text = '"Carol" got selected but was never added as a collaborator. Do you want to continue anyway?';
    await byText(root, text);
    const question = (): HTMLElement => {
      const [found] = allByRole(root, 'alertdialog');
      if (!found) throw new Error('no question');
      return found;
    };
    await clickOn(question(), 'button', 'Cancel');
    await waitUntil(() => allByRole(root, 'alertdialog').length === 0);
    expect(server.to(`POST ${path}`).length).to.equal(0);

    server.routes[`POST ${path}`] = () =>
      new Response('{"type":"ApiError","message":"disk full"}', {
        status: 500,
        headers: { 'content-type': 'application/json' },
      });
    (await submit(dialog)).click();
    await byText(root, text);
    await clickOn(question(), 'button', 'Continue');
    await byText(root, 'Updating shares for dashboard');
    const failureText = root.textContent;
    expect(failureText).to.contain(`Updating shares for dashboard "${hostile}" failed with status: disk full - `);
    expect(happened).to.deep.equal([]);

    // An edit whose request fails is rolled back.
    server.routes[`POST ${path}/prepare`] = () => new Response('{}', { status: 502 });
    await clickOn(dialog, 'button', 'Remove Bob');
    await byText(root, 'Preparing shares for dashboard');
    await waitUntil(() => rows(dialog).length === 2 && !dialog.querySelector('section [aria-busy]'));
    // The server now refuses the request, because the permission was revoked.
    server.routes[`POST ${path}/prepare`] = () => new Response('{}', { status: 403 });
    await clickOn(dialog, 'button', 'Remove Bob');
    await byText(dialog, 'Only owners of this dashboard are allowed to share it.');
    expect(allByRole(dialog, 'button', 'Update sharing').length).to.equal(0);
  });

  it('is paged above ten collaborators, and marks unknown grantees', async () => {
    grantees = Array.from({ length: 12 }, (_item, index) => user(`Person ${index + 1}`));
    shares = Object.fromEntries([...grantees.map(({ id }) => [id, 'view']), ['grn::::user:gone', 'view']]) as Selection;
    const { dialog } = await opened();
    await byText(dialog, '10 of 13');
    expect(rows(dialog)[0]).to.equal('not found grn::::user:gone | Unknown | Viewer');
    await clickOn(dialog, 'button', 'Page 2');
    await byText(dialog, '3 of 13');
    expect(rows(dialog).length).to.equal(3);
    await select(dialog, 'Rows per page', '20');
    await waitUntil(() => rows(dialog).length === 13);
  });

  it('the dialog shows a sentence for an entity without collaborators', async () => {
    shares = {};
    const { dialog } = await opened();
    await byText(dialog, 'This dashboard has no collaborators.');
  });
});

describe('log-share', () => {
  it('opens by its button and by its attribute, emits its events, and is disabled when readonly', async () => {
    const element = document.createElement('log-share') as HTMLElement & { open: boolean };
    const events: string[] = [];
    for (const name of ['log-shared', 'log-close', 'log-error'])
      element.addEventListener(name, (event) => {
        const { entity: shared } = (event as CustomEvent<{ entity?: string }>).detail ?? {};
        events.push(shared === undefined ? name : `${name} ${shared}`);
      });
    element.setAttribute('entity', entity.toUpperCase());
    element.setAttribute('entity-title', 'Payments');
    document.body.append(element);
    const root = element.shadowRoot;
    if (!root) throw new Error('no shadow root');
    await waitUntil(() => allByRole(root, 'button', 'Share')[0]?.getAttribute('aria-disabled') === null);
    await clickOn(root, 'button', 'Share');
    await byText(root, 'Current Collaborators');
    expect(element.hasAttribute('open')).to.equal(true);
    const dialog = await byRole(root, 'dialog');
    expect(dialog.textContent).to.contain('Sharing dashboard Payments');
    (await submit(dialog)).click();
    await waitUntil(() => events.includes('log-close'));
    expect(events).to.deep.equal([`log-shared ${entity}`, 'log-close']);
    expect(element.open).to.equal(false);

    element.setAttribute('readonly', '');
    element.open = true;
    await byText(root, 'Current Collaborators');
    expect(root.querySelectorAll('section select, section button, [type=submit]').length).to.equal(0);
    expect(rows(await byRole(root, 'dialog'))).to.deep.equal(['Ada | User | Owner', 'Bob | User | Viewer']);
    element.removeAttribute('open');
    await waitUntil(() => allByRole(root, 'dialog').length === 0);
    element.setAttribute('entity', 'dashboard 7');
    await waitUntil(() => events.includes('log-error'));
  });

  it('opens again if the page reopens it right after it was closed', async () => {
    const element = document.createElement('log-share') as HTMLElement & { open: boolean };
    element.setAttribute('entity', entity);
    document.body.append(element);
    const root = element.shadowRoot;
    if (!root) throw new Error('no shadow root');
    element.open = true;
    await byText(root, 'Current Collaborators');
    const first = await byRole(root, 'dialog');
    element.addEventListener('log-close', () => (element.open = true), { once: true });
    (await submit(first)).click();
    await waitUntil(() => allByRole(root, 'dialog').some((one) => one !== first), 'the dialog is open again');
    await byText(root, 'Current Collaborators');
    element.remove();
  });

  it('is disabled for users who own nothing', async () => {
    server.routes['GET /users/*'] = () => ({
      id: 'u1',
      username: 'me',
      permissions: ['dashboards:read'],
      grn_permissions: ['entity:own:grn::::dashboard:ffffffffffffffffffffffff'],
      timezone: 'UTC',
    });
    const element = document.createElement('log-share');
    element.setAttribute('entity', entity);
    document.body.append(element);
    const button = await byRole(element.shadowRoot ?? element, 'button', 'Share');
    await waitUntil(
      () =>
        button.getAttribute('aria-description') ===
        'Sharing not possible: Only owners of this dashboard are allowed to share it.',
    );
    expect(button.getAttribute('aria-disabled')).to.equal('true');
    expect(server.to(`POST ${path}/prepare`).length).to.equal(0);
  });
});

/** Tests the content pack pages against a server in the page: list, upload, dry run, uninstallation and the wizard. */
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { LogContentPacks } from '../../../../elements/admin/content-packs/index.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { byRole, byText, clickOn, stage } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { chooseFiles } from '../admin-page.js';

const root = '/system/content_packs';
const text = (value: string) => ({ '@type': 'string', '@value': value });
const pattern = {
  v: '1',
  type: { name: 'grok_pattern', version: '1' },
  id: 'g',
  data: { name: 'CLASH', pattern: 'theirs' },
  constraints: [],
};
const stream = {
  v: '1',
  type: { name: 'stream', version: '1' },
  id: 's',
  data: { title: text('Web'), description: text('d') },
  constraints: [],
};
const pack = {
  v: '1',
  id: 'p1',
  rev: 2,
  name: 'Firewall',
  summary: 'Of a firewall',
  description: '**Read** <img src=x onerror=alert(1)>',
  vendor: 'me',
  url: 'https://example.org/',
  parameters: [{ name: 'PORT', title: 'Port', description: 'Where it listens', type: 'integer', default_value: 514 }],
  entities: [pattern, stream],
};
const installation = {
  _id: 'i1',
  content_pack_id: 'p1',
  content_pack_revision: 1,
  parameters: {},
  entities: [],
  comment: 'first',
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'ada',
};
const installed = (id: string, title: string) => ({
  id,
  title,
  type: { name: 'stream', version: '1' },
  content_pack_entity_id: id,
  found_on_system: false,
});
interface Asked {
  readonly parameters: Record<string, unknown>;
  readonly choices: Record<string, { action: string; name?: string }>;
}

let server: FakeServer;
let permissions: string[];

/** Returns the dry run of the server, whose conflict is resolved by the user's choice. */
const dryRun = ({ choices }: Asked) => {
  const chosen = choices['g'] ?? null;
  const conflict = {
    mine: 'a\nmine',
    theirs: 'a\ntheirs',
    references: 1,
    choices: ['keep', 'take', 'rename'],
    suggestion: 'CLASH_2',
    chosen,
  };
  return {
    entities: [
      chosen?.action === 'rename'
        ? {
            id: 'g',
            type: pattern.type,
            title: chosen.name,
            action: 'create',
            detail: 'new',
            warnings: [],
            parameters: [],
          }
        : {
            id: 'g',
            type: pattern.type,
            title: 'CLASH',
            action: 'conflict',
            detail: 'The text differs.',
            warnings: [],
            parameters: [],
            conflict,
          },
      {
        id: 's',
        type: stream.type,
        title: 'Web',
        action: 'create',
        detail: '1 rule',
        warnings: ['Port 514 is taken.'],
        parameters: ['PORT'],
      },
    ],
    parameters: [{ ...pack.parameters[0], value: 514, problem: null, warning: 'Port 514 is taken.', suggestion: 515 }],
    constraints: [{ constraint: { type: 'server-version', version: '>=5.1.0' }, fulfilled: true }],
    warnings: [],
    problems: chosen ? [] : ['Grok pattern "CLASH": choose.'],
  };
};

beforeEach(() => {
  permissions = ['*'];
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    [`GET ${root}/latest`]: () => ({
      total: 1,
      content_packs: [pack],
      content_packs_metadata: { p1: { 1: { installation_count: 1 }, 2: { installation_count: 0 } } },
    }),
    'GET /system/content_pack_library': () => ({
      packs: [{ id: 'l1', rev: 1, name: 'Linux', summary: 'hosts', vendor: 'v', description: '', stored: false }],
    }),
    'POST /system/content_pack_library/l1': () => ({ id: 'l1', rev: 1, name: 'Linux', warnings: [] }),
    [`GET ${root}/p1`]: () => ({
      content_pack_revisions: { 1: { ...pack, rev: 1 }, 2: pack },
      constraints_result: { 1: [], 2: [] },
    }),
    [`GET ${root}/p1/installations`]: () => ({ total: 1, installations: [installation] }),
    [`GET ${root}/p1/installations/i1/uninstall_details`]: () => ({
      entities: [installed('s1', 'Web'), installed('s2', 'Mail')],
      kept: [installed('g1', 'CLASH')],
      changed: ['s1'],
    }),
    [`DELETE ${root}/p1/installations/i1`]: () => ({
      content_pack: pack,
      uninstalled: { entities: [installed('s2', 'Mail')], failed_entities: [], skipped_entities: [] },
    }),
    [`POST ${root}/p1/2/installations/dry_run`]: ({ body }) => dryRun(JSON.parse(body ?? '{}') as Asked),
    [`POST ${root}/p1/2/installations`]: () => ({ ...installation, content_pack_revision: 2 }),
    [`POST ${root}`]: ({ body }) => ({
      id: 'p9',
      rev: 1,
      name: (JSON.parse(body ?? '{}') as { name: string }).name,
      warnings: ['alarms could not be converted.'],
    }),
    'GET /system/catalog': () => ({
      entities: [
        { id: 'x1', type: stream.type, title: 'Web' },
        { id: 'x2', type: stream.type, title: 'Mail' },
      ],
    }),
    'POST /system/catalog': () => ({ entities: [stream] }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

const open = async (route = '/system/contentpacks'): Promise<ShadowRoot> =>
  (
    await stage(() => (
      <>
        <button type="button">Beside</button>
        <LogContentPacks route={route} />
      </>
    ))
  ).root;
const bodyOf = <T,>(route: string): T => JSON.parse(server.to(route).at(-1)?.body ?? 'null') as T;
/** Returns the control that belongs to a label. */
async function control(shown: ShadowRoot, label: RegExp): Promise<HTMLInputElement> {
  const find = () => {
    const named = [...shown.querySelectorAll('label')].find(({ textContent }) => label.test(textContent));
    return (
      named &&
      ((named.control as HTMLInputElement | null) ??
        (shown.getElementById(named.htmlFor) as HTMLInputElement | null) ??
        named.querySelector('input'))
    );
  };
  await waitUntil(() => Boolean(find()), `there is a control ${String(label)}`);
  const found = find();
  if (!found) throw new Error(`no control ${String(label)}`);
  return found;
}
async function fill(shown: ShadowRoot, label: RegExp, value: string): Promise<void> {
  const field = await control(shown, label);
  const proto =
    field instanceof HTMLTextAreaElement
      ? HTMLTextAreaElement.prototype
      : field instanceof HTMLSelectElement
        ? HTMLSelectElement.prototype
        : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

describe('the list of content packs', () => {
  it('shows installed packs, the library and the permitted actions', async () => {
    const shown = await open();
    await byText(shown, 'Firewall');
    await byText(shown, 'Latest version: 2');
    await byText(shown, 'installed');
    await clickOn(shown, 'button', 'Add and install');
    await waitUntil(
      () => server.to('POST /system/content_pack_library/l1').length === 1,
      'the pack of the library is added',
    );
    await expectAccessible(shown.host);
  });

  it('shows the packs, and the reason and a retry, when the library cannot be loaded', async () => {
    server.routes['GET /system/content_pack_library'] = () =>
      new Response('{"type":"ApiError","message":"The disk is full."}', { status: 500 });
    const shown = await open();
    await byText(shown, 'Firewall');
    await byText(shown, 'The library could not be loaded');
    await byText(shown, 'The disk is full.');
    await byRole(shown, 'button', 'Try again');
  });

  it('hides actions from users without permission', async () => {
    permissions = ['contentpack:read'];
    const shown = await open();
    await byText(shown, 'Firewall');
    const names = [...shown.querySelectorAll('button')].map(({ textContent }) => textContent);
    for (const name of ['Upload', 'Create a content pack', 'Install', 'Add and install'])
      expect(names).not.to.include(name);
  });

  it('uploads files byte for byte, and reports conversions and invalid JSON', async () => {
    const shown = await open();
    await clickOn(shown, 'button', 'Upload');
    await byText(shown, 'Upload content packs');
    const good = '{ "name":  "Old" }\n';
    const files = [new File([good], 'old.json'), new File(['{'], 'bad.json')];
    chooseFiles(shown.querySelector('input[type=file]'), ...files);
    await byText(shown, 'old.json');
    // Files that are dropped on the dialog are listed after the chosen files.
    const dropped = new DataTransfer();
    dropped.items.add(new File(['{ "name": "Dropped" }'], 'dropped.json'));
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped });
    (await byText(shown, 'or drop them here.')).dispatchEvent(drop);
    expect(drop.defaultPrevented).to.equal(true);
    await byText(shown, 'dropped.json');
    shown.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    await byText(shown, 'alarms could not be converted');
    await byText(shown, 'The file is not JSON');
    await waitUntil(() => server.to(`POST ${root}`).length === 2, 'both files are uploaded');
    expect(server.to(`POST ${root}`).map(({ body }) => body)).to.deep.equal([good, '{ "name": "Dropped" }']);
  });
});

describe('an installation', () => {
  it('waits until a conflict is resolved, and sends parameters and choices', async () => {
    const shown = await open('/system/contentpacks/p1/2/install');
    await byText(shown, '1 conflict is not decided');
    const button = await byRole(shown, 'button', 'Install 2 entities');
    expect((button as HTMLButtonElement).disabled || button.getAttribute('aria-disabled') === 'true').to.equal(true);
    await byText(shown, 'mine');
    await byText(shown, 'theirs');
    await expectAccessible(shown.host);
    await clickOn(shown, 'button', 'Use 515');
    (await control(shown, /^Install under another name/)).click();
    await byText(shown, 'There are no conflicts');
    await waitUntil(
      () =>
        !(shown.querySelector('header') as HTMLElement).querySelector('button[disabled], button[aria-disabled=true]'),
      'the pack can be installed',
    );
    await clickOn(shown, 'button', 'Install 2 entities');
    const route = `POST ${root}/p1/2/installations`;
    await waitUntil(() => server.to(route).length === 1, 'the pack is installed');
    expect(bodyOf(route)).to.deep.equal({
      parameters: { PORT: { '@type': 'integer', '@value': 515 } },
      choices: { g: { action: 'rename', name: 'CLASH_2' } },
      comment: '',
    });
  });

  it('decides all open conflicts in one step, and shows equal lines on request', async () => {
    const lines = (last: string) => [...Array.from({ length: 9 }, (_, at) => `line ${at + 1}`), last].join('\n');
    server.routes[`POST ${root}/p1/2/installations/dry_run`] = ({ body }) => {
      const request = JSON.parse(body ?? '{}') as Asked;
      const plan = dryRun(request);
      const twice = ['g', 'h'].map((id) => {
        const chosen = request.choices[id] ?? null;
        const choices = id === 'g' ? ['keep', 'take'] : ['take'];
        const conflict = {
          mine: lines('mine'),
          theirs: lines('theirs'),
          references: 0,
          choices,
          suggestion: '',
          chosen,
        };
        return { ...plan.entities[0], id, title: `CLASH ${id}`, conflict };
      });
      const isOpen = twice.some(({ conflict }) => conflict.chosen === null);
      return { ...plan, entities: twice, problems: isOpen ? ['choose'] : [] };
    };
    const shown = await open('/system/contentpacks/p1/2/install');
    await byRole(shown, 'group', '2 conflicts are not decided');
    expect(shown.textContent).to.contain('theirs');
    expect(shown.textContent).not.to.contain('line 3');
    (await byRole(shown, 'button', 'Show 6 equal lines')).click();
    await byText(shown, 'line 3');
    (await byRole(shown, 'button', 'Take all of the pack')).click();
    await byText(shown, 'Every conflict is decided');
    expect(shown.textContent).not.to.contain('Take all of the pack');
    (await byRole(shown, 'button', 'Install 2 entities')).click();
    const route = `POST ${root}/p1/2/installations`;
    await waitUntil(() => server.to(route).length === 1, 'the pack is installed');
    expect(bodyOf<Asked>(route).choices).to.deep.equal({ g: { action: 'take' }, h: { action: 'take' } });
  });

  it('leaves out all entities that the server cannot create in one step, and can include one again', async () => {
    server.routes[`POST ${root}/p1/2/installations/dry_run`] = ({ body }) => {
      const { choices } = JSON.parse(body ?? '{}') as Asked;
      const entities = ['a', 'b', 'c'].map((id) => {
        const isLeftOut = choices[id]?.action === 'skip';
        const action = id === 'c' ? 'create' : isLeftOut ? 'skip' : 'impossible';
        const detail = action === 'impossible' ? `There is no input type ${id}.` : 'd';
        return { id, type: stream.type, title: `Entity ${id}`, action, detail, warnings: ['w'], parameters: [] };
      });
      const problems = entities.filter(({ action }) => action === 'impossible').map(({ detail }) => detail);
      return { ...dryRun({ parameters: {}, choices: {} }), entities, problems };
    };
    const shown = await open('/system/contentpacks/p1/2/install');
    await byRole(shown, 'group', '2 entities cannot be installed on this server');
    await byText(shown, 'There is no input type a.');
    expect(await byRole(shown, 'button', 'Install 1 entity')).to.have.property('disabled', true);
    await clickOn(shown, 'button', 'Leave all of them out');
    await waitUntil(() => !shown.textContent.includes('cannot be installed'), 'all impossible entities are left out');
    const boxes = shown.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]');
    expect([...boxes].map(({ checked }) => checked)).to.deep.equal([true, true]);
    boxes[0]?.click();
    await byText(shown, '1 entity cannot be installed on this server');
    boxes[0]?.click();
    await waitUntil(() => !shown.textContent.includes('cannot be installed'), 'the entity is left out again');
    await expectAccessible(shown.host);
    await clickOn(shown, 'button', 'Install 1 entity');
    const route = `POST ${root}/p1/2/installations`;
    await waitUntil(() => server.to(route).length === 1, 'the pack is installed');
    expect(bodyOf<Asked>(route).choices).to.deep.equal({ a: { action: 'skip' }, b: { action: 'skip' } });
  });

  it('sends only parameters and comment to a reference server, which supports no dry run', async () => {
    delete server.routes[`POST ${root}/p1/2/installations/dry_run`];
    const shown = await open('/system/contentpacks/p1/2/install');
    await byText(shown, 'offers no dry run');
    await clickOn(shown, 'button', 'Install 2 entities');
    const route = `POST ${root}/p1/2/installations`;
    await waitUntil(() => server.to(route).length === 1, 'the pack is installed');
    expect(bodyOf(route)).to.deep.equal({ parameters: { PORT: { '@type': 'integer', '@value': 514 } }, comment: '' });
  });

  it('asks before uninstalling, with lists of deleted, remaining and edited entities; edited ones can be kept', async () => {
    const shown = await open('/system/contentpacks/p1');
    await byText(shown, 'Upgrade to version 2');
    await clickOn(shown, 'button', 'Uninstall');
    await byText(shown, 'changed since it was installed');
    await byText(shown, 'These stay');
    (await control(shown, /^Keep Web/)).click();
    const buttons = [...shown.querySelectorAll('[role=alertdialog] button, [role=dialog] button')];
    (buttons.find(({ textContent }) => textContent === 'Uninstall') as HTMLButtonElement).click();
    await waitUntil(() => server.to(`DELETE ${root}/p1/installations/i1`).length === 1, 'the pack is uninstalled');
    expect(server.to(`DELETE ${root}/p1/installations/i1`)[0]?.url.searchParams.getAll('keep')).to.deep.equal(['s1']);
  });

  it('lists the entities below each other in a dialog on a small screen', async () => {
    await setViewport({ width: 360, height: 700 });
    try {
      const shown = await open('/system/contentpacks/p1');
      await clickOn(shown, 'button', 'Uninstall');
      await byText(shown, 'changed since it was installed');
      const rows = [...shown.querySelectorAll('[role=alertdialog] tbody tr, [role=dialog] tbody tr')];
      expect(rows.length).to.be.at.least(3);
      for (const row of rows)
        expect(row.querySelector('td')?.clientWidth, row.textContent).to.be.at.least(row.clientWidth - 20);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('shows a description as text, never as HTML', async () => {
    const shown = await open('/system/contentpacks/p1');
    await byText(shown, '<img src=x onerror=alert(1)>');
    expect(shown.querySelector('img')).to.equal(null);
  });
});

describe('the wizard', () => {
  it('creates a pack from the selected entities, with a parameter in place of a value', async () => {
    const shown = await open('/system/contentpacks/create');
    await byText(shown, 'select at least one entity');
    await fill(shown, /^Name/, 'Mine');
    await fill(shown, /^Summary/, 'Of mine');
    await fill(shown, /^Vendor/, 'me');
    await clickOn(shown, 'button', 'Show Stream');
    (await control(shown, /^Web$/)).click();
    await clickOn(shown, 'button', 'Next');
    await clickOn(shown, 'button', 'Create parameter');
    await fill(shown, /^Title/, 'What');
    await waitUntil(() => shown.querySelector('[role=dialog]') !== null, 'the dialog opens');
    const dialog = shown.querySelector('[role=dialog]') as HTMLElement;
    const inputs = [...dialog.querySelectorAll('input')];
    for (const [at, value] of ['What', 'WHAT', 'What it is'].entries()) {
      const input = inputs[at] as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    dialog.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    await byText(shown, 'WHAT');
    await clickOn(shown, 'button', 'Apply parameters');
    await fill(shown, /^Config key/, 'description');
    await fill(shown, /^Parameter$/, 'WHAT');
    await waitUntil(
      () => shown.querySelector('[role=dialog] button[type=submit]:not([disabled])') !== null,
      'the parameter can be applied',
    );
    shown.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')?.click();
    await byRole(shown, 'button', 'Clear');
    const close = [...shown.querySelectorAll('[role=dialog] button')].find(
      ({ textContent }) => textContent === 'Close',
    );
    (close as HTMLButtonElement).click();
    await clickOn(shown, 'button', 'Next');
    await clickOn(shown, 'button', 'Create');
    await waitUntil(() => server.to(`POST ${root}`).length === 1, 'the pack is created');
    const sent = bodyOf<{
      v: number;
      rev: number;
      name: string;
      parameters: object[];
      entities: { data: Record<string, unknown> }[];
    }>(`POST ${root}`);
    expect([sent.v, sent.rev, sent.name]).to.deep.equal([1, 1, 'Mine']);
    expect(sent.parameters).to.deep.equal([
      { title: 'What', name: 'WHAT', description: 'What it is', type: 'string', default_value: null },
    ]);
    expect(sent.entities[0]?.data['description']).to.deep.equal({ '@type': 'parameter', '@value': 'WHAT' });
  });
});

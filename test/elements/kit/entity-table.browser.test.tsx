/** Tests expandable rows and rows that reload by themselves, against a server in the page. */
import { expect } from '@open-wc/testing';
import { dashboardsQuery } from '../../../api/queries/views.js';
import { deepActiveElement } from '../../../elements/element/document-proxy.js';
import { EntityTable, SectionToggle, useEntityList } from '../../../elements/kit/entity-table/index.js';
import { Button } from '../../../elements/kit/button.js';
import type { RowActions } from '../../../elements/kit/entity-table/row-actions.js';
import { ListPage } from '../../../elements/kit/list-page/index.js';
import type { PageProps } from '../../../elements/kit/pages.js';
import { firstQuestion, type EntityListQuestion } from '../../../machines/entity-list.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const reloadEveryMs = 40;
const sections = {
  rules: {
    title: 'Rules',
    render: ({ id }: { readonly id: string }) => <p>{`rules of ${id}`}</p>,
    actions: () => <button type="button">Add rule</button>,
  },
  outputs: { title: 'Outputs', render: ({ id }: { readonly id: string }) => <p>{`outputs of ${id}`}</p> },
};
const columns = {
  summary: {
    render: ({ id }: { readonly id: string }) => (
      <>
        {id !== 'd1' && <SectionToggle section="rules">2</SectionToggle>}
        <SectionToggle section="outputs">1</SectionToggle>
      </>
    ),
  },
};
const order = ['title', 'summary'];
const defaults = { displayed: order, sort: { attributeId: 'title', direction: 'asc' }, perPage: 50 } as const;

function Table({ live, rowActions }: { readonly live: boolean; readonly rowActions?: () => RowActions }) {
  const list = useEntityList({
    id: 'things',
    defaults,
    query: dashboardsQuery,
    ...(live && { reloadEveryMs }),
  });
  return (
    <EntityTable
      list={list}
      label="Things"
      nameOf={({ title }) => title}
      order={order}
      columns={columns}
      sections={sections}
      {...(rowActions && { rowActions })}
      bulkActions={() => []}
      empty={() => <p>nothing</p>}
      failedTitle="Could not load"
      failed={(reason) => `Loading failed: ${reason}`}
    />
  );
}

const words = {
  page: 'Things',
  description: 'All of them.',
  search: 'Search things',
  none: 'There are no things yet',
  found: 'No things have been found.',
  failedTitle: 'Could not load',
  failed: (reason: string) => `Loading failed: ${reason}`,
};

function Page(address: Pick<PageProps, 'question' | 'onQuestion'>) {
  const list = useEntityList({ id: 'things', defaults, query: dashboardsQuery, ...address });
  return (
    <ListPage
      texts={words}
      help={{ fields: [], examples: [] }}
      list={list}
      nameOf={({ title }) => title}
      order={order}
      create={<Button appearance="primary">Create thing</Button>}
      actions={<Button>Import</Button>}
    />
  );
}

let server: FakeServer;
let titles: readonly string[];
const reads = () => server.to('GET /dashboards');
/** Waits until the rows are requested twice more; the server has then answered the first of these requests. */
const nextRows = async (): Promise<void> => {
  const before = reads().length;
  await waitUntil(() => reads().length > before + 1);
};
const names = (root: ShadowRoot) => [...root.querySelectorAll('[role=rowheader]')].map((cell) => cell.textContent);
const toggle = (root: ShadowRoot, section: string, name: string) =>
  byRole(root, 'button', new RegExp(`^[12] ${section} of ${name}$`));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  titles = ['d1', 'd2', 'd3', 'd4'];
  server = fakeServer({
    ...signedIn,
    'GET /entitylists/preferences/things': () => undefined,
    'GET /dashboards': () => ({
      elements: titles.map((id) => ({ id, title: id, type: 'DASHBOARD', summary: '', favorite: false })),
      total: titles.length,
      pagination: { total: titles.length, count: titles.length, page: 1, per_page: 50 },
      attributes: order.map((id) => ({ id, title: id, type: 'STRING', sortable: true })),
    }),
  });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

describe('the actions of a row', () => {
  const share = { key: 'share', label: 'Share', icon: null, onSelect: () => undefined };
  const rowActions = (): RowActions => ({
    buttons: [
      { ...share, disabled: true, disabledReason: 'Only owners may.' },
      { ...share, key: 'open', label: 'Open' },
    ],
  });

  it('look different when disabled, both at rest and in the focused row', async () => {
    const { root, remove } = await stage(() => <Table live={false} rowActions={rowActions} />);
    const [no, yes] = [await byRole(root, 'button', 'Share d1'), await byRole(root, 'button', 'Open d1')];
    // The colours of a control may still be changing by a transition when they are read.
    const looks = (button: HTMLElement) => {
      const { color, borderTopColor, backgroundColor } = getComputedStyle(button);
      return [color, borderTopColor, backgroundColor];
    };
    expect(looks(no)[0], 'a disabled action has another colour at rest').not.to.equal(looks(yes)[0]);
    yes.focus();
    await waitUntil(() => looks(yes)[1] !== looks(no)[1] && looks(yes)[2] !== looks(no)[2]);
    expect(looks(no)[0], 'a disabled action has another colour in the focused row').not.to.equal(looks(yes)[0]);
    expect(no.textContent).to.equal('Share');
    remove();
  });
});

describe('an entity from a file of the provisioning folder', () => {
  const actions = (): RowActions => ({
    buttons: [
      { key: 'edit', label: 'Edit', icon: null, onSelect: () => undefined },
      { key: 'open', label: 'Open', icon: null, onSelect: () => undefined },
    ],
  });

  it('is marked, and its modifying actions are disabled with the reason', async () => {
    server.routes['GET /'] = () => ({ cluster_id: 'c', node_id: 'n', version: '5.1.8', tagline: '', embedded: true });
    server.routes['GET /system/provisioned'] = () => ({
      objects: [{ type: 'dashboard', id: 'd2', file: 'dashboards/two.yaml' }],
    });
    const { root, remove } = await stage(() => <Table live={false} rowActions={actions} />);
    await byText(root, 'Provisioned');
    expect(names(root)).to.deep.equal(['d1', 'd2Provisioned', 'd3', 'd4']);
    const isDisabled = async (name: string) => (await byRole(root, 'button', name)).getAttribute('aria-disabled');
    expect(await isDisabled('Edit d2')).to.equal('true');
    expect(await isDisabled('Edit d1')).not.to.equal('true');
    expect(await isDisabled('Open d2')).not.to.equal('true');
    await expectAccessible(root.host);
    remove();
  });

  it('is not requested from a reference server, which lacks the endpoint', async () => {
    server.routes['GET /'] = () => ({ cluster_id: 'c', node_id: 'n', version: '5.1.8', tagline: '' });
    const { root, remove } = await stage(() => <Table live={false} />);
    await byText(root, 'd1');
    await waitUntil(() => server.to('GET /').length > 0);
    expect(server.to('GET /system/provisioned')).to.deep.equal([]);
    remove();
  });
});

describe('the filters of a list', () => {
  it('show the filters of the address, even without filters to choose from', async () => {
    server.routes['GET /dashboards'] = () => ({
      elements: [],
      total: 0,
      pagination: { total: 0, count: 0, page: 1, per_page: 50 },
      attributes: [{ id: 'index_set_id', title: 'Index set', type: 'STRING', sortable: false, filterable: true }],
    });
    const requests: EntityListQuestion[] = [];
    const question = { ...firstQuestion, filters: [{ attribute: 'index_set_id', value: 'a' }] };
    const { root, remove } = await stage(() => <Page question={question} onQuestion={(next) => requests.push(next)} />);
    await clickOn(root, 'button', 'Remove filter Index set: a');
    await waitUntil(() => requests.some(({ filters }) => filters.length === 0));
    remove();
  });
});

describe('a filter by entities of the server', () => {
  const sets = Array.from({ length: 12 }, (_, at) => ({
    id: `set-${at}`,
    value: `Set ${String(at).padStart(2, '0')}`,
  }));
  const attribute = { id: 'index_set_id', title: 'Index set', type: 'STRING', related_collection: 'index_sets' };
  const suggestions = () => server.to('GET /entity_suggestions');
  const chips = (root: ShadowRoot) =>
    allByRole(root, 'button', /^Edit filter /).map((chip) => chip.getAttribute('aria-label')?.slice(12));
  let release = (): void => undefined;
  beforeEach(() => {
    const held = new Promise<void>((resolve) => (release = resolve));
    server.routes['GET /dashboards'] = () => ({
      elements: [{ id: 'd1', title: 'd1', type: 'DASHBOARD', summary: '', favorite: false }],
      total: 1,
      pagination: { total: 1, count: 1, page: 1, per_page: 50 },
      attributes: [
        { ...attribute, filterable: true },
        {
          id: 'disabled',
          title: 'Status',
          type: 'BOOLEAN',
          filterable: true,
          filter_options: [{ value: 'true', title: 'Paused' }],
        },
      ],
    });
    server.routes['GET /entity_suggestions'] = ({ url: { searchParams } }) => {
      const [page, perPage] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
      const found = sets.filter(({ value }) => value.includes(searchParams.get('query') ?? ''));
      const shown = found.slice((page - 1) * perPage, page * perPage);
      const pagination = { total: found.length, count: shown.length, page, per_page: perPage };
      return { suggestions: shown, pagination };
    };
    server.routes['POST /system/catalog/entities/titles'] = async ({ body = '' }) => {
      await held;
      const { entities } = JSON.parse(body) as { entities: { id: string; type: string }[] };
      return {
        entities: entities.flatMap(({ id, type }) => {
          const set = sets.find((one) => one.id === id);
          return set && type === 'index_sets' ? { id, type, title: set.value } : [];
        }),
        not_permitted_to_view: [],
      };
    };
  });

  const open = async (root: ShadowRoot) => {
    await clickOn(root, 'button', 'Filter');
    await clickOn(root, 'menuitem', 'Index set');
    return byRole(root, 'dialog', 'Filter by Index set');
  };
  const options = (root: ShadowRoot) => allByRole(root, 'button', /^Set \d\d$/);

  it('searches and pages the entities, and selects one, or several with Shift', async () => {
    const { root, remove } = await stage(() => <Page />);
    const dialog = await open(root);
    await byRole(dialog, 'button', 'Set 09');
    expect(options(root)).to.have.length(10);
    await waitUntil(() => deepActiveElement(document)?.getAttribute('aria-label') === 'Search Index set');
    await expectAccessible(dialog);
    await clickOn(dialog, 'button', 'Next page');
    (await byRole(dialog, 'button', 'Set 11')).dispatchEvent(
      new MouseEvent('click', { bubbles: true, shiftKey: true }),
    );
    await waitUntil(() => chips(root).length === 1);
    expect(chips(root), 'the title of a chosen entity is known without a request').to.deep.equal(['Index set: Set 11']);
    const taken = await byRole(dialog, 'button', 'Set 11');
    expect(taken.getAttribute('aria-disabled')).to.equal('true');

    const box = dialog.querySelector('input');
    if (!box) throw new Error('no search box');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, '03');
    box.dispatchEvent(new Event('input', { bubbles: true }));
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await waitUntil(() => options(root).length === 1);
    expect(suggestions().at(-1)?.url.search).to.contain(
      'collection=index_sets&column=title&page=1&per_page=10&query=03',
    );
    await clickOn(dialog, 'button', 'Set 03');
    await waitUntil(() => allByRole(root, 'dialog').length === 0);
    expect(chips(root)).to.deep.equal(['Index set: Set 11', 'Index set: Set 03']);
    await waitUntil(
      () => reads().at(-1)?.url.searchParams.getAll('filters').join() === 'index_set_id:set-11,index_set_id:set-3',
    );
    remove();
  });

  it('shows the titles of entities in the address, and replaces one by another', async () => {
    const question = {
      ...firstQuestion,
      filters: [
        { attribute: 'index_set_id', value: 'set-1' },
        { attribute: 'disabled', value: 'true' },
        { attribute: 'index_set_id', value: 'gone' },
      ],
    };
    const questions: EntityListQuestion[] = [];
    const { root, remove } = await stage(() => (
      <Page question={question} onQuestion={(next) => questions.push(next)} />
    ));
    await waitUntil(() => chips(root).length === 3);
    expect(chips(root), 'all titles are loading at the same time').to.deep.equal([
      'Index set: Loading...',
      'Index set: Loading...',
      'Status: Paused',
    ]);
    release();
    await waitUntil(() => chips(root).join() === 'Index set: Set 01,Index set: gone,Status: Paused');
    await clickOn(root, 'button', 'Edit filter Index set: gone');
    const dialog = await byRole(root, 'dialog', 'Filter by Index set');
    await clickOn(dialog, 'button', 'Set 05');
    await waitUntil(() => questions.length > 0);
    expect(questions.at(-1)?.filters.map(({ value }) => value)).to.deep.equal(['set-1', 'true', 'set-5']);
    remove();
  });

  it('shows that there are no entities, or that they cannot be loaded', async () => {
    server.routes['GET /entity_suggestions'] = () => ({
      suggestions: [],
      pagination: { total: 0, count: 0, page: 1, per_page: 10 },
    });
    const { root, remove } = await stage(() => <Page />);
    await byText(await open(root), 'Nothing has been found.');
    remove();
    server.routes['GET /entity_suggestions'] = () => new Response('{"message":"out of order"}', { status: 500 });
    const again = await stage(() => <Page />);
    await byText(await open(again.root), 'out of order');
    again.remove();
  });
});

describe('the order of the rows', () => {
  it('can also be chosen in a menu when a displayed column has no room or rows are blocks', async () => {
    const displayed = [...order, 'region', 'team'];
    const preferences = { displayed_attributes: displayed };
    server.routes['GET /entitylists/preferences/things'] = () => preferences;
    server.routes['POST /entitylists/preferences/things'] = ({ body = '' }) => {
      Object.assign(preferences, JSON.parse(body));
    };
    server.routes['GET /dashboards'] = () => ({
      elements: [{ id: 'd1', title: 'd1', type: 'DASHBOARD', summary: '', favorite: false, region: 'north' }],
      total: 1,
      pagination: { total: 1, count: 1, page: 1, per_page: 50 },
      attributes: displayed.map((id) => ({ id, title: id, type: 'STRING', sortable: true })),
    });
    const { root, host, remove } = await stage(() => <Page />);
    const heads = () => allByRole(root, 'columnheader').length;
    const menus = () => allByRole(root, 'button', 'title').filter((one) => !one.closest('[role=columnheader]'));
    await waitUntil(() => heads() === displayed.length, 'all column heads are shown');
    expect(menus()).to.have.length(0);
    for (const [width, isBlocks] of [
      [640, false],
      [340, true],
    ] as const) {
      host.style.width = `${width}px`;
      await waitUntil(() => menus().length === 1 && (heads() === 0) === isBlocks, `the menu is shown at ${width} px`);
      const bar = menus()[0]?.parentElement?.parentElement;
      expect(bar?.scrollWidth, `the bar is not wider than its space at ${width} px`).to.be.at.most(
        bar?.clientWidth ?? 0,
      );
      await expectAccessible(host);
    }
    menus()[0]?.click();
    await clickOn(root, 'menuitemradio', 'team');
    await waitUntil(
      () => reads().at(-1)?.url.searchParams.get('sort') === 'team',
      'the rows are requested in the chosen order',
    );
    remove();
  });
});

describe('a row of the overview table', () => {
  it('opens several sections below it in their order, and closes each by its toggle or its own button', async () => {
    const { root, remove } = await stage(() => <Table live={false} />);
    const outputs = await toggle(root, 'Outputs', 'd2');
    const rules = await toggle(root, 'Rules', 'd2');
    expect([outputs, rules].map((button) => button.getAttribute('aria-expanded'))).to.deep.equal(['false', 'false']);
    outputs.click();
    await byText(root, 'outputs of d2');
    rules.click();
    await byText(root, 'rules of d2');
    expect([outputs, rules].map((button) => button.getAttribute('aria-expanded'))).to.deep.equal(['true', 'true']);
    expect([...root.querySelectorAll('section')].map((section) => section.getAttribute('aria-label'))).to.deep.equal([
      'Rules of d2',
      'Outputs of d2',
    ]);
    const controlled = root.getElementById(rules.getAttribute('aria-controls') ?? '');
    expect(controlled?.textContent).to.contain('rules of d2');
    expect(controlled?.closest('[role=row]')?.previousElementSibling?.textContent).to.contain('d2');
    await byRole(root, 'button', 'Add rule');
    expect(allByRole(root, 'button', /^2 Rules of d1$/), 'a row without the section is not expanded').to.have.length(0);

    const hide = await byRole(root, 'button', 'Hide Outputs of d2');
    hide.focus();
    hide.click();
    await waitUntil(() => outputs.getAttribute('aria-expanded') === 'false');
    await waitUntil(() => deepActiveElement(document)?.tagName === 'BUTTON', 'a button has the focus');
    rules.click();
    await waitUntil(() => root.querySelector('section') === null);
    expect(sessionStorage.length).to.equal(0);
    remove();
  });

  it('is expanded again after a reload, and ignores invalid stored values', async () => {
    const first = await stage(() => <Table live={false} />);
    (await toggle(first.root, 'Rules', 'd3')).click();
    await byText(first.root, 'rules of d3');
    first.remove();
    const second = await stage(() => <Table live={false} />);
    await byText(second.root, 'rules of d3');
    expect((await toggle(second.root, 'Rules', 'd3')).getAttribute('aria-expanded')).to.equal('true');
    second.remove();
    for (const stored of ['{"d3":["rules"]}', '[["d3","rules"]]', '[["d3",["constructor"]]]', '[[3,[]]]', 'x']) {
      sessionStorage.setItem('log-console-open-rows-things', stored);
      const next = await stage(() => <Table live={false} />);
      await toggle(next.root, 'Rules', 'd3');
      expect(next.root.querySelector('section'), stored).to.equal(null);
      next.remove();
    }
  });
});

describe('a list page', () => {
  it('has one create button: in the header, or below the message of an empty list', async () => {
    const full = await stage(() => <Page />);
    await byText(full.root, 'd1');
    const create = (root: ShadowRoot) => allByRole(root, 'button', /^Create thing$/);
    expect(create(full.root).map((button) => button.closest('header') !== null)).to.deep.equal([true]);
    full.remove();
    titles = [];
    const empty = await stage(() => <Page />);
    await byText(empty.root, 'There are no things yet');
    expect(create(empty.root).map((button) => button.closest('header') !== null)).to.deep.equal([false]);
    expect(allByRole(empty.root, 'button', /^Import$/)).to.have.length(1);
    empty.remove();
  });
});

describe('a table that reloads by itself', () => {
  it('keeps selection, expanded rows and focus while rows are added, moved and removed', async () => {
    const { root, remove } = await stage(() => <Table live />);
    await clickOn(root, 'checkbox', 'Select d3');
    (await toggle(root, 'Rules', 'd3')).click();
    const focused = await toggle(root, 'Outputs', 'd2');
    focused.focus();
    titles = ['d0', 'd3', 'd4', 'd5', 'd2'];
    await waitUntil(() => names(root).join() === titles.join());
    await nextRows();
    expect(deepActiveElement(document) === focused, 'the focus moved with its row').to.equal(true);
    await byText(root, '1 item selected');
    await byRole(root, 'checkbox', 'Deselect d3');
    await byText(root, 'rules of d3');
    expect(root.querySelector('[role=table]')?.getAttribute('aria-busy')).to.equal('false');
    titles = ['d0', 'd3', 'd4', 'd5'];
    await waitUntil(() => names(root).length === 4);
    await waitUntil(() => deepActiveElement(document) === allByRole(root, 'button', /^1 Outputs of d5$/)[0]);
    remove();
  });

  it('shows a failure above the existing rows, and continues to reload', async () => {
    const { root, remove } = await stage(() => <Table live />);
    await byRole(root, 'checkbox', 'Select d1');
    const answer = server.routes['GET /dashboards'];
    server.routes['GET /dashboards'] = () => new Response('{"message":"out of order"}', { status: 500 });
    await byText(root, 'Loading failed: out of order');
    expect(names(root)).to.have.length(4);
    if (answer) server.routes['GET /dashboards'] = answer;
    await waitUntil(() => !root.textContent.includes('out of order'));
    remove();
  });

  it('reloads without extending the session, and not in a hidden tab', async () => {
    const { root, remove } = await stage(() => <Table live />);
    await byRole(root, 'checkbox', 'Select d1');
    await nextRows();
    expect(
      reads()
        .map(({ headers }) => headers.get('X-Graylog-No-Session-Extension'))
        .slice(0, 3),
    ).to.deep.equal([null, 'true', 'true']);
    let hidden = true;
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    try {
      document.dispatchEvent(new Event('visibilitychange'));
      const before = reads().length;
      // Nothing shows that no request will follow, so the test waits for the time of several reloads.
      await new Promise((resolve) => setTimeout(resolve, 5 * reloadEveryMs));
      // One request may already have been in flight.
      expect(reads().length - before).to.be.at.most(1);
      titles = ['d9'];
      hidden = false;
      document.dispatchEvent(new Event('visibilitychange'));
      await waitUntil(() => names(root).join() === 'd9');
    } finally {
      Reflect.deleteProperty(document, 'hidden');
    }
    remove();
  });
});

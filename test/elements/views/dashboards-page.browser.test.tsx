/** Tests the table in the list of dashboards, against a server in the page. */
import { RoutesContext } from '../../../elements/element/routes-context.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { DashboardsPage } from '../../../elements/views/dashboards-page.js';
import { firstQuestion, type EntityListQuestion } from '../../../machines/entity-list.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still, withText } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const titles = Array.from({ length: 45 }, (_item, index) =>
  index === 1 ? hostile : `Board ${String(index + 1).padStart(2, '0')}`,
);

interface Row {
  id: string;
  title: string;
  favorite: boolean;
  [name: string]: unknown;
}

let server: FakeServer;
let rows: Row[];
let preferences: unknown;
const requests: URLSearchParams[] = [];

beforeEach(() => {
  localStorage.clear();
  requests.length = 0;
  preferences = undefined;
  rows = titles.map((title, index) => ({
    id: `d${index + 1}`,
    type: 'DASHBOARD',
    title,
    summary: index === 0 ? 'First look' : '',
    description: `About ${index + 1}`,
    search_id: 's',
    properties: [],
    requires: index === 2 ? { p: { name: 'Some plugin', url: 'https://plugin.example' } } : {},
    owner: 'ada',
    created_at: '2024-03-01T10:05:00.000Z',
    favorite: false,
  }));
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({
      id: 'u1',
      username: 'ada',
      permissions: ['dashboards:create', 'view:edit'],
      timezone: 'Europe/Berlin',
      read_only: true,
    }),
    'GET /entitylists/preferences/dashboards': () => preferences,
    'POST /entitylists/preferences/dashboards': ({ body }) => {
      preferences = JSON.parse(body ?? 'null');
      return undefined;
    },
    'GET /dashboards': ({ url }) => list(url.searchParams),
    'PUT /favorites/*': () => undefined,
    'DELETE /favorites/*': () => undefined,
    'POST /views/bulk_delete': ({ body }) => {
      const { entity_ids: ids } = JSON.parse(body ?? '{}') as { entity_ids: string[] };
      const failures = ids.filter((id) => id === 'd4').map((id) => ({ entity_id: id, failure_explanation: 'no' }));
      rows = rows.filter(({ id }) => !ids.includes(id) || id === 'd4');
      return { successfully_performed: ids.length - failures.length, failures };
    },
  });
});
afterEach(() => {
  for (const left of document.querySelectorAll('body > *')) if (left.tagName.startsWith('LOG-')) left.remove();
  server.restore();
});

function list(parameters: URLSearchParams) {
  requests.push(parameters);
  const perPage = Number(parameters.get('per_page'));
  const page = Number(parameters.get('page'));
  const query = (parameters.get('query') ?? '').toLowerCase();
  const found = rows
    .filter(({ title }) => title.toLowerCase().includes(query))
    .sort((left, right) => left.title.localeCompare(right.title) * (parameters.get('order') === 'desc' ? -1 : 1));
  return {
    elements: found.slice((page - 1) * perPage, page * perPage),
    total: found.length,
    pagination: { total: found.length, count: 0, page, per_page: perPage },
    attributes: [
      { id: '_id', title: 'id', type: 'OBJECT_ID', hidden: true },
      { id: 'title', title: 'Title', type: 'STRING', sortable: true },
      { id: 'created_at', title: 'Created', type: 'DATE', sortable: true, filterable: true },
      { id: 'description', title: 'Description', type: 'STRING', sortable: true },
      { id: 'summary', title: 'Summary', type: 'STRING', sortable: true },
      { id: 'owner', title: 'Owner', type: 'STRING', sortable: true },
      { id: 'favorite', title: 'Favorite', type: 'STRING', sortable: false },
    ],
  };
}

const hasRoute = (route: string): boolean => route.startsWith('/dashboards/d');

function Page() {
  const [question, setQuestion] = useState<EntityListQuestion>(firstQuestion);
  return (
    <RoutesContext value={hasRoute}>
      <DashboardsPage params={{}} question={question} onQuestion={setQuestion} />
    </RoutesContext>
  );
}

const last = (): Record<string, string> => Object.fromEntries(requests.at(-1) ?? []);
const rowNames = (root: ShadowRoot): (string | null)[] =>
  [...root.querySelectorAll('[role=rowheader]')].map(({ textContent }) => textContent);
const heads = (root: ShadowRoot): string[] =>
  [...root.querySelectorAll('[role=columnheader]')]
    .filter((head) => !head.querySelector('.lc-unseen') && head.textContent !== '')
    .map((head) => head.textContent);

describe('the list of dashboards', () => {
  it('sorts, searches, pages and changes its page size; saves its layout as preferences', async () => {
    preferences = { displayed_attributes: ['title', 'owner'], per_page: 10 };
    const { root, remove } = await stage(() => <Page />);
    await byRole(root, 'checkbox', 'Select Board 01');
    expect(last()).to.deep.equal({ page: '1', per_page: '10', sort: 'title', order: 'asc' });
    expect(heads(root)).to.deep.equal(['Title', 'Owner']);
    await byText(root, '10 of 45');

    await clickOn(root, 'button', 'Page 5');
    await byText(root, '5 of 45');
    await clickOn(root, 'button', 'Title');
    await waitUntil(() => rowNames(root)[0] === 'Board 45');
    expect([last()['order'], last()['page']]).to.deep.equal(['desc', '1']);

    await clickOn(root, 'button', '10 Rows');
    await clickOn(root, 'menuitemradio', '50 Rows');
    await byText(root, '45 of 45');
    expect(preferences).to.deep.equal({
      displayed_attributes: ['title', 'owner'],
      sort: { field: 'title', order: 'desc' },
      per_page: 50,
    });

    const box = root.querySelector<HTMLInputElement>('input[type=search]');
    box?.focus();
    await sendKeys({ type: 'board 0' });
    await byText(root, '8 of 8');
    await sendKeys({ press: 'Escape' });
    await byText(root, '45 of 45');
    await sendKeys({ type: 'nothing like it' });
    await byText(root, 'No dashboards have been found.');
    remove();
  });

  it('shows and hides columns, and widens them by keyboard; the width is stored', async () => {
    const { root, remove } = await stage(() => <Page />, 1300);
    await byRole(root, 'checkbox', 'Select Board 01');
    expect(heads(root)).to.deep.equal(['Title', 'Summary', 'Description']);
    await clickOn(root, 'button', 'Columns');
    await clickOn(root, 'menuitemcheckbox', /Owner/);
    await waitUntil(() => heads(root).includes('Owner'));
    await clickOn(root, 'menuitemcheckbox', /Summary/);
    await waitUntil(() => !heads(root).includes('Summary'));
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => allByRole(root, 'menu').length === 0);

    const edge = await byRole(root, 'separator', 'Width of Title');
    const before = edge.parentElement?.getBoundingClientRect().width ?? 0;
    edge.focus();
    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => (edge.parentElement?.getBoundingClientRect().width ?? 0) > before + 20);
    const kept = edge.parentElement?.getBoundingClientRect().width ?? 0;
    remove();
    const again = await stage(() => <Page />, 1300);
    const edgeAgain = await byRole(again.root, 'separator', 'Width of Title');
    expect(edgeAgain.parentElement?.getBoundingClientRect().width).to.be.closeTo(kept, 1);
    edgeAgain.focus();
    await sendKeys({ press: 'Home' });
    await waitUntil(() => edgeAgain.parentElement?.getBoundingClientRect().width !== kept);
    again.remove();
  });

  it('deletes the selected dashboards across pages; those that could not be deleted stay selected', async () => {
    preferences = { per_page: 10 };
    const { root, remove } = await stage(() => <Page />);
    await clickOn(root, 'checkbox', 'Select Board 04');
    await clickOn(root, 'button', 'Next page');
    await clickOn(root, 'checkbox', 'Select Board 12');
    await byText(root, '2 items selected');
    const all = (await byRole(root, 'checkbox', 'Select all visible entities')) as HTMLInputElement;
    expect(all.indeterminate).to.equal(true);
    await clickOn(root, 'button', 'Bulk actions');
    await clickOn(root, 'menuitem', 'Delete');
    await byText(root, 'Do you really want to remove 2 dashboards?');
    await clickOn(root, 'button', 'Delete');
    await byText(root, '1 out of 2 selected dashboards could not be deleted.');
    await byText(root, '1 item selected');
    await clickOn(root, 'button', 'Previous page');
    expect(((await byRole(root, 'checkbox', 'Deselect Board 04')) as HTMLInputElement).checked).to.equal(true);
    await clickOn(root, 'button', 'Bulk actions');
    await clickOn(root, 'menuitem', 'Cancel selection');
    await byRole(root, 'button', 'Columns');
    await waitUntil(() => root.querySelector('input[type=search]') !== null);
    remove();
  });

  it('filters by date with an open start, and removes the filter', async () => {
    const { root, remove } = await stage(() => <Page />);
    await byRole(root, 'checkbox', 'Select Board 01');
    await clickOn(root, 'button', 'Filter');
    await clickOn(root, 'menuitem', 'Created');
    const from = (await byRole(root, 'textbox', 'From')) as HTMLInputElement;
    await waitUntil(() => root.activeElement === from, 'the first field has the focus');
    from.select();
    await sendKeys({ type: 'soon' });
    await byText(root, 'Format must be: YYYY-MM-DD [HH:mm:ss[.SSS]].');
    from.select();
    await sendKeys({ type: '2024-03-01 11:00:00' });
    await clickOn(root, 'button', 'Apply');
    // The user's time zone is an hour ahead.
    await waitUntil(() => last()['filters'] !== undefined);
    expect(last()['filters']).to.equal('created_at:2024-03-01T10:00:00.000Z><');
    await clickOn(root, 'button', 'Remove filter Created: 2024-03-01 11:00:00 – now');
    await waitUntil(() => allByRole(root, 'button', /^Remove filter/).length === 0);
    remove();
  });

  it('marks favourites, links only to existing routes, and shows titles as text', async () => {
    const { root, remove } = await stage(() => <Page />);
    await byRole(root, 'checkbox', 'Select Board 01');
    expect(root.querySelector('[role=rowheader] img')).to.equal(null);
    expect(rowNames(root)).to.include(hostile);
    const links = [...root.querySelectorAll('[role=rowheader] a')].map(({ textContent }) => textContent);
    expect(links).to.include('Board 01').and.not.include('Board 03');
    await byRole(root, 'button', 'This dashboard needs what this installation lacks:');
    const row = [...root.querySelectorAll<HTMLElement>('[role=row]')].find((one) =>
      one.textContent.includes('Board 01'),
    );
    if (!row) throw new Error('no row');
    await clickOn(row, 'button', 'Add to favorites');
    await byRole(row, 'button', 'Remove from favorites');
    expect(server.to('PUT /favorites/grn%3A%3A%3A%3Adashboard%3Ad1').length).to.equal(1);
    await still(root.host);
    await expectAccessible(root.host);
    remove();
  });

  it('is a list of labels and values at a narrow width, and explains a failed request', async () => {
    const { root, remove } = await stage(() => <Page />, 360);
    await byRole(root, 'checkbox', 'Select Board 01');
    await byText(root, 'First look');
    await byText(root, 'Summary');
    expect(heads(root)).to.deep.equal([]);
    expect(root.host.scrollWidth).to.be.at.most(360);
    await clickOn(root, 'button', /^Title/);
    await clickOn(root, 'menuitemradio', /^Summary/);
    await waitUntil(() => last()['sort'] === 'summary');
    await sendKeys({ press: 'Escape' });
    await still(root.host);
    await expectAccessible(root.host);
    remove();

    server.routes['GET /dashboards'] = () =>
      new Response('{"type":"ApiError","message":"out of order"}', { status: 500 });
    const failing = await stage(() => <Page />);
    await byText(failing.root, 'Loading dashboards failed with status: out of order');
    server.routes['GET /dashboards'] = ({ url }) => list(url.searchParams);
    await clickOn(failing.root, 'button', 'Try again');
    await byRole(failing.root, 'checkbox', 'Select Board 01');
    failing.remove();
  });

  it('shows that there is no dashboard that the user may see, and creates the first one', async () => {
    rows = [];
    server.routes['POST /views/search'] = ({ body }) => JSON.parse(body ?? 'null');
    server.routes['POST /views'] = ({ body }) => {
      const view = JSON.parse(body ?? 'null') as Row;
      rows = [view];
      return view;
    };
    const { root, remove } = await stage(() => <Page />);
    // The user may not read all dashboards, so other users may have some.
    await byText(root, 'There is no dashboard that you may see.');
    expect(withText(root, 'No dashboards have been created yet.')).to.equal(undefined);
    const [button] = allByRole(root, 'button', 'Create new dashboard');
    button?.click();
    await byRole(root, 'textbox', 'Title');
    await sendKeys({ type: '  Mine ' });
    await sendKeys({ press: 'Enter' });
    await byText(root, 'Dashboard "Mine" was created.');
    await byRole(root, 'checkbox', 'Select Mine');
    remove();
  });

  it('shows users who may read all dashboards that no dashboard has been created', async () => {
    rows = [];
    for (const permission of ['dashboards:read', 'view:read']) {
      server.routes['GET /users/*'] = () => ({ id: 'u1', username: 'ada', permissions: [permission] });
      const { root, remove } = await stage(() => <Page />);
      await byText(root, 'No dashboards have been created yet.');
      remove();
    }
  });

  it('goes to the new last page when the last page has lost its rows', async () => {
    preferences = { per_page: 20 };
    const { root, remove } = await stage(() => <Page />);
    await clickOn(root, 'button', 'Page 3');
    await byText(root, '5 of 45');
    await clickOn(root, 'checkbox', 'Select all visible entities');
    await byText(root, '5 items selected');
    requests.length = 0;
    await clickOn(root, 'button', 'Bulk actions');
    await clickOn(root, 'menuitem', 'Delete');
    await byText(root, 'Do you really want to remove 5 dashboards?');
    await clickOn(root, 'button', 'Delete');
    await byText(root, '20 of 40');
    expect([requests[0]?.get('page'), last()['page']]).to.deep.equal(['3', '2']);
    expect((await byRole(root, 'button', 'Page 2')).getAttribute('aria-current')).to.equal('page');
    expect(rowNames(root)[0]).to.equal('Board 21');
    remove();
  });
});

/**
 * Tests actions that lead to other pages of the console. They are offered only if those pages exist. They include their
 * dialogs.
 */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { RoutesContext } from '../../../elements/element/routes-context.js';
import {
  FieldInteractionsContext,
  MessageTableWidget,
  WidgetScopeContext,
  type WidgetScope,
} from '../../../elements/widgets/index.js';
import { FieldValue } from '../../../elements/widgets/actions/field-value.js';
import { pathsTo } from '../../../machines/pivot/value-path.js';
import { aggregation, byTime, byValues } from '../../machines/pivot/results.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, settled, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { messagesResult, sampleMessage, sampleTypes, tableConfig } from './sample-results.js';

const inputId = '65e19f00d4b5f60718290001';
const nodeId = 'a3f81c20-7d3e-4a6f-9d0b-2f1f6a1c9b77';
const streamId = 'b'.repeat(24);
const messageId = String(sampleMessage(0).message['_id']);

const known = {
  ...signedIn,
  'GET /users/*': () => ({
    username: 'ada',
    permissions: ['streams:read:*', `streams:edit:${streamId}`, `inputs:read:${inputId}`, `inputs:edit:${inputId}`],
  }),
  'GET /system/inputs/*': () => ({ id: inputId, title: 'GELF UDP edge' }),
  'GET /system/cluster/nodes': () => ({
    nodes: [{ node_id: nodeId, short_node_id: 'a3f81c20', hostname: 'log-node-1' }],
    total: 1,
  }),
  'GET /streams': () => ({
    total: 3,
    streams: [
      { id: '000000000000000000000001', title: 'Default Stream' },
      { id: streamId, title: 'Payments' },
      { id: 'c'.repeat(24), title: 'Not mine' },
    ],
  }),
};

const scope: WidgetScope = {
  type: 'aggregation',
  settings: { filter: null, filters: [], query: null, streams: [], timerange: null },
  search: () => ({
    queryString: 'a OR b',
    filterQueries: ['level:3'],
    streams: [streamId],
    timeRange: { type: 'relative', from: 300 },
  }),
};
const config = aggregation({ row_pivots: [byTime(), byValues('host')], column_pivots: [byValues('code')] });
const paths = () => pathsTo(config, ['2026-11-20T18:30:00Z', 'web 1'], { keys: ['500'], function: 'avg(took)' }, 'UTC');

/** Renders a message table and an aggregation with one metric in a console that has the given pages. */
async function page(hasRoute: (route: string) => boolean) {
  return stage(
    () => (
      <RoutesContext value={hasRoute}>
        <FieldInteractionsContext
          value={{
            query: () => '',
            onQuery: () => undefined,
            typeOf: (field) => sampleTypes.find((one) => one.name === field)?.type,
            hasRoute,
          }}
        >
          <WidgetScopeContext value={scope}>
            <p>
              <FieldValue tabStop field="avg(took)" value={12.5} paths={paths} />
            </p>
          </WidgetScopeContext>
          <WidgetScopeContext value={{ ...scope, type: 'messages' }}>
            <div style={{ height: 500 }}>
              <MessageTableWidget
                title="All Messages"
                executing={false}
                result={messagesResult(3)}
                fieldTypes={sampleTypes}
                config={tableConfig}
              />
            </div>
          </WidgetScopeContext>
        </FieldInteractionsContext>
      </RoutesContext>
    ),
    700,
  );
}

describe('actions that lead to other pages of the console', () => {
  let server: FakeServer;
  const open = window.open;
  const opened: URL[] = [];
  const staged: (() => void)[] = [];

  beforeEach(() => {
    server = fakeServer(known);
    window.open = (href) => {
      opened.push(new URL(String(href), location.href));
      return null;
    };
  });
  afterEach(() => {
    for (const remove of staged.splice(0)) remove();
    opened.length = 0;
    window.open = open;
    server.restore();
    localStorage.clear();
  });

  async function shown(hasRoute: (route: string) => boolean): Promise<ShadowRoot> {
    const { root, remove } = await page(hasRoute);
    staged.push(remove);
    await waitUntil(() => root.querySelector('[data-row="0"]') !== null);
    return root;
  }
  /** Opens the menu of a value by keyboard. */
  async function menuOf(root: ShadowRoot, value: string | RegExp): Promise<string[]> {
    (await byRole(root, 'button', value)).focus();
    await sendKeys({ press: 'Enter' });
    await byRole(await byRole(root, 'menu', 'Actions'), 'menuitem');
    return allByRole(root, 'menuitem').map((item) => item.textContent.trim());
  }
  async function openFirst(root: ShadowRoot): Promise<void> {
    root.querySelector<HTMLElement>('[data-row="0"]')?.focus();
    await sendKeys({ press: 'Enter' });
    await byText(root, 'GELF UDP edge');
  }

  it('are not offered by a console without those pages', async () => {
    const root = await shown(() => false);
    await openFirst(root);
    await byText(root, 'a3f81c20 / log-node-1');
    expect(allByRole(root, 'link', /log-node-1/)).to.deep.equal([]);
    expect(allByRole(root, 'button', 'Test against stream')).to.deep.equal([]);
    expect(await menuOf(root, '7f3c91a2e0b84d55')).to.deep.equal([
      'Exclude from results',
      'Add to query',
      'Messages of this trace',
      'Copy value to clipboard',
    ]);
    await sendKeys({ press: 'Escape' });
    expect(server.to('GET /system/cluster/nodes').length).to.equal(1);
  });

  it('node, streams: links to the running node, and to the streams that the user may edit except the default one', async () => {
    const root = await shown(() => true);
    await openFirst(root);
    const node = await byRole(root, 'link', 'a3f81c20 / log-node-1');
    expect(new URL((node as HTMLAnchorElement).href).pathname).to.equal(`/system/nodes/${nodeId}`);
    (await byRole(root, 'button', 'Test against stream')).focus();
    await sendKeys({ press: 'Enter' });
    const payments = (await byRole(root, 'link', 'Payments')) as HTMLAnchorElement;
    expect(payments.target).to.equal('_blank');
    const { pathname, searchParams } = new URL(payments.href);
    expect(pathname).to.equal(`/streams/${streamId}/edit`);
    expect(Object.fromEntries(searchParams)).to.deep.equal({ index: 'messages_412', message_id: messageId });
    const entries = allByRole(root, 'listitem').filter((one) => one.closest('[aria-label="Test against stream"]'));
    expect(entries.map((one) => one.textContent)).to.deep.equal(['Default Stream', 'Payments']);
    expect(entries[0]?.getAttribute('aria-disabled')).to.equal('true');
    expect(entries[0]?.title).to.equal('Cannot test against the default stream');
    // The list loads later than its popover, which already has the keyboard focus.
    await waitUntil(() => root.activeElement?.getAttribute('aria-label') === 'Filter streams');
    await sendKeys({ press: 'Tab' });
    await waitUntil(() => root.activeElement === payments);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => allByRole(root, 'link', 'Payments').length === 0);
    expect(root.activeElement?.textContent).to.equal('Test against stream');
  });

  it('create extractor: asks for the type, then opens the page with field and message', async () => {
    const root = await shown(() => true);
    await openFirst(root);
    expect(await menuOf(root, '7f3c91a2e0b84d55')).to.deep.equal([
      'Exclude from results',
      'Add to query',
      'Messages of this trace',
      'Create extractor',
      'Copy value to clipboard',
      'Create event definition',
      'Open a dashboard with this value',
    ]);
    await waitUntil(() => allByRole(root, 'menuitem', 'Create extractor')[0]?.getAttribute('aria-disabled') !== 'true');
    await clickOn(root, 'menuitem', 'Create extractor');
    const dialog = await byRole(root, 'dialog', /^Create extractor for field trace_id/);
    const go = await byRole(dialog, 'button', 'Continue');
    expect((go as HTMLButtonElement).disabled).to.equal(true);
    const type = dialog.querySelector('select');
    if (!type) throw new Error('no select');
    expect(type.labels[0]?.textContent).to.equal('Extractor type');
    expect([...type.options].map((one) => one.value).filter((one) => one !== '')).to.have.members([
      ...['copy_input', 'grok', 'json', 'regex', 'regex_replace', 'split_and_index', 'substring', 'lookup_table'],
    ]);
    await expectAccessible(root.host as HTMLElement);
    type.focus();
    await sendKeys({ type: 'JSON' });
    await waitUntil(() => !(go as HTMLButtonElement).disabled);
    go.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => opened.length === 1 && allByRole(root, 'dialog').length === 0);
    expect(opened[0]?.pathname).to.equal(`/system/inputs/${nodeId}/${inputId}/extractors/new`);
    expect(Object.fromEntries(opened[0]?.searchParams ?? [])).to.deep.equal({
      extractor_type: 'json',
      field: 'trace_id',
      example_index: 'messages_412',
      example_id: messageId,
    });
  });

  it('create extractor: is disabled if the receiving node is not running', async () => {
    server.routes['GET /system/cluster/nodes'] = () => ({ nodes: [], total: 0 });
    const root = await shown(() => true);
    await openFirst(root);
    await byText(root, 'stopped node');
    await menuOf(root, '7f3c91a2e0b84d55');
    await settled();
    expect((await byRole(root, 'menuitem', 'Create extractor')).getAttribute('aria-disabled')).to.equal('true');
  });

  it('create event definition: offers a strategy or single settings, and stores the draft for the new page', async () => {
    const root = await shown((route) => route.startsWith('/alerts/definitions/new'));
    await menuOf(root, '12.5');
    await clickOn(root, 'menuitem', 'Create event definition');
    const dialog = await byRole(root, 'dialog', 'Create event definition');
    const strategies = ['Exactly this value', 'Any in row', 'Any in column', 'Any in widget', 'Custom'];
    const radios = [...dialog.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(radios.map((one) => one.labels?.[0]?.textContent)).to.deep.equal(strategies);
    expect(radios.map((one) => one.checked)).to.deep.equal([true, false, false, false, false]);
    expect(allByRole(dialog, 'group', 'Aggregation')).to.deep.equal([]);
    await clickOn(dialog, 'button', 'Show strategy details');
    await byRole(dialog, 'group', 'Aggregation');
    await expectAccessible(root.host as HTMLElement);
    const checked = () =>
      allByRole(dialog, 'checkbox')
        .filter((one) => (one as HTMLInputElement).checked)
        .map((one) => (one as HTMLInputElement).labels?.[0]?.textContent);
    await waitUntil(() => checked().includes('Streams: Payments'));
    expect(checked()).to.deep.equal([
      'Aggregation',
      'Group by columns: code',
      'Group by rows: host',
      'Condition: avg(took): 12.5',
      'Search query',
      'Query from table row: host:"web 1"',
      'Query from table column: code:500',
      'Query from search: a OR b',
      'Query from search filters: (level:3)',
      'Streams: Payments',
      'Search within: 300,000 ms',
    ]);
    // Arrow keys choose the strategy; toggling one item makes it custom.
    radios[0]?.focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => radios[1]?.checked);
    expect(checked()).to.not.include('Query from table column: code:500');
    await clickOn(dialog, 'checkbox', /^Streams/);
    await waitUntil(() => radios[4]?.checked);
    await clickOn(dialog, 'button', 'Continue configuration');
    await waitUntil(() => opened.length === 1 && allByRole(root, 'dialog').length === 0);
    expect(opened[0]?.pathname).to.equal('/alerts/definitions/new');
    expect(opened[0]?.searchParams.get('step')).to.equal('condition');
    const session = opened[0]?.searchParams.get('session-id') ?? '';
    expect(session).to.match(/^cedfv-/);
    expect(JSON.parse(localStorage.getItem(session) ?? '')).to.deep.equal({
      type: 'aggregation-v1',
      query: '(host:"web 1") AND (a OR b) AND ((level:3))',
      search_within_ms: 300_000,
      group_by: ['host'],
      agg_function: 'avg',
      agg_field: 'took',
      agg_value: 12.5,
    });
  });
});

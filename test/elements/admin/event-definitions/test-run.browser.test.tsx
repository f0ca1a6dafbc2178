/** Tests the preview of a condition and the test run of a definition, against a server in the page. */
import { expect } from '@open-wc/testing';
import type { DefinitionTest, EventDefinition } from '../../../../api/contract/event-definitions.js';
import { ConditionPreview } from '../../../../elements/admin/event-definitions/condition-preview.js';
import { TestRun } from '../../../../elements/admin/event-definitions/test-run.js';
import { newDefinition, type DefinitionValues } from '../../../../machines/event-condition/definition-values.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

const at = 'POST /events/definitions/test-run';
const minute = 60_000;
const end = Date.UTC(2024, 2, 1, 12);
const series = [
  { id: 'count-', function: 'count', field: null },
  { id: 'avg-took', function: 'avg', field: 'took' },
] as const;
const above = (ref: string, value: number) =>
  ({ expr: '>', left: { expr: 'number-ref', ref }, right: { expr: 'number', value } }) as const;

const answer = (over: Partial<DefinitionTest> = {}): DefinitionTest => ({
  from: new Date(end - 60 * minute).toISOString(),
  to: new Date(end).toISOString(),
  config: {
    type: 'aggregation-v1',
    query: '',
    query_parameters: [],
    streams: [],
    group_by: ['user'],
    series: [...series],
    conditions: { expression: { expr: '&&', left: above('count-', 4), right: above('avg-took', 10) } },
    search_within_ms: minute,
    execute_every_ms: minute,
  },
  total_runs: 60,
  ended_by: null,
  runs: Array.from({ length: 60 }, (_, run) => ({
    at: new Date(end - (59 - run) * minute).toISOString(),
    events: run === 30 ? 2 : 0,
    groups: 2,
    values: [
      [1, run === 30 ? 5 : 2],
      [3, 12],
    ],
  })),
  total_events: 2,
  events: ['a', '<img src=x>'].map((user) => ({
    run: new Date(end - 29 * minute).toISOString(),
    timestamp: new Date(end - 29 * minute).toISOString(),
    message: `Slow: ${user} - count()=5.0`,
    key: user === 'a' ? 'key of a' : null,
    group_by_fields: { user },
    fields: { host: 'web-1' },
  })),
  ...over,
});

const values: DefinitionValues = {
  ...newDefinition,
  title: 'Slow',
  type: 'aggregation-v1',
  mode: 'aggregation',
  conditions: {
    kind: 'group',
    operator: '&&',
    items: [{ kind: 'rule', fn: 'count', field: undefined, comparison: '>', threshold: 4 }],
  },
};
const answering = (status: number, body: object) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

let server: FakeServer;
let permissions: string[];

beforeEach(() => {
  permissions = ['*'];
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    'GET /events/alerts/silences': () => ({ elements: [] }),
    [at]: () => answer(),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

const preview = (shown: DefinitionValues, stored?: EventDefinition) =>
  stage(() => (
    <>
      <button type="button">Beside</button>
      <ConditionPreview values={shown} stored={stored} />
    </>
  ));
const run = () => stage(() => <TestRun values={values} stored={undefined} />);
const lastRequest = (): { definition: { title: string; id?: string; notifications: unknown[] }; timerange: object } =>
  JSON.parse(server.to(at).at(-1)?.body ?? '{}') as ReturnType<typeof lastRequest>;

describe('the preview of a condition', () => {
  it('shows the values of the last day with thresholds and marks of firing runs, one series at a time', async () => {
    const { root, host } = await preview(values, { id: 'd1' } as EventDefinition);
    await byText(root, '1 of 60 runs would have made 2 events.');
    await byText(root, 'count > 4');
    await byRole(root, 'img', /Makes 2 events/);
    await byText(root, 'Highest count was between 2 and 5.');
    expect(lastRequest().timerange).to.deep.equal({ type: 'relative', from: 86_400 });
    expect(lastRequest().definition).to.include({ id: 'd1' });
    await still(host);
    await expectAccessible(host);
    const choice = (await byRole(root, 'combobox')) as HTMLSelectElement;
    choice.value = 'avg(took)';
    choice.dispatchEvent(new Event('change', { bubbles: true }));
    await byText(root, 'avg took > 10');
    await byText(root, 'Highest avg took was 12.');
  });

  it('reports missing values, refusals and an incomplete evaluation', async () => {
    const incomplete = await preview({ ...values, conditions: { ...values.conditions, items: [{ kind: 'rule' }] } });
    await byText(incomplete.root, 'It is shown when the condition is complete.');
    expect(server.to(at)).to.have.length(0);
    incomplete.remove();

    server.routes[at] = answering(400, { failed: true, errors: { query: ['Cannot parse query.'] }, error_context: {} });
    const refused = await preview(values);
    await byText(refused.root, 'Cannot parse query.');
    server.routes[at] = () =>
      answer({ ended_by: 'runs', total_runs: 1440, total_events: 0, runs: answer().runs.slice(0, 9) });
    await clickOn(refused.root, 'button', 'Try again');
    await byText(refused.root, 'Only the newest 9 of 1,440 runs were evaluated.');
    await byText(refused.root, 'None of 9 runs would have made an event.');
    refused.remove();

    server.routes[at] = () => answer({ ended_by: 'time', runs: [] });
    const slow = await preview({ ...values, query: 'slow' });
    await byText(slow.root, 'It took too long: only the newest 0 of 60 runs were evaluated.');
  });

  it('sends no request to a server without previews, nor for unreadable streams', async () => {
    server.routes['GET /events/alerts/silences'] = answering(404, {});
    const foreign = await preview(values);
    await byText(foreign.root, 'This server cannot test event definitions');
    foreign.remove();
    server.routes['GET /events/alerts/silences'] = () => ({ elements: [] });
    permissions = ['eventdefinitions:create', 'streams:read:s1'];
    const denied = await preview(values);
    await byText(denied.root, 'Choose the streams to look at.');
    expect(server.to(at)).to.have.length(0);
    denied.remove();
    const own = await preview({ ...values, streams: ['s1'] });
    await byText(own.root, '1 of 60 runs');
  });
});

describe('the test run of a definition', () => {
  it('requests the chosen time range when the button is pressed, and shows the resulting events', async () => {
    const { root, host } = await run();
    expect(server.to(at)).to.have.length(0);
    const over = (await byRole(root, 'combobox')) as HTMLSelectElement;
    over.value = '3600';
    over.dispatchEvent(new Event('change', { bubbles: true }));
    await clickOn(root, 'button', 'Test');
    await byText(root, 'Slow: <img src=x> - count()=5.0');
    await byText(root, 'key of a');
    await byText(root, 'web-1');
    expect(lastRequest().timerange).to.deep.equal({ type: 'relative', from: 3600 });
    expect(lastRequest().definition.title).to.equal('Slow');
    await still(host);
    await expectAccessible(host);
    // An unchanged definition is tested again, because the messages may have changed.
    await clickOn(root, 'button', 'Test');
    await waitUntil(() => server.to(at).length === 2, 'the test is run again');
  });

  it('shows why a definition cannot be tested, and when a server supports no test runs', async () => {
    server.routes[at] = answering(429, { type: 'ApiError', message: 'Wait until one has ended.' });
    const busy = await run();
    await clickOn(busy.root, 'button', 'Test');
    await byText(busy.root, 'Wait until one has ended.');
    busy.remove();
    server.routes['GET /events/alerts/silences'] = answering(404, {});
    const foreign = await stage(() => (
      <>
        <button type="button">Beside</button>
        <TestRun values={values} stored={undefined} />
      </>
    ));
    await byText(foreign.root, 'This server cannot test event definitions');
    expect(allByRole(foreign.root, 'button', 'Test')).to.have.length(0);
  });
});

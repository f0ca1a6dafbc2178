/** Tests the wizard of an event definition against a server in the page. */
import { expect } from '@open-wc/testing';
import type { EventDefinition, FieldProvider } from '../../../../api/contract/event-definitions.js';
import { FieldDialog } from '../../../../elements/admin/event-definitions/field-dialog.js';
import { LogEventDefinitions } from '../../../../elements/admin/event-definitions/index.js';
import type { FieldValue } from '../../../../machines/event-condition/definition-values.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, settled, stage, still } from '../../search/stage.js';
import { untyped } from '../../../untyped.js';
import { waitUntil } from '../../wait.js';
import { fill } from '../admin-page.js';
import { expectGuardedForm } from '../guarded-form.js';

const definition = untyped<EventDefinition>({
  id: 'd1',
  _scope: 'DEFAULT',
  title: 'Logins',
  description: '',
  priority: 2,
  alert: true,
  config: {
    type: 'aggregation-v1',
    query: 'login',
    query_parameters: [],
    streams: [],
    group_by: [],
    series: [],
    conditions: { expression: null },
    search_within_ms: 300_000,
    execute_every_ms: 300_000,
  },
  field_spec: {},
  key_spec: [],
  notification_settings: { grace_period_ms: 0, backlog_size: 0 },
  notifications: [{ notification_id: 'n1', notification_parameters: null }],
  storage: [],
  scheduler: null,
});
const backlogConfig = '/system/cluster_config/org.graylog.events.configuration.EventsConfiguration';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['*'], timezone: 'UTC' }),
    'GET /entity_scopes': () => ({ entity_scopes: { DEFAULT: { is_mutable: true } } }),
    'GET /events/entity_types': () => ({ aggregation_functions: ['count'] }),
    [`GET ${backlogConfig}`]: () => ({ events_notification_default_backlog: 0 }),
    'GET /events/notifications': () => ({
      notifications: [{ id: 'n1', title: 'Hook', description: '', config: { type: 'http-notification-v1' } }],
    }),
    'GET /events/definitions/d1/with-context': () => ({
      event_definition: definition,
      context: { scheduler: { is_scheduled: true } },
    }),
    'PUT /events/definitions/d1': () => definition,
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

const openAt = (route: string) =>
  stage(() => (
    <>
      <button type="button">Beside</button>
      <LogEventDefinitions route={route} />
    </>
  ));
const open = (step: string) => openAt(`/alerts/definitions/d1/edit?step=${step}`);
function write(field: HTMLElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}
const silences = (): object => ({ elements: [], total: 0, pagination: { total: 0 }, attributes: [] });
const searches = (): number => server.calls.filter(({ url }) => url.pathname.includes('/views/search')).length;

it('the wizard advances by Next, and has Cancel at the left of the button that saves at its end', async () => {
  const { root } = await open('notifications');
  const next = await byRole(root, 'button', 'Next');
  expect(allByRole(root, 'button', 'Cancel')).to.have.length(0);
  next.focus();
  next.click();
  const left = (button: HTMLElement): number => button.getBoundingClientRect().left;
  const [cancel, previous, submit] = await Promise.all([
    byRole(root, 'button', 'Cancel'),
    byRole(root, 'button', 'Previous'),
    byRole(root, 'button', 'Update event definition'),
  ]);
  expect(left(cancel)).to.be.below(left(previous));
  expect(left(previous)).to.be.below(left(submit));
  expect(allByRole(root, 'button', 'Next')).to.have.length(0);
  // A key that is still held down must not save the definition.
  await waitUntil(() => root.activeElement?.getAttribute('aria-current') === 'step', 'the step has the focus');
  previous.click();
  await byRole(root, 'button', 'Next');
});

it('the wizard shows why a request of its form has failed, and repeats the request on demand', async () => {
  server.routes['GET /events/entity_types'] = () => new Response('{"message":"no disk"}', { status: 500 });
  const { root, host } = await open('condition');
  await byText(root, 'Could not load what the form needs');
  await byText(root, 'no disk');
  await expectAccessible(host);
  server.routes['GET /events/entity_types'] = () => ({ aggregation_functions: ['count'] });
  await clickOn(root, 'button', 'Try again');
  await byRole(root, 'textbox', /^Search query/);
});

it('the wizard searches for preview messages only in the step that shows them', async () => {
  const { root } = await open('notifications');
  await byRole(root, 'checkbox', 'Use Message Backlog');
  await settled();
  expect(searches()).to.equal(0);
  await clickOn(root, 'button', /Filter & Aggregation/);
  await waitUntil(() => searches() > 0, 'the preview has searched');
});

const tested = (): unknown => {
  const [last] = server.to('POST /events/definitions/test-run').slice(-1);
  const body = JSON.parse(last?.body ?? '{}') as { readonly definition?: Partial<EventDefinition> };
  return (body.definition?.config as { readonly event_limit?: number } | undefined)?.event_limit;
};

it('failures of a definition are reported in its details and in its editor', async () => {
  const error = { message: '<b>no such field</b>', since: '2024-03-01T10:00:00.000Z', attempts: 4 };
  server.routes['GET /events/definitions/d1/with-context'] = () => ({
    event_definition: definition,
    context: {
      scheduler: {
        is_scheduled: true,
        status: 'error',
        next_time: null,
        triggered_at: null,
        queued_notifications: 2,
        data: null,
        error,
      },
    },
  });
  const shown = await openAt('/alerts/definitions/d1');
  await byText(shown.root, 'It fails');
  await byText(shown.root, error.message);
  await byText(shown.root, 'Fails, is tried again');
  await byRole(shown.root, 'button', /^Clear queued notifications of/);
  await still(shown.host);
  await expectAccessible(shown.host);
  const changed = await open('event-details');
  await byText(changed.root, error.message);
  expect(shown.root.textContent.split(error.message)).to.have.length(2);
});

it('the wizard limits the events of a run, and of the preview accordingly', async () => {
  server.routes['GET /events/alerts/silences'] = silences;
  server.routes['GET /events/definitions/d1/with-context'] = () => ({
    event_definition: { ...definition, config: { ...definition.config, event_limit: 7 } },
    context: { scheduler: { is_scheduled: true } },
  });
  const { root, host } = await open('condition');
  const limit = (await byRole(root, 'spinbutton', /^Event limit/)) as HTMLInputElement;
  expect(limit.value).to.equal('7');
  await waitUntil(() => tested() === 7, 'the stored limit is tested');
  write(limit, '3');
  await waitUntil(() => tested() === 3, 'the typed limit is tested');
  await still(host);
  await expectAccessible(host);
  write(limit, '0.5');
  await clickOn(root, 'button', /Summary/);
  await clickOn(root, 'button', 'Update event definition');
  await byText(root, 'This must be a whole number of at least 1.');
  expect(server.to('PUT /events/definitions/d1')).to.have.length(0);
  write(limit, '3');
  await byText(root, '3 events of one run at most');
  await clickOn(root, 'button', 'Update event definition');
  await waitUntil(() => server.to('PUT /events/definitions/d1').length === 1, 'the definition is stored');
  const [call] = server.to('PUT /events/definitions/d1');
  expect((JSON.parse(call?.body ?? '{}') as EventDefinition).config).to.include({ event_limit: 3 });
});

it('the wizard compares a formula with the threshold where the server computes formulas', async () => {
  const rule = {
    series: [{ id: 'count-', function: 'count', field: null }],
    conditions: {
      expression: { expr: '>', left: { expr: 'number-ref', ref: 'count-' }, right: { expr: 'number', value: 5 } },
    },
  };
  server.routes['GET /events/alerts/silences'] = silences;
  server.routes['GET /events/definitions/d1/with-context'] = () => ({
    event_definition: { ...definition, config: { ...definition.config, ...rule } },
    context: { scheduler: { is_scheduled: true } },
  });
  const reference = await open('condition');
  const functionOf = (root: ShadowRoot) => byRole(root, 'combobox', 'Function') as Promise<HTMLSelectElement>;
  const offered = async (root: ShadowRoot) => [...(await functionOf(root)).options].map(({ value }) => value);
  expect(await offered(reference.root)).to.not.include('formula');
  reference.remove();

  server.routes['GET /events/entity_types'] = () => ({ aggregation_functions: ['count'], aggregation_formulas: true });
  const { root, host } = await open('condition');
  const choice = await functionOf(root);
  await waitUntil(() => [...choice.options].some(({ value }) => value === 'formula'), 'formulas are offered');
  choice.value = 'formula';
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  const formula = await byRole(root, 'combobox', 'Formula');
  write(formula, 'count(level:<=3');
  await byText(root, 'The bracket is not closed.');
  await still(host);
  await expectAccessible(host);
  write(formula, 'count(level:<=3) / count()');
  await byText(root, 'Condition is valid');
  await byText(root, 'count(level:<=3) / count() > 5');
  await clickOn(root, 'button', /Summary/);
  await clickOn(root, 'button', 'Update event definition');
  await waitUntil(() => server.to('PUT /events/definitions/d1').length === 1, 'the definition is stored');
  const [call] = server.to('PUT /events/definitions/d1');
  const text = 'count(level:<=3) / count()';
  const id = `formula-${text}`;
  expect((JSON.parse(call?.body ?? '{}') as EventDefinition).config).to.deep.include({
    series: [{ id, function: 'formula', field: null, formula: text }],
    conditions: {
      expression: { expr: '>', left: { expr: 'number-ref', ref: id }, right: { expr: 'number', value: 5 } },
    },
  });
});

it('the wizard shows the errors of a rule once the user has left it', async () => {
  server.routes['GET /events/alerts/silences'] = silences;
  server.routes['GET /events/definitions/d1/with-context'] = () => ({
    event_definition: definition,
    context: { scheduler: { is_scheduled: true } },
  });
  const { root } = await open('condition');
  (await byText(root, 'Aggregation of results reaches a threshold')).click();
  const choice = (await byRole(root, 'combobox', 'Function')) as HTMLSelectElement;
  await waitUntil(() => [...choice.options].some(({ value }) => value === 'count'), 'functions are offered');
  choice.focus();
  choice.value = 'count';
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  await byText(root, 'count ? ?');
  expect(root.textContent).to.not.contain('Threshold must be a number');
  (await byRole(root, 'button', 'Show errors')).focus();
  await byText(root, 'Threshold must be a number');
});

it('the wizard offers neither an event limit nor receive times for a reference server, and explains this', async () => {
  server.routes['GET /events/alerts/silences'] = () =>
    new Response('{"message":"HTTP 404 Not Found"}', { status: 404 });
  const { root } = await open('condition');
  await byText(root, 'This server neither counts messages by when they were received nor limits the events of a run');
  expect(allByRole(root, 'spinbutton', /^Event limit/)).to.have.length(0);
  expect(allByRole(root, 'checkbox', /when they were received/)).to.have.length(0);
});

it('the wizard waits for undeclared parameters in the preview, and sends the declared ones', async () => {
  server.routes['GET /events/definitions/d1/with-context'] = () => ({
    event_definition: {
      ...definition,
      config: {
        ...definition.config,
        query: 'user:$user$',
        query_parameters: [
          { type: 'lut-parameter-v1', name: 'user', title: 'user', data_type: 'any', lookup_table: 'people', key: 'k' },
        ],
      },
    },
    context: { scheduler: { is_scheduled: true } },
  });
  server.routes['GET /events/alerts/silences'] = silences;
  const refused = () => new Response('{"message":"no lookup tables"}', { status: 400 });
  server.routes['POST /events/definitions/test-run'] = refused;
  const { root } = await open('condition');
  await waitUntil(() => searches() > 0, 'the preview has searched');
  const searchBody = server.calls.find(({ url }) => url.pathname.includes('/views/search'))?.body;
  const search = JSON.parse(searchBody ?? '{}') as { readonly parameters?: readonly { readonly name: string }[] };
  expect(search.parameters?.map(({ name }) => name)).to.deep.equal(['user']);
  const before = searches();
  write(await byRole(root, 'textbox', /^Search query/), 'user:$user$ AND source:$host$');
  await byText(root, 'It is shown when every parameter of the query is declared.');
  await byText(root, 'host: undeclared');
  await byText(root, 'It is shown when the condition is complete.');
  expect(searches()).to.equal(before);
  expect(root.textContent).to.not.contain('The filter cannot be searched for');
});

it('the wizard lets a number be empty while it is edited, then reports it as missing and does not store it', async () => {
  const { root, host } = await open('notifications');
  const use = (await byRole(root, 'checkbox', 'Use Message Backlog')) as HTMLInputElement;
  expect(use.checked).to.equal(false);
  use.click();
  const size = (await byRole(root, 'spinbutton', /^Message Backlog/)) as HTMLInputElement;
  await waitUntil(() => size.value === '50', 'the field shows the stored number');
  write(size, '');
  await byText(root, 'A number of messages is required.');
  expect([size.value, size.disabled, use.checked]).to.deep.equal(['', false, true]);
  await clickOn(root, 'checkbox', 'Use Grace Period');
  const [grace] = allByRole(root, 'spinbutton', 'Grace Period') as HTMLInputElement[];
  if (!grace) throw new Error('no grace period');
  await waitUntil(() => grace.value === '300', 'the field shows the stored time');
  write(grace, '');
  await byText(root, 'A grace period is required.');
  await still(host);
  await expectAccessible(host);
  await clickOn(root, 'button', /Summary/);
  await clickOn(root, 'button', 'Update event definition');
  await byText(root, 'A grace period is required.');
  expect(server.to('PUT /events/definitions/d1')).to.have.length(0);
  await clickOn(root, 'button', /^(\d+ ?\.? ?)?Notifications/);
  write(await byRole(root, 'spinbutton', /^Message Backlog/), '7');
  write(await byRole(root, 'spinbutton', 'Grace Period'), '2');
  await clickOn(root, 'button', /Summary/);
  await clickOn(root, 'button', 'Update event definition');
  await waitUntil(() => server.to('PUT /events/definitions/d1').length === 1, 'the definition is stored');
  const [call] = server.to('PUT /events/definitions/d1');
  const body = JSON.parse(call?.body ?? '{}') as EventDefinition;
  expect(body.notification_settings).to.deep.equal({ grace_period_ms: 2000, backlog_size: 7 });
});

for (const provider of [
  { type: 'oracle-v1', question: 'why' },
  { type: 'template-v1', template: 'y', require_values: true, of_a_plug_in: 1 },
  { type: 'lookup-v1', table_name: 'people', key_field: 'user', of_a_plug_in: 1 },
])
  it(`the dialog of a field keeps the members of a value provider ${provider.type} that it does not know`, async () => {
    const other = { type: 'template-v1', template: 'x', require_values: false };
    const providers = untyped<FieldProvider[]>([provider, other]);
    const done: FieldValue[] = [];
    const { root } = await stage(() => (
      <FieldDialog
        field={{ name: 'cause', spec: { data_type: 'string', providers }, keyPosition: undefined }}
        taken={[]}
        lastPosition={1}
        onClose={() => undefined}
        onDone={(field) => done.push(field)}
      />
    ));
    const dialog = await byRole(root, 'dialog');
    write(await byRole(dialog, 'textbox', /^Field Name/), 'reason');
    await clickOn(dialog, 'button', 'Done');
    await waitUntil(() => done.length === 1, 'the dialog has returned the field');
    expect(done[0]).to.deep.equal({
      name: 'reason',
      spec: { data_type: 'string', providers },
      keyPosition: undefined,
    });
  });

it('the wizard offers the group-by fields of a definition as keys, and warns in the summary while no key is set', async () => {
  server.routes['GET /events/definitions/d1/with-context'] = () => ({
    event_definition: {
      ...definition,
      config: {
        ...definition.config,
        group_by: ['user'],
        series: [{ id: 'a', function: 'count', field: null }],
        conditions: {
          expression: { expr: '>', left: { expr: 'number-ref', ref: 'a' }, right: { expr: 'number', value: 1 } },
        },
      },
    },
    context: { scheduler: { is_scheduled: true } },
  });
  const { root, host } = await open('summary');
  await byText(root, 'groups by fields that are no keys: ');
  await expectAccessible(host);
  await clickOn(root, 'button', 'Previous');
  await waitUntil(() => allByRole(root, 'button', 'Next').length === 1, 'the previous step is shown');
  await clickOn(root, 'button', 'Previous');
  await clickOn(root, 'button', 'Use it as key');
  await byText(root, '${source.user}');
  expect(allByRole(root, 'button', 'Use it as key')).to.have.length(0);
  await expectAccessible(host);
  await clickOn(root, 'button', 'Next');
  await byRole(root, 'button', /Add Notification/i);
  await clickOn(root, 'button', 'Next');
  await clickOn(root, 'button', 'Update event definition');
  await waitUntil(() => server.calls.some(({ method }) => method === 'PUT'), 'the definition is stored');
  const body = server.calls.find(({ method }) => method === 'PUT')?.body ?? '';
  expect((JSON.parse(body) as EventDefinition).key_spec).to.deep.equal(['user']);
});

it("the wizard asks before it overwrites another user's change, and shows errors of the server at their fields", async () => {
  const { root } = await open('event-details');
  await fill(root, 'Description', 'mine');
  await clickOn(root, 'button', /Summary/);
  await expectGuardedForm({
    ...{ server, root, submit: 'Update event definition' },
    ...{ read: 'GET /events/definitions/d1/with-context', meanwhile: ['Logins', 'Theirs'] },
    ...{ write: 'PUT /events/definitions/d1', errors: { title: 'Title', config: 'Condition Type' } },
  });
});

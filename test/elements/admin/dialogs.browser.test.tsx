/** Tests the dialogs of administration pages: initial values, refused values, the body that they send, and events. */
import { expect } from '@open-wc/testing';
import type { ReactNode } from 'react';
import type { Silence } from '../../../api/contract/alerts.schema.js';
import type { StoredRows } from '../../../api/contract/lookup-rows.js';
import type { InputSummary } from '../../../api/contract/inputs.schema.js';
import type { ConfigurationVariable } from '../../../api/contract/sidecars.schema.js';
import { SilenceDialog } from '../../../elements/admin/alerts/silence-dialog.js';
import { StateDialog } from '../../../elements/admin/alerts/state-dialog.js';
import { UploadDialog } from '../../../elements/admin/content-packs/upload-dialog.js';
import { ImportPage } from '../../../elements/admin/extractors/import-page.js';
import { ImportDialog } from '../../../elements/admin/grok-patterns/import-dialog.js';
import { StaticFieldDialog } from '../../../elements/admin/inputs/static-field-dialog.js';
import { ColumnDialog } from '../../../elements/admin/lookup-tables/column-dialog.js';
import { ImportPanel } from '../../../elements/admin/lookup-tables/import-panel.js';
import { SaveSetDialog } from '../../../elements/admin/rule-workbench/save-set-dialog.js';
import { CloneDialog } from '../../../elements/admin/sidecars/clone-dialog.js';
import { VariableDialog } from '../../../elements/admin/sidecars/variable-dialog.js';
import { useCurrentUser } from '../../../elements/element/connection-context.js';
import { untyped } from '../../untyped.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { chooseFiles, fill, idle } from './admin-page.js';
import { expectForm, type FormCase } from './form-case.js';

let server: FakeServer;
let events: string[];
let calls: unknown[];
const noted = (name: string) => (value?: unknown) => void calls.push([name, value]);
const closed = ['closed', undefined];

beforeEach(() => {
  events = [];
  calls = [];
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['*'], timezone: 'UTC' }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

/** Renders a dialog once the user is known, because the dialog shows times in the user's time zone. */
function Signed({ dialog }: { readonly dialog: () => ReactNode }): ReactNode {
  return useCurrentUser() ? dialog() : <p role="status" />;
}

async function show(dialog: () => ReactNode, ready = 'dialog'): Promise<ShadowRoot> {
  const { root, host } = await stage(() => <Signed dialog={dialog} />);
  host.addEventListener('log-changed', (event) => {
    // Cast: elements emit this event as a CustomEvent with these members.
    const { type, id } = (event as CustomEvent<{ type: string; id: string }>).detail;
    events.push(`${type} ${id}`);
  });
  await waitUntil(() => root.querySelector(`[role=${ready}], ${ready}`), 'the dialog is shown');
  return root;
}

const close = (): void => noted('closed')();
const columns: StoredRows = {
  revision: 4,
  columns: [
    { name: 'team', type: 'text' },
    { name: 'tier', type: 'number' },
  ],
  total: 0,
  all: 0,
  rows: [],
};
const rowsRoute = 'POST /system/lookup/adapters/a1/rows';
const missing = 'A name is needed.';
const silence = untyped<Silence>({
  ...{ id: 'q1', version: 3, query: 'disk', event_definition_id: null, reason: 'works' },
  ...{ starts_at: '2026-01-01T10:00:00.000Z', ends_at: '2026-01-01T11:00:00.000Z' },
});

interface DialogCase extends FormCase {
  readonly name: string;
  readonly dialog: () => ReactNode;
  /** Answers of the server by request; the answer to the saving request is empty unless given here. */
  readonly routes?: Readonly<Record<string, unknown>>;
  /** Events `log-changed` after saving. */
  readonly events: readonly string[];
  /** Calls of the functions that the page passes to the dialog, after saving. */
  readonly calls: readonly unknown[];
}

const cases: readonly DialogCase[] = [
  {
    name: 'a variable of sidecars',
    dialog: () => (
      <VariableDialog
        variable={untyped<ConfigurationVariable>({ id: 'v1', name: 'hosts', description: 'all', content: 'a:1' })}
        onRenamed={(rename) => noted('renamed')(rename('${user.hosts} ${user.hostsx} ${user["hosts"]}'))}
        onClose={close}
      />
    ),
    routes: {
      'GET /sidecar/configuration_variables': [{ id: 'v1', name: 'hosts', content: 'a:1', kept: 1 }],
      'PUT /sidecar/configuration_variables/v1': { id: 'v1' },
    },
    shows: { Name: 'hosts', Description: 'all', Content: 'a:1' },
    refuses: [
      ['Name', ' ', missing],
      ['Content', ' \n', 'A content is needed.'],
    ],
    fills: { Name: ' peers ', Description: 'some', Content: 'b:2' },
    submit: 'Save',
    write: 'PUT /sidecar/configuration_variables/v1',
    body: { id: 'v1', name: 'peers', description: 'some', content: 'b:2', kept: 1 },
    events: ['sidecar-variable v1'],
    calls: [['renamed', '${user.peers} ${user.hostsx} ${user["peers"]}'], closed],
  },
  {
    name: 'a new column of a stored table',
    dialog: () => <ColumnDialog adapterId="a1" data={columns} name={undefined} onClose={close} />,
    shows: { Name: '', Type: 'text' },
    refuses: [
      ['Name', ' ', 'Required'],
      ['Name', ' tier', 'Another column has this name.'],
    ],
    fills: { Name: ' owner ', Type: 'number' },
    submit: 'Save column',
    write: rowsRoute,
    body: { revision: 4, columns: [...columns.columns, { name: 'owner', type: 'number' }], rows: [], deleted: [] },
    events: [],
    calls: [closed],
  },
  {
    name: 'a renamed column of a stored table',
    dialog: () => <ColumnDialog adapterId="a1" data={columns} name="tier" onClose={close} />,
    shows: { Name: 'tier', Type: 'number' },
    refuses: [['Name', 'team', 'Another column has this name.']],
    fills: { Name: 'level', Type: 'text' },
    submit: 'Save column',
    write: rowsRoute,
    body: {
      ...{ revision: 4, rows: [], deleted: [] },
      columns: [columns.columns[0], { name: 'level', type: 'text', from: 'tier' }],
    },
    events: [],
    calls: [closed],
  },
  {
    name: 'a static field of an input',
    dialog: () => <StaticFieldDialog input={untyped<InputSummary>({ id: 'i1', title: 'Web' })} onClose={close} />,
    shows: { 'Field name': '', 'Field value': '' },
    refuses: [
      ['Field name', '', 'A field name is needed.'],
      ['Field name', 'a-b', 'A field name contains only letters, digits and underscores.'],
      ['Field value', ' ', 'A field value is needed.'],
    ],
    fills: { 'Field name': 'data_centre1', 'Field value': ' north ' },
    submit: 'Add field',
    write: 'POST /system/inputs/i1/staticfields',
    body: { key: 'data_centre1', value: ' north ' },
    events: ['input i1'],
    calls: [closed],
  },
  {
    name: 'a sample set of the workbench',
    dialog: () => <SaveSetDialog messages={[]} onSaved={noted('saved')} onClose={close} />,
    routes: { 'POST /system/pipelines/rule/workbench/samples': { id: 's1', title: 'Web' } },
    shows: { Title: '' },
    refuses: [['Title', ' ', 'A title is needed.']],
    fills: { Title: ' Web ' },
    submit: 'Save',
    write: 'POST /system/pipelines/rule/workbench/samples',
    body: { title: 'Web', messages: [] },
    events: [],
    calls: [['saved', 's1'], closed],
  },
  {
    name: 'a silence',
    dialog: () => <SilenceDialog silence={silence} onClose={close} />,
    routes: { 'PUT /events/alerts/silences/q1': { id: 'q1' } },
    shows: { Query: 'disk', Reason: 'works', From: '2026-01-01 10:00:00', Until: '2026-01-01 11:00:00' },
    refuses: [
      ['Query', ' ', 'Enter a query; * matches every event.'],
      ['Reason', ' ', 'Enter a reason.'],
      ['From', 'soon', 'Format must be: YYYY-MM-DD HH:mm:ss'],
      ['From', '2026-01-01 11:00:00', 'Must be later than the start.'],
    ],
    fills: { Query: 'cpu', Reason: 'update', From: '2026-01-01 10:59:59' },
    submit: 'Save',
    write: 'PUT /events/alerts/silences/q1',
    body: {
      ...{ version: 3, query: 'cpu', event_definition_id: null, reason: 'update' },
      ...{ starts_at: '2026-01-01T10:59:59.000Z', ends_at: '2026-01-01T11:00:00.000Z' },
    },
    events: ['silence q1'],
    calls: [closed],
  },
];

for (const one of cases)
  it(`the dialog of ${one.name} shows its values, refuses invalid ones and sends the others`, async () => {
    server.routes[one.write] = () => ({});
    for (const [route, answer] of Object.entries(one.routes ?? {})) server.routes[route] = () => answer;
    const root = await show(one.dialog);
    await expectForm(server, root, one);
    await waitUntil(() => calls.length >= one.calls.length, 'the page receives the events');
    expect([events, calls]).to.deep.equal([one.events, one.calls]);
  });

it('the dialog that clones a collector requires a name, and clones under this name', async () => {
  const clone = (name: string): Promise<void> => Promise.resolve(noted('clone')(name));
  const root = await show(() => <CloneDialog name="Beats" clone={clone} type="collector" onClose={close} />);
  await clickOn(root, 'button', 'Clone');
  await byText(root, missing);
  await fill(root, 'Name', ' Copy ');
  await clickOn(root, 'button', 'Clone');
  await waitUntil(() => calls.length === 2, 'the clone is made');
  expect([events, calls]).to.deep.equal([['collector '], [['clone', 'Copy'], closed]]);
});

it('a column of a stored lookup table is deleted after a question; the only column cannot be deleted', async () => {
  server.routes[rowsRoute] = () => ({ revision: 5 });
  const only = { ...columns, columns: columns.columns.slice(0, 1) };
  const alone = await show(() => <ColumnDialog adapterId="a1" data={only} name="team" onClose={close} />);
  expect(allByRole(alone, 'button', 'Delete column')).to.have.length(0);
  document.body.replaceChildren();
  const root = await show(() => <ColumnDialog adapterId="a1" data={columns} name="team" onClose={close} />);
  await clickOn(root, 'button', 'Delete column');
  const question = await byRole(root, 'alertdialog', 'Delete column');
  await byText(question, 'with all its values?');
  expect(server.to(rowsRoute)).to.have.length(0);
  await clickOn(question, 'button', 'Delete');
  await waitUntil(() => calls.length === 1, 'the dialog is closed');
  expect(JSON.parse(server.to(rowsRoute)[0]?.body ?? '')).to.deep.equal({
    ...{ revision: 4, columns: [columns.columns[1]], rows: [], deleted: [] },
  });
});

const statesRoute = 'POST /events/alerts/states';
const alerts = [
  { id: 'E1', version: 2 },
  { id: 'E2', version: 5 },
];

it('alerts are muted for a time between a second and 365 days', async () => {
  server.routes[statesRoute] = () => ({ failures: [], successfully_performed: 2 });
  const root = await show(() => <StateDialog status="muted" alerts={alerts} onDone={noted('done')} onClose={close} />);
  await byRole(root, 'dialog', /^Mute 2 alerts/);
  await fill(root, 'Muted for', '0');
  await clickOn(root, 'button', 'Mute');
  await byText(root, 'Must be at least 1.');
  await fill(root, 'Unit of time', 'days');
  await fill(root, 'Muted for', '366');
  await clickOn(root, 'button', 'Mute');
  await byText(root, 'Must be at most 365 days.');
  expect(server.to(statesRoute)).to.have.length(0);
  await fill(root, 'Muted for', '365');
  await fill(root, 'Note', 'known');
  const before = Date.now();
  await clickOn(root, 'button', 'Mute');
  await waitUntil(() => calls.length === 2, 'the alerts are muted');
  // Cast: the dialog sends an object with this member.
  const { until, ...body } = JSON.parse(server.to(statesRoute)[0]?.body ?? '') as { until: string };
  expect(body).to.deep.equal({
    alerts: alerts.map(({ id, version }) => ({ event_id: id, version })),
    ...{ status: 'muted', note: 'known' },
  });
  expect(Date.parse(until) - 365 * 86_400_000).to.be.within(before, Date.now());
  expect([events, calls]).to.deep.equal([
    ['alert E1', 'alert E2'],
    [['done', []], closed],
  ]);
});

it('closing alerts reports those that could not be changed, and sends no end of a mute', async () => {
  const failures = [{ entity_id: 'E2', failure_explanation: 'Changed by bob.' }];
  server.routes[statesRoute] = () => ({ failures, successfully_performed: 1 });
  const root = await show(() => <StateDialog status="closed" alerts={alerts} onDone={noted('done')} onClose={close} />);
  await clickOn(root, 'button', 'Close');
  await byText(await byRole(root, 'region', 'Notifications'), '1 out of 2 could not be changed. Changed by bob.');
  expect(JSON.parse(server.to(statesRoute)[0]?.body ?? '')).to.not.have.property('until');
  expect([events, calls]).to.deep.equal([['alert E1'], [['done', ['E2']], closed]]);
});

interface ImportPlace {
  readonly name: string;
  readonly show: () => ReactNode;
  /** Content of a file that can be imported. */
  readonly text: string;
  /** Button that sends the file; absent: the file is sent as soon as it is chosen. */
  readonly submit?: string;
  readonly write: string;
  /** Part of the request; absent: the request is the text. */
  readonly sent?: string;
}

const importPlaces: readonly ImportPlace[] = [
  {
    name: 'grok patterns',
    show: () => <ImportDialog onClose={close} />,
    text: 'ZURICH Zürich\r\nB b\r\n',
    submit: 'Upload',
    write: 'POST /system/grok',
  },
  {
    name: 'content packs',
    show: () => <UploadDialog first={[]} onClose={close} />,
    text: '{ "name": "Zürich" }\r\n',
    submit: 'Upload',
    write: 'POST /system/content_packs',
  },
  {
    name: 'rows of a stored table',
    show: () => <ImportPanel adapterId="a1" columns={[]} onClose={close} />,
    text: 'key,team\r\na,Zürich\r\n',
    write: `${rowsRoute}/import`,
  },
  {
    name: 'extractors',
    show: () => <ImportPage params={{ nodeId: 'n1', inputId: 'i1' }} />,
    text: `{ "extractors": [${JSON.stringify({ title: 'Zürich', extractor_type: 'copy_input' })}] }\r\n`,
    submit: 'Add extractors to input',
    write: 'POST /system/inputs/i1/extractors',
    sent: '"title":"Zürich"',
  },
];

/** Members of the server's answers to all imports; each import reads some of them. */
const stored = { id: 'x1', rev: 1, name: 'Web', warnings: [], extractor_id: 'e1' };
const emptyImport = {
  ...{ columns: [], lines: 1, created: 1, changed: 0, same: 0, refused: 0, missing: 0 },
  ...{ duplicates: [], shown: [], problem: null },
};

/** Returns a text in an encoding that is not UTF-8: one byte for each character (ISO 8859-1). */
const inLatin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (one) => one.charCodeAt(0));

const chooseFile = (root: ShadowRoot, content: BlobPart): void =>
  chooseFiles(root.querySelector('input[type=file]'), new File([content], 'chosen.txt'));

for (const { name, show: place, text, submit, write, sent = text } of importPlaces)
  it(`the import of ${name} refuses a file that is not UTF-8 and an empty file, and sends the text of the next file without its byte order mark`, async () => {
    server.routes['GET /system/inputs/i1'] = () => ({
      id: 'i1',
      title: 'Web',
      name: 'Syslog',
      attributes: {},
      static_fields: {},
    });
    server.routes[write] = () => ({ ...stored, ...emptyImport });
    const root = await show(place, 'input');
    const send = async (content: BlobPart): Promise<void> => {
      chooseFile(root, content);
      await byText(root, 'chosen.txt');
      if (submit !== undefined) await clickOn(root, 'button', submit);
    };
    await send(inLatin1(text));
    await byText(root, 'The file is not text in UTF-8.');
    await send('\uFEFF\r\n');
    await byText(root, 'The file is empty.');
    await idle(server);
    expect(server.to(write), 'no bad file is sent').to.have.length(0);
    chooseFile(root, `\uFEFF${text}`);
    // The page of extractors shows the text of the file.
    const isRead = (): boolean => [...root.querySelectorAll('textarea')].every(({ value }) => value !== '');
    await waitUntil(isRead, 'the file is read');
    if (submit !== undefined) await clickOn(root, 'button', submit);
    await waitUntil(() => server.to(write).length > 0, 'the file is sent');
    expect(server.to(write)[0]?.body?.split(sent)).to.have.length(2);
    expect(server.to(write)[0]?.body).to.not.include('\uFEFF');
  });

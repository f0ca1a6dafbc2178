/**
 * Tests the pages of streams against a server in the page: forms in both directions, and confirmation before deletion.
 */
import { expect } from '@open-wc/testing';
import { streamsPages } from '../../../../elements/admin/streams/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn } from '../../search/stage.js';
import { administration, choose, confirming, fill, shownValues } from '../admin-page.js';
import { waitUntil } from '../../wait.js';
import { expectGuardedForm } from '../guarded-form.js';

const hostile = '<img src=x onerror="globalThis.hacked=1">';
const rule = {
  id: 'r1',
  stream_id: 's1',
  type: 1,
  field: 'source',
  value: 'web-01',
  inverted: true,
  description: 'only the web',
  content_pack: null,
};
const stream = (id: string, more: object = {}) => ({
  id,
  creator_user_id: 'ada',
  outputs: [],
  matching_type: 'AND',
  description: 'what errs',
  created_at: '2024-03-01T10:05:00.000Z',
  disabled: false,
  rules: [rule],
  title: `Stream ${id}`,
  content_pack: null,
  is_default: false,
  remove_matches_from_default_stream: true,
  index_set_id: 'set',
  is_editable: true,
  alert_conditions: null,
  alert_receivers: null,
  ...more,
});
const attribute = (id: string, more: object = {}) => ({ id, title: id, type: 'STRING', sortable: true, ...more });
/**
 * The attributes that the server lists. The list can be filtered by two of them; one of these is filtered by the titles
 * of index sets.
 */
const attributes = [
  attribute('title'),
  attribute('description'),
  attribute('created_at', { type: 'DATE', filterable: true }),
  attribute('index_set_id', { title: 'Index set', filterable: true, hidden: true, related_collection: 'index_sets' }),
  attribute('disabled'),
];
let streams: ReturnType<typeof stream>[];
const sets = [
  { id: 'set', title: 'Web set', default: false, writable: true, can_be_default: true },
  { id: 'usual', title: 'Usual set', default: true, writable: true, can_be_default: true },
];

const admin = administration(streamsPages, () => {
  streams = [stream('s1')];
  return {
    'GET /streams/paginated': () => ({
      query: '',
      pagination: { total: streams.length, count: streams.length, page: 1, per_page: 20 },
      total: streams.length,
      sort: 'title',
      order: 'asc',
      attributes,
      defaults: { sort: { id: 'title', direction: 'ASC' } },
      elements: streams,
    }),
    'GET /streams': () => ({ total: streams.length, streams }),
    'GET /streams/s1': () => streams[0],
    'GET /streams/null/rules/types': () => [
      { id: 1, name: 'EXACT', short_desc: 'match exactly', long_desc: 'match exactly' },
      { id: 3, name: 'GREATER', short_desc: 'greater than', long_desc: 'be greater than' },
      { id: 7, name: 'ALWAYS_MATCH', short_desc: 'always match', long_desc: 'always match' },
      { id: 8, name: 'MATCH_INPUT', short_desc: 'match input', long_desc: 'match input' },
    ],
    'GET /streams/rules/inputs': () => ({ inputs: [{ id: 'i1', title: 'Web shop', name: 'GELF HTTP' }] }),
    'GET /streams/s1/dependents': () => ({
      views: [],
      hidden_views: 0,
      shared_with: 0,
      start_page_of: 0,
      decorators: 0,
    }),
    'GET /streams/s1/outputs': () => ({ total: 0, outputs: [] }),
    'GET /streams/s1/routing_preview': () => ({ examined: 0, matches: 0, rules: {}, since: null }),
    'PUT /streams/indexSet/usual': () => undefined,
    'GET /system/indices/index_sets': () => ({ total: 2, index_sets: sets, stats: {} }),
    'PUT /streams/s1': ({ body }) => ({ ...stream('s1'), ...(JSON.parse(body ?? '{}') as object) }),
    'DELETE /streams/s1': () => undefined,
    'POST /streams': () => ({ stream_id: 's2' }),
    'POST /streams/s1/clone': () => ({ stream_id: 's2' }),
    'POST /streams/s1/pause': () => undefined,
    'POST /streams/s1/resume': () => undefined,
    'POST /streams/s1/rules': () => ({ streamrule_id: 'r2' }),
    'PUT /streams/s1/rules/r1': () => ({ streamrule_id: 'r1' }),
    'DELETE /streams/s1/rules/r1': () => undefined,
    'POST /streams/bulk_pause': () => ({ successfully_performed: 1, failures: [], errors: [] }),
    'POST /streams/bulk_delete': () => ({ successfully_performed: 1, failures: [], errors: [] }),
  };
});

describe('the list of streams', () => {
  it('offers no actions for system streams, and explains the default stream', async () => {
    streams = [stream('s1', { is_editable: false }), stream('s3', { is_default: true })];
    const { root } = await admin.open('/streams');
    await byText(root, 'Stream s3');
    expect(allByRole(root, 'button', 'More actions for Stream s1').length).to.equal(0);
    expect(allByRole(root, 'button', /pause stream/).length).to.equal(0);
    await clickOn(root, 'button', 'More actions for Stream s3');
    const stop = await byRole(root, 'menuitem', 'Stop stream');
    expect(stop.ariaDisabled).to.equal('true');
  });

  it('pauses after confirmation, starts without confirmation, and reloads the list', async () => {
    const { root } = await admin.open('/streams');
    await clickOn(root, 'button', 'Running: pause stream Stream s1');
    streams = [stream('s1', { disabled: true })];
    await confirming(admin, root, 'Stop stream', 'POST /streams/s1/pause');
    await admin.pressing(await byRole(root, 'button', 'Paused: start stream Stream s1'), 'POST /streams/s1/resume');
    expect(admin.events).to.deep.equal(['log-changed stream s1', 'log-changed stream s1']);
  });

  it('shows whether a stream could not be paused or not be started', async () => {
    for (const action of ['pause', 'resume'])
      admin.server.routes[`POST /streams/s1/${action}`] = () => new Response('{"message":"no"}', { status: 500 });
    const running = await admin.open('/streams');
    await clickOn(running.root, 'button', 'Running: pause stream Stream s1');
    await confirming(admin, running.root, 'Stop stream', 'POST /streams/s1/pause');
    await byText(running.root, 'Could not pause Stream');
    running.remove();
    streams = [stream('s1', { disabled: true })];
    const paused = await admin.open('/streams');
    await clickOn(paused.root, 'button', 'Paused: start stream Stream s1');
    await byText(paused.root, 'Could not resume Stream');
  });

  it('keeps streams selected that could not be started, stopped or deleted, and reports only the others', async () => {
    streams = [stream('s1'), stream('s2')];
    const partly = () => ({
      ...{ successfully_performed: 1, errors: [] },
      failures: [{ entity_id: 's1', failure_explanation: 'it is locked' }],
    });
    for (const action of ['pause', 'resume', 'delete']) admin.server.routes[`POST /streams/bulk_${action}`] = partly;
    const { root } = await admin.open('/streams');
    const outcomes = { 'Start streams': 'started', 'Stop streams': 'stopped', Delete: 'deleted' };
    for (const [action, what] of Object.entries(outcomes)) {
      for (const one of allByRole(root, 'checkbox', /^Select Stream/)) one.click();
      await choose(root, 'Bulk actions', action);
      if (action === 'Delete') await clickOn(await byRole(root, 'alertdialog'), 'button', 'Delete');
      await byText(root, `1 out of 2 selected streams could not be ${what}.`);
      await byRole(root, 'checkbox', 'Deselect Stream s1');
      await byRole(root, 'checkbox', 'Select Stream s2');
    }
    expect(admin.events).to.deep.equal(Array.from({ length: 3 }, () => 'log-changed stream s2'));
  });

  it('deletes one stream only after its dependents were shown, and several streams with one request', async () => {
    admin.server.routes['GET /streams/s1/dependents'] = () => ({
      views: [{ type: 'DASHBOARD', id: 'd1', title: hostile }],
      hidden_views: 2,
      shared_with: 1,
      start_page_of: 0,
      decorators: 3,
    });
    admin.server.routes['GET /streams/s1/outputs'] = () => ({
      total: 1,
      outputs: [
        {
          id: 'o1',
          title: `Archive ${hostile}`,
          type: 'gelf',
          configuration: {},
          creator_user_id: 'ada',
          created_at: '',
        },
      ],
    });
    const { root } = await admin.open('/streams');
    await choose(root, 'More actions for Stream s1', 'Delete this stream');
    const question = await byRole(root, 'alertdialog');
    await waitUntil(() => question.textContent.includes('which gets no more messages of this stream'));
    for (const text of [hostile, '2 saved searches or dashboards of others', 'shared with 1 user', '3 decorators'])
      await byText(question, text);
    expect(question.textContent).not.to.include('start page');
    expect(root.querySelector('img')).to.equal(null);
    streams = [stream('s1', { outputs: ['o1'] })];
    await confirming(admin, root, 'Delete stream', 'DELETE /streams/s1');
    await clickOn(root, 'checkbox', 'Select Stream s1');
    await choose(root, 'Bulk actions', 'Delete');
    await byText(root, 'One of them has outputs, which get no more of its messages.');
    await confirming(admin, root, 'Delete', 'POST /streams/bulk_delete');
    expect(admin.sent('POST /streams/bulk_delete')).to.deep.equal({ entity_ids: ['s1'] });
  });

  it('moves selected streams to another index set, which only readers of index sets are offered', async () => {
    const { root } = await admin.open('/streams');
    await clickOn(root, 'checkbox', 'Select Stream s1');
    await choose(root, 'Bulk actions', 'Assign index set');
    const dialog = await byRole(root, 'dialog');
    await clickOn(dialog, 'combobox', 'Index Set');
    await clickOn(root, 'option', 'Usual set');
    await admin.pressing(await byRole(dialog, 'button', 'Assign index set'), 'PUT /streams/indexSet/usual');
    expect(admin.sent('PUT /streams/indexSet/usual')).to.deep.equal(['s1']);
  });
});

const dialogFields = ['Title', 'Description', 'Remove matches from ‘Default Stream’'];
const edited = {
  title: 'Stream s1',
  description: 'what errs',
  remove_matches_from_default_stream: true,
  index_set_id: 'set',
};

describe('the dialog of a stream', () => {
  it('shows the stored values and sends them back unchanged except for the edited field', async () => {
    const { root } = await admin.open('/streams');
    await choose(root, 'More actions for Stream s1', 'Edit stream');
    const dialog = await byRole(root, 'dialog');
    expect(await shownValues(dialog, dialogFields)).to.deep.equal({
      Title: 'Stream s1',
      Description: 'what errs',
      'Remove matches from ‘Default Stream’': true,
    });
    await fill(dialog, 'Title', '  Renamed ');
    await admin.pressing(await byRole(dialog, 'button', 'Update stream'), 'PUT /streams/s1');
    expect(admin.sent('PUT /streams/s1')).to.deep.equal({ ...edited, title: 'Renamed' });
  });

  it('sends every field of a new stream', async () => {
    const { root, host } = await admin.open('/streams');
    await clickOn(root, 'button', 'Create stream');
    const dialog = await byRole(root, 'dialog');
    await fill(dialog, 'Title', 'New');
    await fill(dialog, 'Description', 'about it');
    await fill(dialog, 'Remove matches from ‘Default Stream’', true);
    await expectAccessible(host);
    await admin.pressing(await byRole(dialog, 'button', 'Create stream'), 'POST /streams');
    expect(admin.sent('POST /streams')).to.deep.equal({
      title: 'New',
      description: 'about it',
      index_set_id: 'usual',
      remove_matches_from_default_stream: true,
    });
  });
});

describe('the rules of a stream', () => {
  it('are not editable without the permission to edit the stream', async () => {
    admin.permissions = ['streams:read', 'streams:changestate:s1'];
    const { root } = await admin.open('/streams/s1/edit');
    await byText(root, 'Missing Permissions');
    expect(allByRole(root, 'button', 'Add stream rule').length).to.equal(0);
  });

  it('are shown as stored, and saved without loss', async () => {
    const { root, host } = await admin.open('/streams/s1/edit');
    await byRole(root, 'button', /^Edit rule/);
    await expectAccessible(host);
    await clickOn(root, 'button', /^Edit rule/);
    const dialog = await byRole(root, 'dialog');
    const labels = ['Field', 'Type', 'Value', 'Inverted', 'Description'];
    expect(await shownValues(dialog, labels)).to.deep.equal({
      Field: 'source',
      Type: '1',
      Value: 'web-01',
      Inverted: true,
      Description: 'only the web',
    });
    await fill(dialog, 'Value', ' web-02');
    await admin.pressing(await byRole(dialog, 'button', 'Update rule'), 'PUT /streams/s1/rules/r1');
    expect(admin.sent('PUT /streams/s1/rules/r1')).to.deep.equal({
      type: 1,
      field: 'source',
      value: ' web-02',
      inverted: true,
      description: 'only the web',
    });
    await clickOn(root, 'button', /^Delete rule/);
    await confirming(admin, root, 'Delete', 'DELETE /streams/s1/rules/r1');
  });

  it('keep the value when the type changes, except between a text and the id of an input', async () => {
    const { root } = await admin.open('/streams/s1/edit');
    await clickOn(root, 'button', /^Edit rule/);
    const dialog = await byRole(root, 'dialog');
    const choose = (type: number) => fill(dialog, 'Type', String(type));
    const chooseInput = async () => {
      await clickOn(dialog, 'combobox', 'Input');
      await clickOn(root, 'option', 'Web shop (GELF HTTP)');
    };
    await choose(3);
    expect(await shownValues(dialog, ['Field', 'Value'])).to.deep.equal({ Field: 'source', Value: 'web-01' });
    await choose(8);
    await clickOn(dialog, 'button', 'Update rule');
    await byText(dialog, 'Choose an input');
    expect(admin.server.to('PUT /streams/s1/rules/r1').length).to.equal(0);
    await chooseInput();
    await choose(1);
    expect(await shownValues(dialog, ['Field', 'Value'])).to.deep.equal({ Field: '', Value: '' });
    await choose(8);
    await chooseInput();
    await admin.pressing(await byRole(dialog, 'button', 'Update rule'), 'PUT /streams/s1/rules/r1');
    expect(admin.sent('PUT /streams/s1/rules/r1')).to.deep.include({ type: 8, field: '', value: 'i1' });
  });

  it('ask for confirmation before their combination changes, and send nothing else', async () => {
    const { root } = await admin.open('/streams/s1/edit');
    await fill(root, 'A message must match at least one of the following rules', true);
    await confirming(admin, root, 'Change', 'PUT /streams/s1');
    expect(admin.sent('PUT /streams/s1')).to.deep.equal({ matching_type: 'OR' });
  });

  it('offer to start a paused stream', async () => {
    streams = [stream('s1', { disabled: true })];
    const { root } = await admin.open('/streams/s1/edit');
    await admin.pressing(await byRole(root, 'button', 'Start stream'), 'POST /streams/s1/resume');
  });
});

it("the dialog of a stream asks before it overwrites another user's change, and shows errors of the server at their fields", async () => {
  const { root } = await admin.open('/streams');
  await choose(root, 'More actions for Stream s1', 'Edit stream');
  await byRole(root, 'dialog');
  await expectGuardedForm({
    ...{ server: admin.server, root, submit: 'Update stream', change: ['Description', 'mine'] },
    ...{ read: 'GET /streams/s1', meanwhile: ['what errs', 'theirs'], write: 'PUT /streams/s1' },
    errors: { title: 'Title', description: 'Description', index_set_id: 'Index Set' },
  });
});

it("the dialog of a stream rule asks before it overwrites another user's change, and shows errors of the server at their fields", async () => {
  const { root } = await admin.open('/streams/s1/edit');
  await clickOn(root, 'button', /^Edit rule/);
  await byRole(root, 'dialog');
  await expectGuardedForm({
    ...{ server: admin.server, root, submit: 'Update rule', change: ['Description', 'mine'] },
    ...{ read: 'GET /streams/s1', meanwhile: ['web-01', 'theirs'], write: 'PUT /streams/s1/rules/r1' },
    errors: { field: 'Field', value: 'Value', description: 'Description' },
  });
});

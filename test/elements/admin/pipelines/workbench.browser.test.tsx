/** Tests the workbench and the tests beside a rule on the rule's page, against a server in the page. */
import { expect } from '@open-wc/testing';
import { pipelineRulesPages } from '../../../../elements/admin/pipeline-rules/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';
import { administration, confirming, fieldNamed, fill, idle, pick } from '../admin-page.js';

const at = '/system/pipelines';
const hostile = '<img src=x onerror="globalThis.hacked=1">';
const source = 'rule "latency"\nwhen\n  has_field("took")\nthen\n  remove_field("took");\nend';
const rule = {
  id: 'r1',
  title: 'latency',
  description: '',
  source,
  created_at: '2026-01-01T00:00:00.000Z',
  modified_at: '2026-01-02T00:00:00.000Z',
  errors: null,
};
const result = (more: object = {}) => ({
  matched: true,
  condition: true,
  values: [],
  added: { took_ms: 5 },
  changed: { message: { before: 'a', after: 'b' } },
  removed: { took: 5 },
  streams_added: [],
  streams_removed: [],
  dropped: false,
  created: 0,
  error: null,
  micros: 7,
  ...more,
});
const messages = [{ message: 'one' }, { message: hostile }, { message: 'three' }];
const test_ = (title: string) => ({
  title,
  message: { message: title, of_a_newer_server: [1] },
  expected: { matches: true, fields: { took: 9007199254740993n.toString() } },
});
const outcome = (passed: boolean) => ({
  title: '',
  passed,
  matched: passed,
  differences: passed ? [] : [{ what: 'field', field: 'took', expected: '5', actual: hostile }],
  error: null,
});
let tests: ReturnType<typeof test_>[];
let hasServer: boolean;

const missing = () => new Response('{}', { status: 404 });
const run = () => ({
  run_at: '2026-01-01T00:00:00.000Z',
  passed: 1,
  failed: 1,
  results: [outcome(true), outcome(false)].slice(0, tests.length),
});

const admin = administration(pipelineRulesPages, () => {
  tests = [test_('first'), test_('second')];
  hasServer = true;
  return {
    [`GET ${at}/rule/r1`]: () => rule,
    [`GET ${at}/rule/functions`]: () => [],
    [`GET ${at}/pipeline`]: () => [
      { id: 'p1', title: 'Shop', source: '', stages: [{ stage: 0, match: 'ALL', rules: ['latency'] }], errors: null },
      { id: 'p2', title: 'Other', source: '', stages: [], errors: null },
    ],
    [`POST ${at}/rule/parse`]: () => ({ ...rule, id: null }),
    [`GET ${at}/rule/r1/tests`]: () => (hasServer ? { rule_id: 'r1', tests, ...run() } : missing()),
    [`POST ${at}/rule/r1/tests/run`]: () => run(),
    [`PUT ${at}/rule/r1/tests`]: ({ body }) => {
      ({ tests } = JSON.parse(body ?? '{}') as { tests: typeof tests });
      return { rule_id: 'r1', tests, ...run() };
    },
    [`GET ${at}/rule/workbench/samples`]: () =>
      hasServer
        ? {
            sample_sets: [
              { id: 'set1', title: 'Known', owner: 'ada', created_at: '2026-01-01T00:00:00.000Z', messages },
            ],
          }
        : missing(),
    [`POST ${at}/rule/workbench/samples`]: ({ body }) => ({ id: 'set2', ...(JSON.parse(body ?? '{}') as object) }),
    [`DELETE ${at}/rule/workbench/samples/set1`]: () => undefined,
    [`POST ${at}/rule/workbench`]: () =>
      hasServer
        ? {
            errors: [],
            results: [
              result(),
              result({ matched: false, added: {}, changed: {}, removed: {} }),
              result({ error: { line: 3, position_in_line: 2, reason: 'no number', from: 26, to: 35 } }),
            ],
            matched: 1,
            failed: 1,
            micros_per_message: 7,
          }
        : missing(),
    'GET /search/universal/relative': () => ({ messages: messages.map((message) => ({ message, index: 'i' })) }),
    'GET /streams': () => ({ total: 1, streams: [{ id: 's1', title: 'Web', is_editable: true }] }),
    'GET /views/fields': () => [],
    'GET /system/grok': () => ({ patterns: [] }),
  };
});
const open = async () => {
  const opened = await admin.open('/system/pipelines/rules/r1');
  await byText(opened.root, 'Workbench');
  await idle(admin.server);
  return opened;
};

describe('the workbench', () => {
  it('runs the unsaved rule on a sample set, and shows the result for each message', async () => {
    const { root, host } = await open();
    await pick(root, 'Samples', 'Sample set Known');
    await byText(root, 'Matched 1 of 3');
    await byText(root, '1 error');
    expect(admin.sent(`POST ${at}/rule/workbench`)).to.deep.include({ source, messages });
    await byText(root, '1 added, 1 changed, 1 removed');
    await byText(root, 'No change');
    await byText(root, 'Line 3, column 3: no number');
    expect(root.querySelector('img')).to.equal(null);
    await expectAccessible(host);
  });

  it('runs the rule in a pipeline that uses it, and offers no other pipelines', async () => {
    const { root } = await open();
    await pick(root, 'Samples', 'Sample set Known');
    await byText(root, 'Matched 1 of 3');
    expect(admin.sent(`POST ${at}/rule/workbench`)).not.to.have.property('pipeline_id', 'p1');
    (await fieldNamed(root, 'Run the rule')).click();
    await byRole(root, 'option', 'In pipeline Shop');
    expect(allByRole(root, 'option', 'In pipeline Other').length).to.equal(0);
    await clickOn(root, 'option', 'In pipeline Shop');
    await waitUntil(
      () => (admin.sent(`POST ${at}/rule/workbench`) as { pipeline_id?: string }).pipeline_id === 'p1',
      'the rule runs in the pipeline',
    );
  });

  it('loads the last messages of a stream, and saves them as a set', async () => {
    const { root } = await open();
    await pick(root, 'Samples', 'Last 50 of stream Web');
    await byText(root, 'Matched 1 of 3');
    const { searchParams } = admin.server.to('GET /search/universal/relative').at(-1)?.url ?? new URL('http://x');
    expect([searchParams.get('filter'), searchParams.get('limit')]).to.deep.equal(['streams:s1', '50']);
    await clickOn(root, 'button', 'Save as sample set');
    const dialog = await byRole(root, 'dialog');
    await fill(dialog, 'Title', 'New');
    await admin.pressing(await byRole(dialog, 'button', 'Save'), `POST ${at}/rule/workbench/samples`);
    expect(admin.sent(`POST ${at}/rule/workbench/samples`)).to.deep.equal({ title: 'New', messages });
  });

  it('searches for messages when Enter is pressed in the query', async () => {
    const { root } = await open();
    await pick(root, 'Samples', 'Messages of a search');
    await fill(root, 'Search query', 'level:3');
    const queries = () =>
      admin.server.to('GET /search/universal/relative').map(({ url }) => url.searchParams.get('query'));
    expect(queries()).to.not.include('level:3');
    const pressed = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true });
    (await byRole(root, 'textbox', 'Search query')).dispatchEvent(pressed);
    await waitUntil(() => queries().includes('level:3'), 'the search with the query is requested');
  });

  it('deletes a set after confirmation', async () => {
    const { root } = await open();
    await pick(root, 'Samples', 'Sample set Known');
    await clickOn(root, 'button', 'Delete sample set');
    await confirming(admin, root, 'Delete', `DELETE ${at}/rule/workbench/samples/set1`);
  });

  it('lets readers run rules, but neither save nor delete sets', async () => {
    admin.permissions = ['pipeline:read', 'pipeline_connection:read', 'pipeline_rule:read', 'streams:read'];
    const { root } = await open();
    await pick(root, 'Samples', 'Sample set Known');
    await byText(root, 'Matched 1 of 3');
    expect(allByRole(root, 'button', /sample set$/).length).to.equal(0);
    expect(allByRole(root, 'button', /^(Add test|Edit|Delete)$/).length).to.equal(0);
  });
});

describe('the tests of a rule', () => {
  it('show the expected value of a failed test, as text', async () => {
    const { root } = await open();
    await byText(root, '1 passed');
    await byText(root, '1 failed');
    await byText(root, `took: expected 5, got ${hostile}`);
    expect(root.querySelector('img')).to.equal(null);
  });

  it('are changed one by one; other tests and unknown members are sent unchanged', async () => {
    const [first, second] = tests;
    const { root } = await open();
    allByRole(root, 'button', 'Edit')[1]?.click();
    const dialog = await byRole(root, 'dialog');
    await fill(dialog, 'Title', ' renamed ');
    await admin.pressing(await byRole(dialog, 'button', 'Save'), `PUT ${at}/rule/r1/tests`);
    expect(admin.sent(`PUT ${at}/rule/r1/tests`)).to.deep.equal({ tests: [first, { ...second, title: 'renamed' }] });
  });

  it('are deleted one by one', async () => {
    const [, second] = tests;
    const { root } = await open();
    await admin.pressing(await byRole(root, 'button', 'Delete'), `PUT ${at}/rule/r1/tests`);
    expect(admin.sent(`PUT ${at}/rule/r1/tests`)).to.deep.equal({ tests: [second] });
  });

  it('are shown in the workbench', async () => {
    const { root } = await open();
    const calls = admin.server.to(`POST ${at}/rule/workbench`).length;
    allByRole(root, 'button', 'Show in workbench')[0]?.click();
    await waitUntil(() => admin.server.to(`POST ${at}/rule/workbench`).length > calls, 'the rule is run again');
    expect(admin.sent(`POST ${at}/rule/workbench`)).to.deep.include({ messages: [test_('first').message] });
  });

  it('are reported as missing on a reference server, and so is the workbench', async () => {
    hasServer = false;
    const { root } = await open();
    await byText(root, 'Rule tests are stored only by Log Console’s own server.');
    await byText(
      root,
      'The workbench, which runs the rule on sample messages while you write it, needs the server of Log Console.',
    );
    expect(allByRole(root, 'combobox', 'Samples').length).to.equal(0);
    expect(allByRole(root, 'button', 'Add test').length).to.equal(0);
  });
});

/**
 * Tests the pages of pipeline rules against a server in the page: list, editor with diagnosis, reference and
 * simulation.
 */
import { expect } from '@open-wc/testing';
import { LogPipelineRules } from '../../../../elements/admin/pipeline-rules/index.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byText, clickOn, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

const at = '/system/pipelines';
const source =
  'rule "latency"\nwhen\n  has_field("took") and\n  $message.slow\nthen\n  // ms\n  remove_field("took");\nend';
const latency = {
  id: 'r1',
  title: 'latency',
  description: 'Makes took a number',
  source,
  created_at: '2026-01-01T00:00:00.000Z',
  modified_at: '2026-01-02T00:00:00.000Z',
  errors: null as object[] | null,
};
const pipeline = {
  id: 'p1',
  title: 'Shop',
  description: '',
  source: 'pipeline "Shop"\n// first\nstage 0 match all\nrule "latency";\nend',
  created_at: null,
  modified_at: null,
  stages: [{ stage: 0, match: 'ALL', rules: ['latency'] }],
  errors: null,
};
const parameter = (name: string, type: string, optional = false) => ({
  name,
  type: `java.lang.${type}`,
  transformed_type: `java.lang.${type}`,
  optional,
  description: null,
});
const functions = [
  {
    name: 'has_field',
    pure: false,
    return_type: 'java.lang.Boolean',
    description: 'Says whether the message has a field',
    params: [parameter('field', 'String')],
  },
  {
    name: 'remove_field',
    pure: false,
    return_type: 'java.lang.Void',
    description: 'Deletes a field',
    params: [parameter('field', 'String'), parameter('message', 'Message', true)],
  },
];
const mistake = {
  type: 'undeclared_function',
  line: 3,
  position_in_line: 2,
  reason: 'Unknown function has_feld in line 3 pos 2',
};

let server: FakeServer;
let runErrors: readonly object[];
let permissions: string[];

beforeEach(() => {
  permissions = ['*'];
  runErrors = [];
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    [`GET ${at}/rule/paginated`]: () => ({
      rules: [latency, { ...latency, id: 'r2', title: 'broken', errors: [mistake] }],
      total: 2,
      page: 1,
      per_page: 20,
      count: 2,
      context: { used_in_pipelines: { r1: [{ id: 'p1', title: 'Shop' }] } },
    }),
    [`GET ${at}/rule/config/metrics`]: () => ({ metrics_enabled: false }),
    [`PUT ${at}/rule/config/metrics`]: ({ body }) => JSON.parse(body ?? '{}') as object,
    [`GET ${at}/rule/functions`]: () => functions,
    [`GET ${at}/rule/r1`]: () => latency,
    [`GET ${at}/rule/r1/errors`]: () => ({ total: runErrors.length, errors: runErrors }),
    [`PUT ${at}/rule/r1`]: ({ body }) => {
      const { source: text } = JSON.parse(body ?? '{}') as { source: string };
      return { ...latency, source: text, title: /"(.*?)"/.exec(text)?.[1] };
    },
    [`POST ${at}/rule`]: () => latency,
    [`POST ${at}/rule/parse`]: ({ body }) =>
      body?.includes('has_feld')
        ? new Response(JSON.stringify([mistake]), { status: 400, headers: { 'content-type': 'application/json' } })
        : { ...latency, id: null },
    [`POST ${at}/rule/simulate`]: () => ({ id: 'M', fields: { message: 'took 5', took_ms: 5 } }),
    [`GET ${at}/pipeline`]: () => [pipeline],
    [`GET ${at}/pipeline/p1`]: () => pipeline,
    [`PUT ${at}/pipeline/p1`]: () => pipeline,
    'GET /streams': () => ({ total: 0, streams: [] }),
    'GET /views/fields': () => [],
    'GET /system/grok': () => ({ patterns: [] }),
    'POST /cluster/metrics/multiple': () => ({}),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

const open = (route: string, width?: number) => stage(() => <LogPipelineRules route={route} />, width);
const sent = (route: string): unknown => JSON.parse(server.to(route).at(-1)?.body ?? 'null');
const press = async (root: ShadowRoot, name: string | RegExp): Promise<void> => await clickOn(root, 'button', name);

interface Editing {
  cmTile?: { view: { state: { doc: { length: number } }; dispatch: (change: object) => void } };
}
/** Returns the text area of the editor once the editor has loaded. */
async function editor(root: ShadowRoot): Promise<HTMLElement> {
  await waitUntil(() => root.querySelector('.cm-content'), 'the editor is loaded');
  const content = root.querySelector<HTMLElement>('.cm-content');
  if (!content) throw new Error('no editor');
  return content;
}
async function write(root: ShadowRoot, text: string): Promise<void> {
  const { cmTile: tile } = (await editor(root)) as HTMLElement & Editing;
  tile?.view.dispatch({ changes: { from: 0, to: tile.view.state.doc.length, insert: text }, userEvent: 'input' });
}

describe('the list of rules', () => {
  it('shows which pipelines use a rule and which rules do not parse, and names the pipelines before it deletes one', async () => {
    const { root, host } = await open(`${at}/rules`);
    await byText(root, 'Does not parse');
    await byText(root, 'Shop');
    await byText(root, 'Not used');
    await still(host);
    await expectAccessible(host);
    allByRole(root, 'button', /^Delete/)[0]?.click();
    await byText(root, 'It is used in Shop: there its place never matches afterwards.');
  });

  it('enables rule metrics', async () => {
    const { root } = await open(`${at}/rules`);
    await press(root, 'Debug Metrics');
    await byText(root, 'Rule Metrics Configuration');
    const on = [...root.querySelectorAll<HTMLInputElement>('input[type=radio]')][0];
    on?.click();
    await press(root, 'Save');
    await waitUntil(() => server.to(`PUT ${at}/rule/config/metrics`).length === 1);
    expect(sent(`PUT ${at}/rule/config/metrics`)).to.deep.equal({ metrics_enabled: true });
  });
});

describe('the editor of a rule', () => {
  it('does not claim that a rule is not used before the pipelines are loaded', async () => {
    let load: (pipelines: object[]) => void = () => {};
    const loaded = new Promise<object[]>((resolve) => (load = resolve));
    server.routes[`GET ${at}/pipeline`] = () => loaded;
    const { root } = await open(`${at}/rules/r1`);
    await byText(root, 'Used in pipelines');
    await waitUntil(() => server.to(`GET ${at}/pipeline`).length > 0);
    expect(root.textContent).not.to.contain('Not used');
    load([{ ...pipeline, stages: [] }]);
    await byText(root, 'Not used');
  });

  it('highlights the source, shows warnings, and fixes one by one click', async () => {
    const { root, host } = await open(`${at}/rules/r1`);
    const content = await editor(root);
    await byText(root, 'Line 4: never true');
    await waitUntil(() => root.querySelector('.cm-finding-warning'), 'the warning is underlined');
    const colours = new Set([...content.querySelectorAll('span')].map((one) => getComputedStyle(one).color));
    expect(colours.size).to.be.greaterThan(3);
    await still(host);
    await expectAccessible(host);
    await press(root, 'Compare with true');
    await byText(root, 'Unsaved changes');
    await press(root, 'Update rule');
    await waitUntil(() => server.to(`PUT ${at}/rule/r1`).length === 1);
    expect(sent(`PUT ${at}/rule/r1`)).to.deep.equal({
      description: 'Makes took a number',
      source: source.replace('$message.slow', '$message.slow == true'),
    });
  });

  it('suppresses a diagnosis by a comment in the rule', async () => {
    const { root } = await open(`${at}/rules/r1`);
    await byText(root, 'Line 4: never true');
    await press(root, 'Ignore here');
    await waitUntil(() => root.querySelector('.cm-content')?.textContent?.includes('// lint-ignore: never-true'));
    await byText(root, 'Nothing is wrong with this rule.');
  });

  it('refuses to save a rule that the server cannot parse, and suggests the intended function', async () => {
    const { root } = await open(`${at}/rules/r1`);
    await write(root, source.replace('has_field', 'has_feld'));
    await byText(root, 'Line 3, column 3: Unknown function has_feld');
    await press(root, 'Update rule');
    await byText(root, 'Mend the errors of the source first.');
    expect(server.to(`PUT ${at}/rule/r1`)).to.have.length(0);
    await press(root, 'Use has_field');
    await waitUntil(() => root.querySelector('.cm-content')?.textContent?.includes('has_field("took")'));
  });

  it('rewrites the references of pipelines when the rule is renamed', async () => {
    const { root } = await open(`${at}/rules/r1`);
    await byText(root, 'Shop');
    await write(root, source.replace('"latency"', '"took"'));
    await byText(root, 'Rewrite these references to "took"');
    await press(root, 'Update rule');
    await waitUntil(() => server.to(`PUT ${at}/pipeline/p1`).length === 1);
    expect(sent(`PUT ${at}/pipeline/p1`)).to.deep.equal({
      description: '',
      source: pipeline.source.replace('"latency"', '"took"'),
    });
  });

  it('rewrites the references also if the rule is saved before the pipelines are loaded', async () => {
    let load: (pipelines: object[]) => void = () => {};
    const loaded = new Promise<object[]>((resolve) => (load = resolve));
    server.routes[`GET ${at}/pipeline`] = () => loaded;
    const { root } = await open(`${at}/rules/r1`);
    await write(root, source.replace('"latency"', '"took"'));
    await press(root, 'Update rule');
    await waitUntil(() => server.to(`PUT ${at}/rule/r1`).length === 1);
    load([pipeline]);
    await waitUntil(() => server.to(`PUT ${at}/pipeline/p1`).length === 1);
  });

  it('shows for each pipeline whose reference could not be rewritten why, and rewrites the others', async () => {
    const locked = { ...pipeline, id: 'p2', title: 'Locked' };
    server.routes[`GET ${at}/pipeline`] = () => [locked, pipeline];
    server.routes[`GET ${at}/pipeline/p2`] = () => locked;
    server.routes[`PUT ${at}/pipeline/p2`] = () => new Response('{"message":"It is locked."}', { status: 400 });
    const { root } = await open(`${at}/rules/r1`);
    await byText(root, 'Locked');
    await write(root, source.replace('"latency"', '"took"'));
    await byText(root, 'Rewrite these references to "took"');
    await press(root, 'Update rule');
    await byText(root, 'could not be rewritten: It is locked.');
    await waitUntil(() => server.to(`PUT ${at}/pipeline/p1`).length === 1);
    const shown = allByRole(root, 'region', 'Notifications')[0]?.textContent;
    expect(shown?.match(/could not be rewritten/g)).to.have.length(1);
    expect(shown).to.match(/The reference in pipeline "\W?Locked\W?" could not be rewritten: It is locked\./);
  });

  it('shows why no reference was rewritten if the pipelines could not be loaded', async () => {
    server.routes[`GET ${at}/pipeline`] = () => new Response('{"message":"Too busy."}', { status: 500 });
    const { root } = await open(`${at}/rules/r1`);
    await write(root, source.replace('"latency"', '"took"'));
    await press(root, 'Update rule');
    await byText(root, 'No reference to the rule was rewritten, because the pipelines could not be loaded: Too busy.');
    expect(server.to(`PUT ${at}/rule/r1`)).to.have.length(1);
  });

  it('finds functions and shows their parameters', async () => {
    const { root } = await open(`${at}/rules/new?name=tag`);
    const filter = await waitUntil(() => root.querySelector('input[aria-label="Filter functions"]')).then(() =>
      root.querySelector<HTMLInputElement>('input[aria-label="Filter functions"]'),
    );
    if (!filter) throw new Error('no filter');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(filter, 'deletes');
    filter.dispatchEvent(new Event('input', { bubbles: true }));
    await press(root, /^remove_field/);
    await byText(root, 'Returns Void.');
    expect(allByRole(root, 'button', /^has_field/)).to.have.length(0);
    expect((await editor(root)).textContent).to.contain('rule "tag"');
  });

  it('runs the unsaved rule on a text', async () => {
    const { root } = await open(`${at}/rules/r1`);
    await press(root, 'Start rule simulation');
    await press(root, 'Run rule simulation');
    await byText(root, 'took_ms');
    expect(sent(`POST ${at}/rule/simulate`)).to.deep.equal({ message: '', rule_source: { source } });
  });

  const message = 'Failed password for root from 192.0.2.7 port 22 ssh2';
  const serveMessage = (): void => {
    server.routes['GET /messages/i/m'] = () => ({
      index: 'i',
      message: { id: 'm', fields: { _id: 'm', message, streams: [] }, stream_ids: [], streams: [] },
    });
    server.routes[`POST ${at}/rule/workbench/hits`] = ({ body }) => {
      const { sources } = JSON.parse(body ?? '{}') as { sources: string[] };
      const rules = sources.map((_one, index) => ({
        errors: [],
        tried: 1000,
        hits: 400 + index,
        failed: 0,
        example: { port: '22' },
      }));
      return { messages: 1000, rules };
    };
    server.routes[`POST ${at}/rule/workbench`] = () => ({ errors: [], results: [], matched: 0, failed: 0 });
  };

  it('suggests rules for a selected text with their hit rates, and starts with the chosen one', async () => {
    serveMessage();
    const from = message.indexOf('192');
    const { root, host } = await open(
      `${at}/rules/new?index=i&message=m&field=message&from=${from}&to=${from + '192.0.2.7 port 22'.length}`,
    );
    await byText(root, 'Hits 400 of 1,000 messages (40 %)');
    await byText(root, ' · port=22');
    await waitUntil(() => root.querySelector('.cm-content')?.textContent?.includes('%{IPV4:from_ip} port %{INT:port}'));
    await still(host);
    await expectAccessible(host);
    (await byText(root, 'Regular expression')).click();
    await waitUntil(() => root.querySelector('.cm-content')?.textContent?.includes('["from_ip", "port"]'));
    expect(sent(`POST ${at}/rule/workbench/hits`))
      .to.have.property('fields')
      .that.deep.equals(['message']);
  });

  it('suggests rules for a selection up to the end of the text, and none for one beyond the end', async () => {
    serveMessage();
    const select = (to: number) =>
      open(`${at}/rules/new?index=i&message=m&field=message&from=${message.indexOf('192')}&to=${to}`);
    const { root, remove } = await select(message.length);
    await byText(root, 'Hits 400 of 1,000 messages (40 %)');
    remove();
    const beyond = await select(message.length + 1);
    await byText(beyond.root, 'The marked text is not in this field of the message');
  });

  it('shows one error of each kind, and the others of a kind on demand', async () => {
    const failed = (time: string, reason: string) => ({
      time: `2026-11-27T13:17:${time}Z`,
      pipeline: { id: 'p1', title: 'Shop' },
      stage: 0,
      phase: 'action',
      text: `Error evaluating action for rule <latency/r1> (pipeline <Shop/p1>) - At 5:21 an exception was thrown: ${reason}`,
      function: null,
      line: 5,
      position_in_line: 21,
      values: [],
      message: { _id: time },
    });
    runErrors = [failed('03.000', 'often'), failed('02.000', 'rare'), failed('01.000', 'often')];
    const { root } = await open(`${at}/rules/r1`);
    await byText(root, 'often');
    await byText(root, 'rare');
    expect(allByRole(root, 'button', 'Simulate this message')).to.have.length(2);
    await clickOn(root, 'button', 'Show 1 more of the same kind');
    await waitUntil(() => allByRole(root, 'button', 'Simulate this message').length === 3);
    expect(allByRole(root, 'button', /of the same kind/)).to.have.length(0);
    expect(root.textContent).not.to.contain('exception was thrown');
  });

  const namesForCompletion: readonly [route: string, permission: string][] = [
    ['GET /system/grok', 'inputs:read'],
    ['GET /system/lookup/tables', 'lookuptables:read'],
  ];
  for (const [route, permission] of namesForCompletion)
    it(`requests ${route.slice(4)} for the completion with the permission ${permission} alone`, async () => {
      server.routes['GET /system/lookup/tables'] = () => ({ lookup_tables: [], caches: {}, data_adapters: {} });
      const others = namesForCompletion.map(([, other]) => other).filter((other) => other !== permission);
      const reading = ['pipeline:read', 'pipeline_connection:read', 'pipeline_rule:read'];
      for (const [granted, calls] of [[others, 0] as const, [[permission], 1] as const]) {
        permissions = [...reading, ...granted];
        const { root, remove } = await open(`${at}/rules/r1`);
        await editor(root);
        await waitUntil(() => server.pending === 0, 'no answer is missing');
        expect(server.to(route)).to.have.length(calls);
        remove();
      }
    });

  it('lets readers view a rule, but not save it', async () => {
    permissions = ['pipeline:read', 'pipeline_connection:read', 'pipeline_rule:read'];
    const { root } = await open(`${at}/rules/r1`, 360);
    await editor(root);
    expect(allByRole(root, 'button', /^(Update|Create|Compare)/)).to.have.length(0);
  });
});

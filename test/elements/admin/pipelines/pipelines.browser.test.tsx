/** Tests the pages of pipelines against a server in the page: list, new pipeline, and one pipeline with its dialogs. */
import { expect } from '@open-wc/testing';
import { LogPipelines } from '../../../../elements/admin/pipelines/index.js';
import { readPipeline } from '../../../../machines/pipelines/pipeline-text.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, byText, clickOn, settled, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

const at = '/system/pipelines';
const source = `pipeline "Shop"
// keep this comment
stage 0 match either
  rule "parse"; // nginx
  rule "gone";
stage 10 match all
end
`;
const shop = {
  id: 'p1',
  title: 'Shop',
  description: 'Cleans up',
  source,
  created_at: '2026-01-01T00:00:00.000Z',
  modified_at: '2026-01-02T00:00:00.000Z',
  stages: [
    { stage: 0, match: 'EITHER', rules: ['parse', 'gone'] },
    { stage: 10, match: 'ALL', rules: [] },
  ],
  errors: null,
};
/** Returns a timer of the rule r1 in stage 0 of the pipeline. */
const timerOf = (part: string, total: number) => ({
  full_name: `org.graylog.plugins.pipelineprocessor.ast.Rule.r1.p1.0.trace.${part}.duration`,
  name: 'duration',
  type: 'timer',
  metric: {
    rate_unit: 'events/second',
    rate: { total, mean: 0, one_minute: 0, five_minute: 0, fifteen_minute: 0 },
    duration_unit: 'microseconds',
    time: { min: 0, max: 0, mean: 0, std_dev: 0, '95th_percentile': 0, '98th_percentile': 0, '99th_percentile': 0 },
  },
});
const rule = (id: string, title: string) => ({
  id,
  title,
  description: `does ${title}`,
  source: '',
  created_at: null,
  modified_at: null,
  errors: null,
});

interface Editing {
  cmTile?: { view: { dispatch: (change: object) => void } };
}

let server: FakeServer;
let permissions: string[];
let stored: typeof shop;

/** Returns the pipeline with the stages that the server parses from its source. */
function withStages(one: typeof shop): typeof shop {
  const { stages = [] } = readPipeline(one.source) ?? {};
  return {
    ...one,
    stages: stages
      .map(({ stage: number, match, rules }) => ({ stage: number, match, rules: rules.map(({ name }) => name) }))
      .sort((first, second) => first.stage - second.stage),
  };
}

beforeEach(() => {
  permissions = ['*'];
  stored = shop;
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' }),
    [`GET ${at}/pipeline/paginated`]: () => ({ pipelines: [stored], total: 1, page: 1, per_page: 20, count: 1 }),
    [`GET ${at}/pipeline`]: () => [stored],
    [`GET ${at}/pipeline/p1`]: () => stored,
    [`PUT ${at}/pipeline/p1`]: ({ body }) =>
      (stored = withStages({ ...stored, ...(JSON.parse(body ?? '{}') as { source?: string }) })),
    [`POST ${at}/pipeline`]: ({ body }) => ({ ...shop, ...(JSON.parse(body ?? '{}') as object) }),
    [`DELETE ${at}/pipeline/p1`]: () => undefined,
    [`GET ${at}/connections`]: () => [{ id: 'c', stream_id: 's1', pipeline_ids: ['p1'] }],
    [`POST ${at}/connections/to_pipeline`]: () => [],
    [`GET ${at}/rule`]: () => [rule('r1', 'parse'), rule('r2', 'mask')],
    [`POST ${at}/rule/multiple`]: () => [rule('r1', 'parse')],
    'GET /streams': () => ({
      total: 3,
      streams: [
        { id: 's1', title: 'Checkout', is_editable: true },
        { id: 's2', title: 'Payments', is_editable: true },
        { id: 's3', title: 'Events', is_editable: false },
      ],
    }),
    'POST /cluster/metrics/multiple': () => ({
      n: {
        total: 1,
        metrics: [
          {
            full_name: 'org.graylog.plugins.pipelineprocessor.ast.Pipeline.p1.executed',
            name: 'executed',
            type: 'meter',
            metric: {
              rate_unit: 'events/second',
              rate: { total: 9, mean: 1, one_minute: 12.34, five_minute: 1, fifteen_minute: 1 },
            },
          },
          {
            full_name: 'org.graylog.plugins.pipelineprocessor.ast.Rule.r1.p1.0.failed',
            name: 'failed',
            type: 'meter',
            metric: {
              rate_unit: 'events/second',
              rate: { total: 214, mean: 1, one_minute: 1, five_minute: 1, fifteen_minute: 1 },
            },
          },
          // The server has timers of a rule even if rule metrics are disabled; these timers have no measurements.
          timerOf('evaluate', 0),
        ],
      },
    }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

const open = (route: string, width?: number) => stage(() => <LogPipelines route={route} />, width);
const sent = (route: string): { source?: string; description?: string; stream_ids?: string[] } =>
  JSON.parse(server.to(route).at(-1)?.body ?? 'null') as object;
async function field(root: ShadowRoot, label: RegExp): Promise<HTMLInputElement> {
  const find = (): HTMLElement | null => {
    const named = [...root.querySelectorAll('label')].find(({ textContent }) => label.test(textContent));
    return root.getElementById(named?.htmlFor ?? '');
  };
  await waitUntil(() => find() !== null, `there is a field ${String(label)}`);
  return find() as HTMLInputElement;
}
function put(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const proto = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
const press = async (root: ShadowRoot, name: string | RegExp): Promise<void> => await clickOn(root, 'button', name);
const inDialog = async (root: ShadowRoot, name: string | RegExp): Promise<void> => {
  const open = (): Element | null => root.querySelector('dialog, [role=dialog], [role=alertdialog]');
  await waitUntil(() => open()?.querySelector('button'), 'the dialog is open');
  const dialog = open() ?? root;
  const button = [...dialog.querySelectorAll('button')].find(({ textContent }) =>
    typeof name === 'string' ? textContent === name : name.test(textContent),
  );
  if (!button) throw new Error(`the dialog has no button ${String(name)}`);
  button.click();
};

describe('the list of pipelines', () => {
  it('shows name, throughput, streams and stages, and deletes after confirmation', async () => {
    const { root, host } = await open(at);
    await byText(root, '12.3 msg/s');
    await byText(root, 'Checkout');
    await byText(root, 'Stage 10');
    await still(host);
    await expectAccessible(host);
    await press(root, /^Delete/);
    await byText(root, 'Do you really want to delete pipeline "Shop"? This action cannot be undone.');
    await inDialog(root, 'Delete');
    await waitUntil(() => server.to(`DELETE ${at}/pipeline/p1`).length === 1);
  });

  it('offers no actions to readers', async () => {
    permissions = ['pipeline:read', 'pipeline_connection:read'];
    const { root } = await open(at);
    await byText(root, 'Stage 10');
    const names = allByRole(root, 'button').map((one) => one.getAttribute('aria-label') ?? one.textContent);
    expect(names.filter((name) => /^(Add|Edit|Delete)/.test(name))).to.deep.equal([]);
  });

  it('creates a pipeline with one empty stage', async () => {
    const { root } = await open(`${at}/new`);
    await press(root, 'Create pipeline');
    await byText(root, 'A title is needed.');
    put(await field(root, /^Title/), 'a "b"');
    await byText(root, 'A title has no quotation marks, backslashes or line breaks.');
    put(await field(root, /^Title/), 'Market');
    put(await field(root, /^Description/), 'sells');
    await press(root, 'Create pipeline');
    await waitUntil(() => server.to(`POST ${at}/pipeline`).length === 1);
    expect(sent(`POST ${at}/pipeline`)).to.deep.equal({
      source: 'pipeline "Market"\nstage 0 match either\nend\n',
      description: 'sells',
    });
  });
});

describe('a pipeline', () => {
  it('shows stages, rules, statistics, connections and problems', async () => {
    const { root, host } = await open(`${at}/p1`);
    await byText(root, 'does parse');
    await byText(root, 'This rule could not be found. It never matches.');
    await byText(root, 'There are no rules on this stage.');
    await byText(root, 'There are no further stages in this pipeline');
    await byText(root, 'parse: 214 errors');
    await byText(root, 'gone is missing');
    expect(root.textContent).not.to.contain('0 µs');
    await still(host);
    await expectAccessible(host);
  });

  it('adds a stage, and keeps every comment and the description', async () => {
    const { root } = await open(`${at}/p1`);
    await press(root, 'Add new stage');
    const number = await field(root, /^Stage/);
    expect(number.value).to.equal('11');
    put(number, '10');
    await byText(root, 'Another stage of this pipeline has this number.');
    put(number, '5');
    await inDialog(root, 'Add stage');
    await waitUntil(() => server.to(`PUT ${at}/pipeline/p1`).length === 1);
    expect(sent(`PUT ${at}/pipeline/p1`)).to.deep.equal({
      source: source.replace('stage 10', 'stage 5 match either\nstage 10'),
      description: 'Cleans up',
    });
  });

  it('moves a rule to another stage by its menu and by arrow keys', async () => {
    const { root } = await open(`${at}/p1`);
    await press(root, 'More actions for parse');
    await clickOn(root, 'menuitem', 'Move to stage 10');
    await waitUntil(() => server.to(`PUT ${at}/pipeline/p1`).length === 1);
    const [first = '', second = ''] = (sent(`PUT ${at}/pipeline/p1`).source ?? '').split('stage 10');
    expect(first).not.to.contain('parse');
    expect(second).to.contain('rule "parse"; // nginx');
    const handle = await byRole(root, 'button', /^Move gone/);
    handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    await waitUntil(() => server.to(`PUT ${at}/pipeline/p1`).length === 2);
  });

  it('moves a rule and a stage by dragging and by keyboard', async () => {
    const { root } = await open(`${at}/p1`);
    const drag = async (handle: HTMLElement, y: number): Promise<void> => {
      const { x, y: from } = handle.getBoundingClientRect();
      handle.setPointerCapture = () => undefined;
      const send = (type: string, clientY: number): boolean =>
        handle.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, clientX: x, clientY }));
      send('pointerdown', from + 4);
      await settled();
      send('pointermove', y);
      await settled();
      send('pointerup', y);
    };
    const puts = (): number => server.to(`PUT ${at}/pipeline/p1`).length;
    const stored = (): string => sent(`PUT ${at}/pipeline/p1`).source ?? '';
    const card = (stage: number): DOMRect =>
      root.querySelector(`[data-stage="${stage}"]`)?.getBoundingClientRect() ?? new DOMRect();
    await drag(await byRole(root, 'button', /^Move parse/), card(10).bottom - 4);
    await waitUntil(() => puts() === 1);
    expect(stored()).to.match(
      /stage 0 match either\n {2}rule "gone";\nstage 10 match all\n {2}rule "parse"; \/\/ nginx\nend/,
    );
    await drag(await byRole(root, 'button', /^Move Stage 10/), card(0).top + 2);
    await waitUntil(() => puts() === 2);
    expect(stored()).to.match(
      /stage 0 match all\n {2}rule "parse"; \/\/ nginx\n.*stage 10 match either\n {2}rule "gone";\nend/s,
    );
    (await byRole(root, 'button', /^Move Stage 0/)).dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }),
    );
    await waitUntil(() => puts() === 3);
    expect(stored()).to.match(/stage 0 match either\n {2}rule "gone";\nstage 10 match all\n {2}rule "parse"/);
  });

  it('does not overwrite a change of another user', async () => {
    const { root } = await open(`${at}/p1`);
    await press(root, 'More actions for Stage 10');
    await clickOn(root, 'menuitem', 'Delete');
    await byText(root, 'You are about to delete stage 10, are you sure you want to proceed?');
    server.routes[`GET ${at}/pipeline/p1`] = () => ({ ...shop, source: source.replace('Shop', 'Market') });
    await inDialog(root, 'Delete');
    await byText(root, 'Another user has changed this pipeline. It was reloaded; please repeat your change.');
    expect(server.to(`PUT ${at}/pipeline/p1`)).to.have.length(0);
  });

  it('renames the pipeline in its source', async () => {
    const { root } = await open(`${at}/p1`);
    await press(root, 'Edit pipeline details');
    put(await field(root, /^Title/), 'Market');
    await inDialog(root, 'Save');
    await waitUntil(() => server.to(`PUT ${at}/pipeline/p1`).length === 1);
    expect(sent(`PUT ${at}/pipeline/p1`)).to.deep.equal({
      source: source.replace('Shop', 'Market'),
      description: 'Cleans up',
    });
  });

  it('connects the chosen streams', async () => {
    const { root } = await open(`${at}/p1`);
    await press(root, 'Edit connections');
    await press(root, 'Remove Checkout');
    const input = await field(root, /^Streams/);
    input.focus();
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, composed: true }));
    await byRole(root, 'option', 'Payments');
    const options = allByRole(root, 'option');
    expect(options.map(({ textContent }) => textContent)).to.deep.equal(['Checkout', 'Payments']);
    options[1]?.click();
    await inDialog(root, 'Save');
    await waitUntil(() => server.to(`POST ${at}/connections/to_pipeline`).length === 1);
    expect(sent(`POST ${at}/connections/to_pipeline`).stream_ids).to.deep.equal(['s2']);
  });

  it('reports errors of its source, and saves the source as it was typed', async () => {
    const { root } = await open(`${at}/p1`);
    server.routes[`PUT ${at}/pipeline/p1`] = () =>
      new Response(JSON.stringify([{ type: 'syntax_error', line: 2, position_in_line: 4, reason: 'no stage' }]), {
        status: 400,
        headers: { 'content-type': 'application/json' },
      });
    await press(root, 'Source');
    await byRole(root, 'dialog');
    await byText(root, 'Line 5: there is no rule "gone"');
    await waitUntil(() => root.querySelector('.cm-finding-warning'), 'the warning is underlined');
    await inDialog(root, 'Save');
    await byText(root, 'Line 2, column 5: no stage');
    const { cmTile: tile } = root.querySelector('.cm-content') as HTMLElement & Editing;
    tile?.view.dispatch({ changes: { from: source.indexOf('match all') + 6, insert: 's' }, userEvent: 'input' });
    await byText(root, 'Line 6, column 16: "sall" is not expected here, after "match".');
  });

  for (const width of [600, 768, 1000])
    it(`gives the name of a rule and its description room beside the statistics at ${width} px`, async () => {
      const { root } = await open(`${at}/p1`, width);
      const box = (selector: string): DOMRect =>
        root.querySelector(`tr[data-rule] ${selector}`)?.getBoundingClientRect() ?? new DOMRect();
      await waitUntil(() => box('td.figure').width > 0, 'the figures are shown');
      const row = root.querySelector('tr[data-rule]')?.getBoundingClientRect().width ?? 0;
      expect(box('td.rule').width).to.be.greaterThan(150);
      expect(box('td.description').width).to.be.greaterThan(row / 2);
      for (const heading of root.querySelectorAll('th.number'))
        // Headings are as wide as their column; on narrow pages they are hidden.
        if (heading.clientWidth > 0)
          expect(
            [...root.querySelectorAll('tr[data-rule] td.number')].map((cell) => cell.getBoundingClientRect().right),
          ).to.include(heading.getBoundingClientRect().right);
      expect(box('td.description').top).to.be.at.least(box('td.rule').bottom - 1);
    });

  it('shows readers the same page without its actions', async () => {
    permissions = ['pipeline:read', 'pipeline_connection:read', 'streams:read', 'pipeline_rule:read'];
    const { root } = await open(`${at}/p1`, 360);
    await byText(root, 'does parse');
    const names = allByRole(root, 'button').map((one) => one.getAttribute('aria-label') ?? one.textContent);
    expect(names.filter((name) => /Add|Edit|Delete|Move|More/.test(name))).to.deep.equal([]);
  });
});

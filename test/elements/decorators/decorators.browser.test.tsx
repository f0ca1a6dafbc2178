import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { Suspense } from 'react';
import type { Decorator } from '../../../api/contract/searches.js';
import { DecoratorsDialog, DecoratorsSidebar } from '../../../elements/decorators/index.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const format = 'org.graylog2.decorators.FormatStringDecorator';
const severity = 'org.graylog2.decorators.SyslogSeverityMapperDecorator';
const pipeline = 'org.graylog.plugins.pipelineprocessor.PipelineProcessorMessageDecorator';

function field(type: string, human_name: string, default_value: unknown, more: object = {}) {
  return {
    type,
    human_name,
    description: `About ${human_name}`,
    default_value,
    is_optional: false,
    is_encrypted: false,
    position: 100,
    attributes: [],
    additional_info: {},
    ...more,
  };
}
const typeOf = (type: string, name: string, requested_configuration: object) => ({
  [type]: { type, name, human_name: name, link_to_docs: '', requested_configuration },
});
const types = {
  ...typeOf(format, 'Format String', {
    format_string: field('text', 'Format string', '${source} - ${message}', { position: 0 }),
    target_field: field('text', 'Target field', 'message', { position: 1 }),
    require_all_fields: field('boolean', 'Require all fields', false, { position: 2, is_optional: true }),
  }),
  ...typeOf(severity, 'Syslog Severity Mapper', {
    source_field: field('text', 'Source field', 'level'),
    target_field: field('text', 'Target field', 'severity'),
  }),
  ...typeOf(pipeline, 'Pipeline Processor Decorator', {
    pipeline: field('dropdown', 'Pipeline', '', { additional_info: { values: { p1: 'Mask addresses' } } }),
  }),
};

const sample = { streams: ['s1'], timeRange: { type: 'relative', from: 300 } as const, queryString: 'level:3' };

describe('decorators', () => {
  let server: FakeServer;
  let changes: (readonly Decorator[])[];
  beforeEach(() => {
    changes = [];
    server = fakeServer({
      ...signedIn,
      'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['*'], timezone: 'UTC' }),
      'GET /search/decorators/available': () => types,
      'POST /views/search/sync': ({ body }) => {
        const search = JSON.parse(body ?? '{}') as {
          queries: { id: string; search_types: { id: string; decorators: Decorator[] }[] }[];
        };
        const [query] = search.queries;
        const [searchType] = query?.search_types ?? [];
        const after = String(searchType?.decorators.at(-1)?.config['format_string']);
        return {
          id: 'job',
          execution: { done: true, cancelled: false, completed_exceptionally: false },
          results: {
            [query?.id ?? '']: {
              search_types: {
                [searchType?.id ?? '']: {
                  id: searchType?.id,
                  type: 'messages',
                  total_results: 1,
                  messages: [
                    {
                      index: 'i',
                      message: { _id: 'm', message: after },
                      highlight_ranges: null,
                      decoration_stats: {
                        added_fields: {},
                        changed_fields: { message: { before: 'plain text', after } },
                        removed_fields: {},
                      },
                    },
                  ],
                },
              },
            },
          },
        };
      },
    });
  });
  afterEach(() => server.restore());

  async function open(decorators: readonly Decorator[] = []) {
    const { root, remove } = await stage(
      () => (
        <Suspense fallback={<button>waiting</button>}>
          <DecoratorsSidebar
            decorators={decorators}
            onChange={(changed) => changes.push(changed)}
            sample={sample}
            stream="s1"
          />
        </Suspense>
      ),
      340,
    );
    await byRole(root, 'combobox', 'Select decorator');
    return { root, remove };
  }
  const choose = async (root: ParentNode, type: string): Promise<void> => {
    const select = (await byRole(root, 'combobox', 'Select decorator')) as HTMLSelectElement;
    select.value = type;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const names = (root: ParentNode): string[] =>
    [...root.querySelectorAll('ul[aria-label=Decorators] > li p')].map((name) => name.textContent ?? '');

  it('creates a decorator by the form of its type with required fields and preview, and saves nothing before submit', async () => {
    const { root, remove } = await open();
    await byText(root, 'No decorators configured.');
    await choose(root, format);
    await byText(root, 'Create new Format String');
    await byText(root, 'plain text');
    const input = (await byRole(root, 'textbox', 'Format string')) as HTMLInputElement;
    expect(input.value).to.equal('${source} - ${message}');
    input.select();
    await sendKeys({ press: 'Delete' });
    await byText(root, 'Complete the configuration to see a preview.');
    await clickOn(root, 'button', 'Create');
    await byText(root, 'Format string is required.');
    expect(changes.length).to.equal(0);
    input.focus();
    await sendKeys({ type: 'Hello' });
    await byText(root, 'Hello');
    const previews = server.to('POST /views/search/sync').map(({ body }) => String(body));
    expect(previews.at(-1)).to.contain('"level:3"').and.to.contain('"s1"').and.to.contain('"Hello"');
    await clickOn(root, 'checkbox', 'Require all fields');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => changes.length === 1, 'Enter submits the form');
    const [created] = changes[0] ?? [];
    expect(created).to.deep.include({ type: format, stream: 's1', order: 0 });
    expect(created?.config).to.deep.equal({
      format_string: 'Hello',
      target_field: 'message',
      require_all_fields: true,
    });
    expect(created?.id).to.match(/^[0-9a-f]{24}$/);
    expect(names(root)).to.deep.equal(['Format String']);
    expect(allByRole(root, 'button', 'Create').length).to.equal(0);
    remove();
  });

  it('edits, reorders and deletes decorators; unknown types can only be moved and deleted', async () => {
    const { root, remove } = await open([
      { id: 'a', type: pipeline, config: { pipeline: 'p1' }, order: 1, stream: 's1' },
      { id: 'b', type: 'com.example.Gone', config: { x: 1 }, order: 2, stream: 's1' },
      { id: 'c', type: severity, config: { source_field: 'level', target_field: 'severity' }, order: 0 },
    ]);
    expect(names(root)).to.deep.equal([
      'Syslog Severity Mapper',
      'Pipeline Processor Decorator',
      'Unknown decorator type',
    ]);
    await byText(root, 'Mask addresses');
    (await byRole(root, 'button', 'Move Syslog Severity Mapper')).focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => changes.length === 1);
    expect(changes[0]?.map(({ id, order }) => [id, order])).to.deep.equal([
      ['a', 0],
      ['c', 1],
      ['b', 2],
    ]);
    const actions = async (index: number) => {
      allByRole(root, 'button', 'Actions')[index]?.click();
      await byRole(root, 'menuitem');
    };
    await actions(1);
    await clickOn(root, 'menuitem', 'Edit');
    await byText(root, 'Edit Syslog Severity Mapper');
    const target = (await byRole(root, 'textbox', 'Target field')) as HTMLInputElement;
    target.select();
    await sendKeys({ type: 'word' });
    await clickOn(root, 'button', 'Update');
    await waitUntil(() => changes.length === 2);
    expect(changes[1]?.[1]?.config).to.deep.equal({ source_field: 'level', target_field: 'word' });

    await actions(2);
    expect(allByRole(root, 'menuitem', 'Edit').length).to.equal(0);
    await clickOn(root, 'menuitem', 'Delete');
    await byText(root, 'Do you really want to delete this decorator?');
    await clickOn(root, 'button', 'Cancel');
    await waitUntil(() => allByRole(root, 'button', 'Actions').length === 3);
    await actions(2);
    await clickOn(root, 'menuitem', 'Delete');
    await clickOn(await byRole(root, 'alertdialog'), 'button', 'Delete');
    await waitUntil(() => changes.length === 3);
    expect(changes[2]?.map(({ id }) => id)).to.deep.equal(['a', 'c']);
    remove();
  });

  it('saves the decorators that new searches of a stream start with', async () => {
    server.routes['GET /search/decorators'] = () => [
      { id: 'd1', type: severity, config: { source_field: 'level', target_field: 'severity' }, order: 0, stream: null },
      { id: 'd2', type: format, config: { format_string: 'x', target_field: 'message' }, order: 0, stream: 's1' },
    ];
    server.routes['GET /streams'] = () => ({ total: 1, streams: [{ id: 's1', title: 'Web shop' }] });
    server.routes['DELETE /search/decorators/d2'] = () => undefined;
    server.routes['POST /search/decorators'] = ({ body }) => ({ ...(JSON.parse(body ?? '{}') as object), id: 'd3' });
    let closed = 0;
    const { root, remove } = await stage(() => (
      <>
        <button>behind</button>
        <Suspense fallback={null}>
          <DecoratorsDialog onClose={() => (closed += 1)} />
        </Suspense>
      </>
    ));
    const dialog = await byRole(root, 'dialog');
    await waitUntil(
      () => names(dialog).join() === 'Syslog Severity Mapper',
      'the decorators of searches without streams are shown',
    );
    const save = await byRole(dialog, 'button', 'Update configuration');
    expect((save as HTMLButtonElement).disabled).to.equal(true);
    const [stream] = dialog.querySelectorAll('select');
    if (!stream) throw new Error('no stream select');
    await waitUntil(() => stream.options.length === 2);
    stream.value = 's1';
    stream.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => names(dialog).join() === 'Format String', 'the decorators of the stream are shown');
    await choose(dialog, pipeline);
    const [, , choice] = dialog.querySelectorAll('select');
    if (!choice) throw new Error('no pipeline select');
    choice.value = 'p1';
    choice.dispatchEvent(new Event('change', { bubbles: true }));
    await clickOn(dialog, 'button', 'Create');
    await waitUntil(() => names(dialog).length === 2);
    allByRole(dialog, 'button', 'Actions')[0]?.click();
    await clickOn(root, 'menuitem', 'Delete');
    await clickOn(await byRole(root, 'alertdialog'), 'button', 'Delete');
    await waitUntil(() => names(dialog).length === 1);
    await clickOn(dialog, 'button', 'Update configuration');
    await waitUntil(() => closed === 1);
    await byText(root, 'Updated decorators configuration.');
    expect(server.to('DELETE /search/decorators/d2').length).to.equal(1);
    const created = server.to('POST /search/decorators').map(({ body }) => JSON.parse(body ?? '') as Decorator);
    expect(created).to.deep.equal([{ type: pipeline, config: { pipeline: 'p1' }, stream: 's1', order: 0 }]);
    remove();
  });
});

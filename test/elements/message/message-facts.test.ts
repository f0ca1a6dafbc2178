import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJson } from '../../../api/json.js';
import type { DecorationStats, MessageFields, ResultMessage, SearchJob } from '../../../api/contract/searches.js';
import {
  isInternalField,
  listedFields,
  messageJson,
  fieldsContaining,
  isEmptyField,
} from '../../../elements/message/message-fields.js';
import { foldedFrames } from '../../../elements/message/folded-frames.js';
import { messageStreams, receivedVia } from '../../../elements/message/message-origin.js';
import {
  surroundingOptions,
  surroundingRoute,
  surroundingRouteOf,
  surroundingSearch,
} from '../../../elements/message/surrounding.js';
import { comparedFields, differingPart, timeDistance } from '../../../elements/message/comparison.js';
import { textChunks } from '../../../elements/message/text-chunks.js';
import { traceLink, traceOf } from '../../../elements/widgets/actions/trace-link.js';
import { untyped } from '../../untyped.js';
import { cpuMs } from '../../cpu-ms.js';

const message = (fields: MessageFields, stats: DecorationStats | null = null): ResultMessage => ({
  message: fields,
  index: 'i',
  highlight_ranges: null,
  decoration_stats: stats,
});

describe('listedFields', () => {
  it('the field list hides fields that describe the storage of a message, and is sorted by name', () => {
    const names = ['zone', '_id', 'Alpha', 'gl2_source_node', 'streams', '_source', '_index', 'b', 'gl2x', '_ids'];
    assert.deepEqual(
      listedFields(message(Object.fromEntries(names.map((name) => [name, 1])))).map((field) => field.name),
      ['Alpha', '_ids', 'b', 'gl2x', 'zone'],
    );
    assert.equal(isInternalField('gl2_message_id'), true);
  });
  it('the field list starts with the text and exceptions, and can be filtered by name and value', () => {
    const listed = listedFields(
      message({
        a: 1,
        error: 'x',
        'exception.class': 'E',
        full_message: 'f',
        message: 'm',
        stack_trace: 's',
        z: ' ',
        y: [],
      }),
    );
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['message', 'full_message', 'error', 'exception.class', 'stack_trace', 'a', 'y', 'z'],
    );
    assert.deepEqual(
      listed.filter(isEmptyField).map(({ name }) => name),
      ['y', 'z'],
    );
    assert.deepEqual(
      fieldsContaining(listed, ' E ').map(({ name }) => name),
      ['message', 'full_message', 'error', 'exception.class', 'stack_trace'],
    );
  });
  it('converts a value to text once, however often fields are filtered', () => {
    let read = 0;
    const value = {
      get part() {
        read += 1;
        return 'Inner';
      },
    };
    const listed = listedFields(message({ value }));
    for (const text of ['inn', 'inner', 'x']) fieldsContaining(listed, text);
    assert.equal(fieldsContaining(listed, 'INNER').length, 1);
    assert.equal(read, 1);
  });
  it('the field list shows the changes of decorators, and removed fields only with the changes', () => {
    const decorated = message(
      { a: 'new', b: 'x', c: 1 },
      {
        added_fields: { b: 'x' },
        changed_fields: { a: { before: 'old', after: 'new' } },
        removed_fields: { r: 'gone' },
      },
    );
    assert.deepEqual(listedFields(decorated), [
      { name: 'a', value: 'new', change: 'changed', before: 'old' },
      { name: 'b', value: 'x', change: 'added' },
      { name: 'c', value: 1 },
    ]);
    assert.deepEqual(listedFields(decorated, true).at(-1), { name: 'r', value: 'gone', change: 'removed' });
  });
  it('lists 80,000 fields without delay', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 80_000 }, (_unused, index) => [`f${(index * 7919) % 80_000}`, 1]),
    );
    const start = cpuMs();
    assert.equal(listedFields(message(fields)).length, 80_000);
    // The time limit is generous, because only the order of magnitude matters.
    assert.ok(cpuMs() - start < 2000);
  });
  it('copies integers exactly', () => {
    const fields = { n: 9007199254740993n, s: 'x' };
    assert.equal(messageJson(fields), '{\n  "n": 9007199254740993,\n  "s": "x"\n}');
    assert.deepEqual(parseJson(messageJson(fields)), fields);
  });
});

describe('receivedVia', () => {
  const received = message({ gl2_source_input: 'input-id', gl2_source_node: 'a3f81c20-7d3e' });
  const node = { short_node_id: 'a3f81c20', hostname: 'log-node-1' };
  for (const [name, from, origin, expected] of [
    [
      'names input and node by their titles, with a link to the node',
      received,
      { input: { title: 'GELF UDP' }, node },
      { input: 'GELF UDP', node: 'a3f81c20 / log-node-1', nodeRoute: '/system/nodes/a3f81c20-7d3e' },
    ],
    [
      'says that an input was deleted and a node was stopped',
      received,
      { input: null, node: null },
      { input: 'deleted input', node: 'stopped node', nodeRoute: undefined },
    ],
    [
      'shows ids while the titles are loading',
      received,
      { input: undefined, node: undefined },
      { input: 'input-id', node: 'a3f81c20', nodeRoute: undefined },
    ],
    [
      'calls an unknown input deleted',
      message({ gl2_source_node: 'n' }),
      { input: undefined, node },
      { input: 'deleted input', node: 'a3f81c20 / log-node-1', nodeRoute: '/system/nodes/n' },
    ],
    [
      'shows nothing for a message without a node',
      message({ gl2_source_input: 'input-id' }),
      { input: null, node: null },
      undefined,
    ],
  ] as const) {
    it(name, () => assert.deepEqual(receivedVia(from, { ...origin, streams: undefined }), expected));
  }
  it('lists the known streams, in the order of the message', () =>
    assert.deepEqual(
      messageStreams(message({ streams: ['b', 'unknown', 'a'] }), [
        { id: 'a', title: 'A' },
        { id: 'b', title: 'B' },
      ]).map((stream) => stream.title),
      ['B', 'A'],
    ));
});

describe('surrounding messages', () => {
  it('sorts the options by length, and drops invalid durations', () =>
    assert.deepEqual(
      surroundingOptions({ PT1M: '1 minute', odd: 'odd', PT5S: '5 seconds' }).map((option) => option.label),
      ['5 seconds', '1 minute'],
    ));
  it('searches around the message, filtered by its fields, in the streams of the widget', () => {
    const route = surroundingRoute(
      message({ _id: 'id 1', timestamp: '2026-11-20T19:44:50.476Z', source: 'web "03"', file: '', list: ['x'] }),
      5,
      ['source', 'file', 'list', 'missing'],
      ['s1', 's2'],
    );
    const parameters = new URLSearchParams(route?.split('?')[1]);
    assert.equal(route?.startsWith('/search?'), true);
    assert.deepEqual(Object.fromEntries(parameters), {
      rangetype: 'absolute',
      from: '2026-11-20T19:44:45.476Z',
      to: '2026-11-20T19:44:55.476Z',
      q: 'source:"web \\"03\\""',
      streams: 's1,s2',
      highlightMessage: 'id 1',
    });
  });
  it('offers no search for a message without a time', () =>
    assert.equal(surroundingRoute(message({ _id: 'x' }), 5, []), undefined));
});

describe('the link to the other messages of a trace', () => {
  const one = '2026-11-20T19:44:50.476Z';
  const id = '0af7651916cd43dd8448eb211c80319c';
  it('searches for the trace id in the hours around the message', () => {
    const link = traceLink('trace_id', id, one);
    assert.equal(link?.label, 'Messages of this trace');
    assert.deepEqual(Object.fromEntries(new URLSearchParams(link.route.split('?')[1])), {
      rangetype: 'absolute',
      from: '2026-11-20T18:44:50.476Z',
      to: '2026-11-20T20:44:50.476Z',
      q: `trace_id:"${id}"`,
    });
  });
  it('recognises the field names of shippers, and only values that can be an id', () => {
    const words = (field: string, value: unknown = id) => traceLink(field, value, one)?.label;
    for (const name of ['traceId', 'TraceID', 'trace.id', 'traceid', 'dd_trace_id'])
      assert.equal(words(name), 'Messages of this trace', name);
    for (const name of ['span_id', 'spanId']) assert.equal(words(name), 'Messages of this span', name);
    for (const name of ['trace', 'trace_flags', 'my_trace_ids', 'parent_span_id'])
      assert.equal(words(name), undefined, name);
    assert.match(traceLink('dd.trace_id', 9007199254740993n, one)?.route ?? '', /9007199254740993/);
    for (const value of ['', ' ', '0'.repeat(32), 'x'.repeat(129), null, ['a'], {}])
      assert.equal(words('trace_id', value), undefined);
    assert.match(traceLink('trace_id', 'a" OR x:"', one)?.route ?? '', /q=trace_id%3A%22a%5C%22\+OR\+x%3A%5C%22%22/);
  });
  it('the link to a trace is also offered for a message without a time', () =>
    assert.equal(traceLink('trace_id', id, undefined)?.route, `/search?q=trace_id%3A%22${id}%22`));
  it('the link covers the range of the widget for a value that belongs to no message', () =>
    assert.equal(
      traceLink('trace_id', id, undefined, { type: 'relative', from: 900 })?.route,
      `/search?q=trace_id%3A%22${id}%22&rangetype=relative&relative=900`,
    ));
  it('the first trace id of a message is its trace', () => {
    const fields = { span_id: 'b7ad6b71', trace_id: '', 'dd.trace_id': id, traceId: 'x', timestamp: one };
    const link = traceOf(message(fields));
    assert.equal(link?.field, 'dd.trace_id');
    assert.match(link.route, /dd\.trace_id|dd%5C\.trace_id|from=2026-11-20T18%3A44/);
    assert.equal(traceOf(message({ span_id: 'b7ad6b71' })), undefined);
  });
});

describe('textChunks', () => {
  it('a long text is cut at line ends and never inside a character; the chunks together are the text', () => {
    const text = `${'a'.repeat(30)}\n${'b'.repeat(50)}😀${'c'.repeat(49)}😀d`;
    const chunks = textChunks(text, 40);
    assert.equal(chunks.join(''), text);
    assert.equal(chunks[0], `${'a'.repeat(30)}\n`);
    assert.ok(chunks.every((chunk) => !/[\ud800-\udbff]$/.test(chunk) && chunk.length <= 41));
    assert.deepEqual(textChunks(''), []);
  });
});

describe('surrounding messages by number', () => {
  const at = '2026-11-20T19:44:50.476Z';
  const own = message({ _id: 'm', timestamp: at, source: 'web-1 "a"', file: '' });
  const ids = { objectId: () => 'a'.repeat(24), uuid: () => `id-${(counter += 1)}` };
  let counter = 0;
  const search = () => surroundingSearch(own, 5, ['source', 'file'], ['s1'], ids);

  it('searches both sides at once, nearest messages first', () => {
    const [before, after] = search()?.queries ?? [];
    const range = (query: typeof before) => (query?.timerange?.type === 'absolute' ? query.timerange : undefined);
    assert.deepEqual([range(before)?.to, range(after)?.from], ['2026-11-20T19:44:50.477Z', at]);
    assert.deepEqual(
      [before, after].map((query) => query?.search_types?.[0]?.sort),
      [[{ field: 'timestamp', order: 'DESC' }], [{ field: 'timestamp', order: 'ASC' }]],
    );
    assert.equal(before?.search_types?.[0]?.limit, 6);
    assert.equal(before?.query?.query_string, 'source:"web-1 \\"a\\""');
    assert.deepEqual(before?.filter, { type: 'or', filters: [{ type: 'stream', id: 's1' }] });
    assert.equal(surroundingSearch(message({ _id: 'm' }), 5, [], [], ids), undefined);
  });

  it('links to the range from the farthest found message on one side to the farthest on the other', () => {
    const surroundingSearch = search();
    assert.ok(surroundingSearch);
    const found = (...times: string[]) => ({
      id: 'x',
      type: 'messages' as const,
      messages: times.map((timestamp) => message({ timestamp })),
      effective_timerange: { type: 'absolute' as const, from: at, to: at },
      total_results: times.length,
    });
    const answer = (results: readonly (ReturnType<typeof found> | undefined)[]) =>
      untyped<SearchJob>({
        results: Object.fromEntries(
          surroundingSearch.queries.map(({ id = '' }, side) => [
            id,
            { search_types: results[side] ? { x: results[side] } : {}, errors: [{ description: 'too slow' }] },
          ]),
        ),
      });
    const job = answer([found(at, '2026-11-20T19:44:49.000Z'), found()]);
    const route = new URL(surroundingRouteOf(own, surroundingSearch, job, ['source'], ['s1']), 'http://x').searchParams;
    assert.deepEqual(
      ['from', 'to', 'streams', 'highlightMessage'].map((name) => route.get(name)),
      ['2026-11-20T19:44:49.000Z', '2026-11-20T19:44:50.477Z', 's1', 'm'],
    );
    assert.throws(() => surroundingRouteOf(own, surroundingSearch, answer([found(at), undefined]), []), /too slow/);
  });
});

describe('comparison', () => {
  it('lists every field once and marks fields that differ or are missing in some messages', () => {
    const left = message({ _id: '1', a: 1, b: { x: 1 }, c: 'same', gl2_x: 1 });
    const right = message({ _id: '2', a: 2n, b: { x: 1 }, c: 'same', d: null });
    assert.deepEqual(
      comparedFields([left, right]).map(({ name, differs }) => [name, differs]),
      [
        ['a', true],
        ['b', false],
        ['c', false],
        ['d', true],
      ],
    );
  });
  it('finds the words that differ between texts, unless nearly all differ', () => {
    for (const [text, other, part] of [
      ['order=17 was fine', 'order=18 was fine', '17'],
      ['user alice logged in', 'user bob logged in', 'alice'],
      ['took 5 ms', 'took 5 ms in all', ''],
      ['abc', 'abc', undefined],
      ['web-01', 'something else', undefined],
    ] as const) {
      const found = differingPart(text, other);
      assert.equal(found && text.slice(found.start, found.start + found.length), part, text);
    }
  });
  it('shows the time between messages', () => {
    assert.deepEqual([0, -5, 1250, 61_000, 3_700_000, 90_000_000].map(timeDistance), [
      '+0 ms',
      '−5 ms',
      '+1.250 s',
      '+1 min 1 s',
      '+1 h 1 min',
      '+1 d 1 h',
    ]);
  });
});

describe('foldedFrames', () => {
  const trace = [
    'java.lang.IllegalStateException: no',
    '\tat com.shop.Orders.store(Orders.java:88)',
    '\tat java.base/java.lang.reflect.Method.invoke(Method.java:578)',
    '\tat org.springframework.web.Dispatcher.service(Dispatcher.java:1)',
    '\tat com.shop.Main.main(Main.java:3)',
    '\tat java.lang.Thread.run(Thread.java:1)',
    'Caused by: java.io.IOException',
    '    at load (/srv/node_modules/pg/lib/client.js:1:2)',
    '    at node:internal/process/task_queues:95:5',
    '    at async Promise.all (index 0)',
    '\t... 27 more',
  ].join('\n');

  it('folds consecutive library frames without loss', () => {
    const parts = foldedFrames(trace) ?? [];
    assert.equal(parts.map(({ text }) => text).join(''), trace);
    for (const { text, start } of parts) assert.equal(trace.slice(start, start + text.length), text);
    assert.deepEqual(
      parts.map(({ frames }) => frames),
      [undefined, 2, undefined, 2, undefined],
    );
    assert.match(parts[2]?.text ?? '', /^\tat com\.shop\.Main[^]*Thread\.run[^]*IOException\n$/);
    assert.match(parts[4]?.text ?? '', /^ {4}at async/);
  });
  it('does not fold frames that match the query, single frames and texts without frames', () => {
    const found = [{ start: trace.indexOf('springframework'), length: 6 }];
    assert.deepEqual(
      foldedFrames(trace, found)?.map(({ frames }) => frames),
      [undefined, 2, undefined],
    );
    const hostile = ['\tat ' + 'a.'.repeat(25_000), ('\tat ' + '-'.repeat(500) + '\n').repeat(100)];
    for (const text of ['', 'at java.lang.x', 'e\n\tat java.lang.A.b(A.java)', ...hostile])
      assert.equal(foldedFrames(text), undefined);
  });
});

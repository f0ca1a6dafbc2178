/** Tests the message table as a list, at the width of a phone. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import type { AbsoluteRange } from '../../../api/contract/searches.js';
import { MessageTableWidget } from '../../../elements/widgets/index.js';
import { MessageList } from '../../../elements/widgets/message-table/message-list.js';
import { stage } from '../search/stage.js';
import { untyped } from '../../untyped.js';
import { resting, waitUntil } from '../wait.js';
import { messagesResult, sampleMessage, sampleTypes, tableConfig } from './sample-results.js';

const onPhone = (messages: ReturnType<typeof sampleMessage>[], fields: string[]) =>
  stage(
    () => (
      <div style={{ height: 400 }}>
        <MessageTableWidget
          title="All Messages"
          executing={false}
          fieldTypes={sampleTypes}
          config={{ ...tableConfig, fields }}
          result={{ ...messagesResult(1), messages }}
        />
      </div>
    ),
    360,
  );

describe('the message list', () => {
  it('shows further columns by name and value, below the first two and the level', async () => {
    const long = 'upstream_connection_pool_wait_time_seconds_total';
    const source = 'pay-01.a-rather-long-name.fra.example.org';
    const messages = [sampleMessage(0, { source, took_ms: 447.9123, [long]: 2.361, route: '/v2/orders', level: 3 })];
    const fields = ['timestamp', 'source', 'level', 'took_ms', 'route', long];
    const { root, remove } = await onPhone(messages, fields);
    const cell = (field: string) => root.querySelector<HTMLElement>(`[data-row="0"] [data-column=${field}]`);
    const box = (field: string) => cell(field)?.getBoundingClientRect() ?? new DOMRect();
    await waitUntil(() => cell('route'), 'the columns are shown');
    await waitUntil(() => box('took_ms').top >= box('timestamp').bottom - 1, 'the column is below the time');
    for (const field of ['source', 'level']) {
      expect(Math.abs(box(field).top - box('timestamp').top), field).to.be.below(4);
    }
    expect(box('level').left).to.be.at.least(box('source').right);
    for (const field of ['took_ms', 'route', 'level']) {
      expect(cell(field)?.scrollWidth, field).to.equal(cell(field)?.clientWidth);
    }
    const nameOf = (field: string) => getComputedStyle(cell(field) ?? root.host, '::before').content;
    expect(nameOf('took_ms')).to.equal('"took_ms"');
    expect(nameOf(long)).to.equal('"upstream_connec…onds_total"');
    const text = root.querySelector('[data-row="0"] > [role=gridcell]:last-child');
    expect(text?.getBoundingClientRect().top).to.be.at.least(box('route').bottom - 1);
    remove();
  });

  it('shows the messages of an answer without a readable range', async () => {
    const result = { ...messagesResult(2), effective_timerange: untyped<AbsoluteRange>(undefined) };
    const { root, remove } = await stage(
      () => (
        <div style={{ height: 400 }}>
          <MessageTableWidget
            title="All Messages"
            executing={false}
            fieldTypes={sampleTypes}
            config={tableConfig}
            result={result}
          />
        </div>
      ),
      800,
    );
    await waitUntil(() => root.querySelector('[data-row="1"] [data-column]'), 'the messages are shown');
    remove();
  });

  it('shows more columns than would be visible side by side', async () => {
    const names = Array.from({ length: 15 }, (_unused, at) => `field_${at}`);
    const messages = [sampleMessage(0, Object.fromEntries(names.map((name) => [name, 'a value of some length'])))];
    const { root, remove } = await onPhone(messages, ['timestamp', ...names]);
    const cells = () => root.querySelectorAll('[data-row="0"] [data-column]').length;
    await waitUntil(() => cells() > 0, 'the columns are shown');
    await resting(cells);
    expect(cells()).to.equal(12);
    remove();
  });

  for (const width of [1000, 360]) {
    it(`moves to the row below long details that were never rendered, at ${width} px`, async () => {
      const { root, row, heightOf, seen, remove } = await manyFields([3], width);
      const view = row(3)?.closest('[role=treegrid]')?.parentElement;
      if (view) view.scrollTop += 2400;
      await resting(() => heightOf(3));
      const before = heightOf(3);
      row(3)?.focus({ preventScroll: true });
      await sendKeys({ press: 'j' });
      await waitUntil(() => row(4) && root.activeElement === row(4), 'the row below the details has the focus');
      await waitUntil(() => heightOf(3) > before + 100, 'the details are higher than estimated');
      await resting(() => row(4)?.getBoundingClientRect().top);
      const place = row(4)?.getBoundingClientRect() ?? new DOMRect();
      expect(place.top, 'the row is not above the visible area').to.be.at.least(seen.top);
      expect(place.bottom, 'the row is not below the visible area').to.be.at.most(seen.bottom + 1);
      remove();
    });
  }

  it('cuts a path in the middle if its column has no room, but no fitting value and no sentence', async () => {
    const route = '/v2/orders/17/items/of/a/rather/long/path/that/goes/on/2/charges';
    const words = 'an agent with a name of many words that goes on for longer than that';
    const messages = [sampleMessage(0, { source: 'pay-01.fra.example.org', route, agent: words })];
    const { root, remove } = await stage(
      () => (
        <div style={{ height: 300 }}>
          <MessageTableWidget
            title="All Messages"
            executing={false}
            fieldTypes={sampleTypes}
            config={{ ...tableConfig, fields: ['timestamp', 'source', 'route', 'agent'] }}
            result={{ ...messagesResult(1), messages }}
          />
        </div>
      ),
      1200,
    );
    const cell = (field: string) => root.querySelector<HTMLElement>(`[data-row="0"] [data-column=${field}]`);
    await waitUntil(() => cell('route'), 'the columns are shown');
    const end = [...(cell('route')?.querySelectorAll('[aria-hidden]') ?? [])].at(-1);
    expect(end?.textContent).to.equal(route.slice(-10));
    expect(end?.getBoundingClientRect().right).to.be.at.most((cell('route')?.getBoundingClientRect().right ?? 0) + 1);
    expect(cell('route')?.querySelector('[title]')?.getAttribute('title')).to.equal(route);
    for (const field of ['source', 'agent']) expect(cell(field)?.querySelector('[aria-hidden]'), field).to.equal(null);
    expect(cell('agent')?.querySelector('[title]')?.getAttribute('title')).to.equal(words);
    remove();
  });

  it('shows a long source in several lines of a narrow table', async () => {
    const sources = ['payments-gateway.eu-central-1.aws', 'web-1'];
    const { root, remove } = await stage(
      () => (
        <div style={{ height: 300 }}>
          <MessageTableWidget
            title="All Messages"
            executing={false}
            fieldTypes={sampleTypes}
            config={tableConfig}
            result={{ ...messagesResult(2), messages: sources.map((source, at) => sampleMessage(at, { source })) }}
          />
        </div>
      ),
      300,
    );
    const cell = (row: number, field: string) =>
      root.querySelector<HTMLElement>(`[data-row="${row}"] [data-column=${field}]`);
    await waitUntil(() => cell(1, 'source'), 'the columns are shown');
    const [long, short] = [0, 1].map((row) => cell(row, 'source'));
    expect(long?.textContent).to.include(sources[0]);
    for (const [name, one] of Object.entries({ long, short })) {
      expect(one?.scrollWidth, `the ${name} source is not cut off`).to.equal(one?.clientWidth);
      expect(one?.scrollHeight, `all lines of the ${name} source are shown`).to.equal(one?.clientHeight);
    }
    expect(long?.clientHeight).to.be.greaterThan(short?.clientHeight ?? Infinity);
    remove();
  });

  it('no rows overlap after a height was estimated before the width of the list was known', async () => {
    // No two of the three words fit into one line, so the text has three lines. The estimate from its 200 letters is
    // right for a list of 800 px, but wrong for a list of 940 px.
    const tall = sampleMessage(1, { message: Array.from({ length: 3 }, () => 'x'.repeat(66)).join(' ') });
    const { root, remove } = await stage(
      () => (
        <div style={{ height: 700, display: 'flex' }}>
          <MessageTableWidget
            title="All Messages"
            executing={false}
            fieldTypes={sampleTypes}
            config={tableConfig}
            result={{
              ...messagesResult(3),
              messages: [sampleMessage(0, { message: 'short' }), tall, sampleMessage(2, {})],
            }}
          />
        </div>
      ),
      940,
    );
    const item = (index: number) =>
      root.querySelector(`[data-item="${index}"]`)?.getBoundingClientRect() ?? new DOMRect();
    await waitUntil(() => item(2).height > 0, 'the rows are shown');
    await resting(() => item(2).top);
    root.querySelector<HTMLElement>('[data-row="0"]')?.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => item(0).height > 100, 'the details are shown');
    await resting(() => item(1).top);
    expect(item(2).top).to.be.closeTo(item(1).bottom, 1);
    remove();
  });

  it('J and K scroll to the row that they open, even if its details are higher than the view', async () => {
    const { root, row, heightOf, seen, remove } = await manyFields([3, 4, 5], 1000);
    row(3)?.focus({ preventScroll: true });
    for (const [press, to] of [
      ['J', 4],
      ['J', 5],
      ['K', 4],
      ['K', 3],
    ] as const) {
      await sendKeys({ press });
      await waitUntil(() => row(to) && root.activeElement === row(to), `${press} moves the focus to row ${to}`);
      await waitUntil(() => heightOf(to) > 3000, `${press} opens the details of row ${to}`);
      await resting(() => row(to)?.getBoundingClientRect().top);
      const place = row(to)?.getBoundingClientRect() ?? new DOMRect();
      expect(place.top, `${press} to ${to}: the row is not above the visible area`).to.be.at.least(seen.top);
      expect(place.bottom, `${press} to ${to}: the row is not below the visible area`).to.be.at.most(seen.bottom + 1);
    }
    remove();
  });

  it('follows the end of live tail after a key moved there, while the oldest messages are dropped', async () => {
    const all = Array.from({ length: 200 }, (_unused, at) =>
      sampleMessage(at, { message: 'of some length '.repeat(1 + ((at * 7) % 20)) }),
    );
    let show: (range: readonly [number, number]) => void = () => undefined;
    let following = false;
    function Tail() {
      const [range, setRange] = useState<readonly [number, number]>([0, 100]);
      show = setRange;
      return (
        <div style={{ height: 480, display: 'flex' }}>
          <MessageList
            title="All Messages"
            config={tableConfig}
            fieldTypes={sampleTypes}
            result={{ ...messagesResult(0), messages: all.slice(...range), total_results: 100 }}
            shape={{ layout: 'rows', density: 'default', wrap: true }}
            look={{}}
            onLook={() => undefined}
            offset={0}
            selected={new Map()}
            selecting={false}
            onSelect={() => undefined}
            onFollowing={(is) => (following = is)}
          />
        </div>
      );
    }
    const { root, remove } = await stage(() => <Tail />, 700);
    const row = (index: number) => root.querySelector<HTMLElement>(`[data-row="${index}"]`);
    await waitUntil(() => row(99), 'the list starts at its end');
    const view = row(99)?.closest('[role=treegrid]')?.parentElement;
    const toEnd = () => (view ? view.scrollHeight - view.clientHeight - view.scrollTop : NaN);
    await resting(toEnd);
    row(98)?.focus({ preventScroll: true });
    await sendKeys({ press: 'End' });
    await waitUntil(() => row(99) && root.activeElement === row(99), 'the last row has the focus');
    for (const range of [
      [0, 140],
      [3, 143],
      [8, 148],
      [16, 156],
    ] as const) {
      show(range);
      await waitUntil(() => row(range[1] - range[0] - 1), `${range.join(' to ')}: the newest message is visible`);
      await resting(toEnd);
      expect(toEnd(), `${range.join(' to ')}: the list is at the end`).to.be.at.most(24);
      expect(following, `${range.join(' to ')}: the list still follows the end`).to.equal(true);
    }
    remove();
  });
});

const rowFieldCount = 200;

/**
 * Renders a list in which the messages at the given positions have many fields. The last of these fields have several
 * lines. The first of these messages is open.
 */
async function manyFields(places: readonly number[], width: number) {
  const many = Object.fromEntries(
    Array.from({ length: rowFieldCount }, (_unused, at) => [
      `many_${String(at).padStart(3, '0')}`,
      `value ${at} `.repeat(at < rowFieldCount - 5 ? 1 : 60),
    ]),
  );
  const messages = Array.from({ length: 30 }, (_unused, at) => sampleMessage(at, places.includes(at) ? many : {}));
  const { root, remove } = await stage(
    () => (
      <div style={{ height: 480 }}>
        <MessageTableWidget
          title="All Messages"
          executing={false}
          fieldTypes={sampleTypes}
          config={tableConfig}
          result={{ ...messagesResult(30), messages }}
        />
      </div>
    ),
    width,
  );
  const row = (index: number) => root.querySelector<HTMLElement>(`[data-row="${index}"]`);
  const heightOf = (index: number) => row(index)?.closest('[data-item]')?.getBoundingClientRect().height ?? 0;
  const [first = 0] = places;
  await waitUntil(() => row(first), 'the rows are shown');
  row(first)?.click();
  await waitUntil(() => root.querySelectorAll('dt').length > rowFieldCount, 'the details are shown');
  await resting(() => heightOf(first));
  const view = row(first)?.closest('[role=treegrid]')?.parentElement;
  return { root, row, heightOf, seen: view?.getBoundingClientRect() ?? new DOMRect(), remove };
}

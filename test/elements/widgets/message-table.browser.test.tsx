import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import {
  FieldInteractionsContext,
  MessageTableWidget,
  type MessageTableConfig,
  type MessageTableWidgetProps,
} from '../../../elements/widgets/index.js';
import { expectAccessible } from '../accessible.js';
import { allByRole, byRole, byText, clickOn, settled, stage, still } from '../search/stage.js';
import { messagesResult, sampleMessage, sampleTypes, tableConfig } from './sample-results.js';
import { waitUntil } from '../wait.js';

interface Log {
  readonly queries: string[];
  readonly configs: MessageTableConfig[];
  readonly opened: [string, boolean][];
  readonly pages: number[];
}

async function table(props: Partial<MessageTableWidgetProps>, width = 1000, height = 600) {
  const log: Log = { queries: [], configs: [], opened: [], pages: [] };
  function Scene() {
    const [config, setConfig] = useState(props.config ?? tableConfig);
    return (
      <FieldInteractionsContext
        value={{
          query: () => 'a OR b',
          onQuery: (query) => log.queries.push(query),
          onAddWidget: () => undefined,
          typeOf: (field) => sampleTypes.find((one) => one.name === field)?.type,
        }}
      >
        <div style={{ height }}>
          <MessageTableWidget
            title="All Messages"
            executing={false}
            result={messagesResult(150)}
            fieldTypes={sampleTypes}
            onConfigChange={(next) => {
              log.configs.push(next);
              setConfig(next);
            }}
            onOpen={(message, open) => void log.opened.push([String(message.message['_id']), open])}
            onPage={(page) => log.pages.push(page)}
            {...props}
            config={config}
          />
        </div>
      </FieldInteractionsContext>
    );
  }
  const staged = await stage(() => <Scene />, width);
  return { ...staged, log };
}

const rows = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-row]')];
const row = (root: ParentNode, index: number) => root.querySelector<HTMLElement>(`[data-row="${index}"]`);

describe('message table', () => {
  it('mounts at most 60 of 100,000 messages, wherever it is scrolled to', async () => {
    const { root, remove } = await table({ result: messagesResult(100_000) });
    await waitUntil(() => rows(root).length > 0);
    const grid = await byRole(root, 'treegrid', 'Messages');
    expect(grid.getAttribute('aria-rowcount')).to.equal('100001');
    const scroller = grid.parentElement;
    if (!scroller) throw new Error('no scroller');
    let most = 0;
    for (const share of [0, 0.1, 0.5, 0.9, 1]) {
      scroller.scrollTop = scroller.scrollHeight * share;
      await settled();
      await settled();
      most = Math.max(most, rows(root).length);
    }
    expect(most).to.be.within(5, 60);
    await waitUntil(() => row(root, 99_999) !== null, 'the last message is reached');
    remove();
  });

  it('scrolls details opened below a row into view, with the row still visible', async () => {
    const { root, remove } = await table({});
    await waitUntil(() => rows(root).length > 0);
    const scroller = (await byRole(root, 'treegrid', 'Messages')).parentElement;
    if (!scroller) throw new Error('no scroller');
    const view = scroller.getBoundingClientRect();
    const last = rows(root)
      .filter((one) => one.getBoundingClientRect().bottom <= view.bottom)
      .at(-1);
    last?.click();
    await waitUntil(() => last?.getAttribute('aria-expanded') === 'true', 'the last message is open');
    const detail = () => root.querySelector(`[id="${last?.getAttribute('aria-controls')}"]`);
    await waitUntil(() => detail()?.querySelector('dl'), 'the details are shown');
    await waitUntil(() => {
      const box = detail()?.getBoundingClientRect();
      return box && Math.min(box.bottom, view.bottom) - box.top >= Math.min(box.height, 319);
    }, 'the details are within the view');
    expect(last?.getBoundingClientRect().top).to.be.at.least(view.top);
    // After scrolling away and back, the row keeps its position.
    scroller.scrollTop = scroller.scrollHeight;
    await waitUntil(() => !detail(), 'the details are closed');
    scroller.scrollTop = 0;
    await waitUntil(() => detail()?.querySelector('dl'), 'the details are shown');
    await settled();
    expect(scroller.scrollTop).to.equal(0);
    remove();
  });

  it('scrolls the first of many fields into view', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_unused, at) => [`many_${at}`, `value ${at}`]));
    const messages = [sampleMessage(0), sampleMessage(1), sampleMessage(2), sampleMessage(3, many)];
    const { root, remove } = await table({ result: { ...messagesResult(4), messages } }, 740, 330);
    await waitUntil(() => rows(root).length === 4);
    for (const index of [0, 1, 3]) {
      const one = row(root, index);
      if (!one) throw new Error('no row');
      const view = one.closest('[role=treegrid]')?.parentElement?.getBoundingClientRect();
      if (!view) throw new Error('no list');
      one.click();
      const detail = () => root.querySelector(`[id="${one.getAttribute('aria-controls')}"]`);
      await waitUntil(() => detail()?.querySelector('dt'), 'the details are shown');
      await waitUntil(
        () =>
          one.getBoundingClientRect().top >= view.top &&
          (detail()?.getBoundingClientRect().top ?? Infinity) <= view.bottom - 100,
        `row ${index} and the first of its details are visible`,
      );
      one.focus();
      await sendKeys({ press: 'Escape' });
      await waitUntil(() => !detail(), 'the details are closed');
    }
    remove();
  });

  it('scrolls a partly hidden row into a low view together with its details', async () => {
    const { root, remove } = await table({ result: messagesResult(100) }, 740, 330);
    await waitUntil(() => rows(root).length > 0);
    const one = row(root, 1);
    const scroller = one?.closest('[role=treegrid]')?.parentElement;
    if (!one || !scroller) throw new Error('no row');
    const head = 32;
    scroller.scrollTop = one.getBoundingClientRect().top - scroller.getBoundingClientRect().top - head + 10;
    one.click();
    const detail = () => root.querySelector(`[id="${one.getAttribute('aria-controls')}"]`);
    await waitUntil(() => (detail()?.getBoundingClientRect().height ?? 0) >= 320, 'the details have their height');
    const view = scroller.getBoundingClientRect();
    await waitUntil(
      () =>
        one.getBoundingClientRect().top >= view.top + head - 1 &&
        (detail()?.getBoundingClientRect().top ?? Infinity) <= view.bottom - 100,
      'the row is below the head, and its details are visible',
    );
    remove();
  });

  it('shows three lines of text per message at phone width in one-line mode', async () => {
    const [first, ...others] = messagesResult(3).messages;
    if (!first) throw new Error('no message');
    const long = { ...first, message: { ...first.message, message: 'a rather long line of a log '.repeat(30) } };
    const result = { ...messagesResult(3), messages: [long, ...others] };
    for (const [width, px] of [
      [360, 54],
      [1000, 18],
    ] as const) {
      const { root, remove } = await table({ layout: 'line', result }, width);
      await waitUntil(() => row(root, 0)?.querySelector('[data-column=message]'), 'the text of the message is shown');
      const text = row(root, 0)?.querySelector<HTMLElement>('[data-column=message]');
      const height = () => text?.getBoundingClientRect().height ?? 0;
      await waitUntil(() => Math.abs(height() - px) <= 3, `a row at ${width} px is ${px} px high, not ${height()} px`);
      const [time, next] = [row(root, 0)?.querySelector('[data-column=timestamp]'), row(root, 1)];
      const below = width === 360;
      expect((text?.getBoundingClientRect().top ?? 0) > (time?.getBoundingClientRect().top ?? 0) + 10).to.equal(below);
      await waitUntil(
        () => (next?.getBoundingClientRect().top ?? 0) >= (row(root, 0)?.getBoundingClientRect().bottom ?? 0) - 1,
        'the rows do not overlap',
      );
      remove();
    }
  });

  it('is operated by keyboard: moves, opens, closes, visits values, first and last', async () => {
    const { root, log, remove } = await table({});
    await waitUntil(() => row(root, 0) !== null);
    row(root, 0)?.focus();
    await sendKeys({ press: 'j' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'k' });
    await waitUntil(() => root.activeElement === row(root, 1));
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => row(root, 1)?.getAttribute('aria-expanded') === 'true');
    await byRole(root, 'link', 'Permalink');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => row(root, 1)?.getAttribute('aria-expanded') === 'false');
    expect(root.activeElement).to.equal(row(root, 1));
    expect(log.opened.map(([, open]) => open)).to.deep.equal([true, false]);

    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => root.activeElement?.textContent === 'pay-02.fra.example.org', 'the value has the focus');
    await sendKeys({ press: 'Enter' });
    await byRole(root, 'menu', 'Actions');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => allByRole(root, 'menu').length === 0);
    await waitUntil(() => root.activeElement?.textContent === 'pay-02.fra.example.org', 'the value has the focus');

    await sendKeys({ press: 'End' });
    await waitUntil(() => row(root, 149) !== null && root.activeElement === row(root, 149));
    expect(root.querySelectorAll('[data-row][tabindex="0"]').length).to.equal(1);
    await sendKeys({ press: 'Home' });
    await waitUntil(() => root.activeElement === row(root, 0));
    remove();
  });

  it('returns the focus to the element that had it when find is closed without a match', async () => {
    const { root, remove } = await table({});
    const valueIn = () => row(root, 2)?.querySelector<HTMLElement>('[data-value]');
    await waitUntil(() => valueIn() instanceof HTMLElement);
    valueIn()?.focus();
    const value = root.activeElement;
    // A failed comparison of elements would print whole trees, which takes minutes, so texts and truths are compared.
    expect(value?.hasAttribute('data-value')).to.equal(true);
    for (const text of ['', 'nowhere at all']) {
      await sendKeys({ down: 'Control' });
      await sendKeys({ press: 'f' });
      await sendKeys({ up: 'Control' });
      if (text !== '') {
        await sendKeys({ type: text });
        await byText(root, 'No match');
      }
      await sendKeys({ press: 'Escape' });
      await waitUntil(() => allByRole(root, 'search').length === 0);
      expect(root.activeElement === value, `the value has the focus after "${text}"`).to.equal(true);
    }
    remove();
  });

  it('keeps its scroll position when the focused row scrolls out of view, and keeps the focus on the row', async () => {
    const { root, remove } = await table({});
    await waitUntil(() => row(root, 0) !== null);
    const focused = row(root, 2);
    focused?.focus();
    const scroller = (await byRole(root, 'treegrid', 'Messages')).parentElement;
    if (!scroller) throw new Error('no scroller');
    scroller.scrollTop = 4_000;
    await waitUntil(() => row(root, 0) === null);
    await settled();
    await settled();
    expect(root.activeElement).to.equal(focused);
    expect(root.querySelectorAll('[data-row][tabindex="0"]').length).to.equal(1);
    expect(scroller.scrollTop).to.be.within(3_900, 4_100);
    expect(rows(root).length).to.be.at.most(60);
    await sendKeys({ press: 'j' });
    await waitUntil(() => root.activeElement === row(root, 3));
    expect(scroller.scrollTop).to.be.lessThan(200);
    // An unfocused row is removed like any other.
    row(root, 3)?.blur();
    scroller.scrollTop = 4_000;
    await waitUntil(() => row(root, 3) === null);
    remove();
  });

  it('opens on a click, unless text is selected', async () => {
    const { root, remove } = await table({});
    await byText(root, 'Circuit breaker');
    const first = row(root, 0);
    const text = (await byText(root, 'Circuit breaker')) as HTMLElement;
    getSelection()?.selectAllChildren(text);
    text.click();
    await settled();
    expect(first?.getAttribute('aria-expanded')).to.equal('false');
    getSelection()?.removeAllRanges();
    text.click();
    await waitUntil(() => first?.getAttribute('aria-expanded') === 'true');
    remove();
  });

  it('stays closed when the host page takes the message', async () => {
    const { root, remove } = await table({ onOpen: () => false });
    (await byText(root, 'Circuit breaker')).click();
    await settled();
    expect(row(root, 0)?.getAttribute('aria-expanded')).to.equal('false');
    remove();
  });

  it("adds a value to the query without changing the query's meaning", async () => {
    const { root, log, remove } = await table({});
    (await byText(root, 'pay-01.fra.example.org')).click();
    await clickOn(root, 'menuitem', 'Exclude from results');
    await waitUntil(() => log.queries.length === 1);
    expect(log.queries[0]).to.equal('(a OR b) AND NOT source:pay\\-01.fra.example.org');
    expect(row(root, 0)?.getAttribute('aria-expanded')).to.equal('false');
    remove();
  });

  it('sorts ascending, descending and by default; adds and removes columns from the field menu', async () => {
    const { root, log, remove } = await table({});
    for (let clicks = 0; clicks < 3; clicks++) {
      await clickOn(root, 'button', 'Sort by source');
      await waitUntil(() => log.configs.length === clicks + 1);
    }
    expect(log.configs.map(({ sort }) => `${sort[0]?.field} ${sort[0]?.direction}`)).to.deep.equal([
      'source Ascending',
      'source Descending',
      'timestamp Descending',
    ]);
    const head = root.querySelector('[role=columnheader]:nth-of-type(3) [role=button]') as HTMLElement;
    head.click();
    await clickOn(root, 'menuitem', 'Remove from table');
    await waitUntil(() => log.configs.at(-1)?.fields.includes('source') === false);
    expect(log.configs.at(-1)?.fields).to.deep.equal(['timestamp', 'level', 'application_name', 'took_ms']);
    remove();
  });

  it('turns pages, and loads more near the end in endless mode', async () => {
    const paged = await table({ result: messagesResult(150, 400) });
    await byText(paged.root, '1–150 of 400 messages');
    await clickOn(paged.root, 'button', 'Next page');
    await waitUntil(() => paged.log.pages.length === 1);
    expect(paged.log.pages).to.deep.equal([2]);
    paged.remove();

    const endless = await table({ result: messagesResult(150, 400), mode: 'endless' });
    await waitUntil(() => row(endless.root, 0) !== null);
    expect(endless.log.pages).to.deep.equal([]);
    row(endless.root, 0)?.focus();
    await sendKeys({ press: 'End' });
    await waitUntil(() => endless.log.pages.length > 0);
    expect(endless.log.pages[0]).to.equal(2);
    endless.remove();
  });

  it('shows its states in the words of the specification', async () => {
    const failed = await table({
      result: undefined,
      errors: [
        { type: 'result_window_limit', description: 'Result window is too large.', result_window_limit: 10_000 },
        { type: 'search_type', description: '<b>boom</b>' },
      ],
      onRetry: () => failed.log.pages.push(-1),
    });
    await byText(failed.root, 'While retrieving data for this widget, the following error(s) occurred:');
    await byText(
      failed.root,
      'Elasticsearch limits the search result to 10000 messages. With a page size of 150 messages, you can use the first 66 pages.',
    );
    await byText(failed.root, '<b>boom</b>');
    await clickOn(failed.root, 'button', 'Try again');
    expect(failed.log.pages).to.deep.equal([-1]);
    failed.remove();

    const beyond = await table({
      page: 67,
      result: messagesResult(150, 23_418),
      errors: [{ type: 'result_window_limit', description: 'Too far.', result_window_limit: 10_000 }],
    });
    await clickOn(beyond.root, 'button', 'Previous page');
    await waitUntil(() => beyond.log.pages.length === 1);
    expect(beyond.log.pages).to.deep.equal([66]);
    beyond.remove();

    const loading = await table({ result: undefined, executing: true });
    expect(loading.root.querySelector('[aria-busy=true]')).to.not.equal(null);
    expect(loading.root.querySelector('[role=alert]')).to.equal(null);
    loading.remove();

    // The previous messages stay readable while others are loading.
    const before = await table({ executing: true });
    await waitUntil(() => row(before.root, 0), 'the rows are shown');
    const content = row(before.root, 0)?.closest('[role=treegrid]');
    if (!content) throw new Error('no table');
    const colorOf = (name: string) => getComputedStyle(content).getPropertyValue(`--lc-text-${name}`);
    await waitUntil(() => colorOf('primary') === colorOf('tertiary'), 'the text of the previous messages is paler');
    await expectAccessible(before.host);
    before.remove();

    const empty = await table({ result: messagesResult(0) });
    await byText(empty.root, 'No messages were found.');
    empty.remove();
  });

  it('shows fractional timestamps as dates; copies long field names in full', async () => {
    const long = 'kubernetes.pod_template_hash';
    const found = messagesResult(2);
    const messages = [sampleMessage(0, { timestamp: 1_764_000_000_000.5, [long]: 'x' })];
    const { root, remove } = await table({
      result: { ...found, messages },
      config: { ...tableConfig, fields: ['timestamp', long] },
    });
    await waitUntil(() => row(root, 0) !== null);
    row(root, 0)?.click();
    const selected = `[role=button][aria-label="${long}"]:not([role=columnheader] *)`;
    await waitUntil(() => root.querySelector(selected) !== null);
    getSelection()?.selectAllChildren(root.querySelector(selected) as Element);
    expect(getSelection()?.toString()).to.equal(long);
    getSelection()?.removeAllRanges();
    const time = row(root, 0)?.querySelector('[data-column=timestamp]')?.textContent;
    expect(time).to.match(/^2025-11-24 \d\d:00:00/);
    remove();
  });

  it('names the most common levels of a pattern, and counts the others', async () => {
    const found = {
      sampled: false,
      total_results: 60,
      examined: 60,
      effective_timerange: { type: 'absolute', from: '2025-11-24T00:00:00.000Z', to: '2025-11-25T00:00:00.000Z' },
      patterns: [
        {
          ...{ template: 'Connection <*> refused', cut: false, example: 'Connection 1 refused', count: 60 },
          ...{ first: '2025-11-24T10:00:00.000Z', last: '2025-11-24T11:00:00.000Z', histogram: [60] },
          levels: { '6': 30, '4': 14, '3': 9, '5': 4, '7': 3 },
        },
      ],
      rest: 0,
    } as const;
    const { root, remove } = await table({ patterns: { key: 'p', find: () => Promise.resolve(found) } });
    await clickOn(root, 'tab', 'Patterns');
    await waitUntil(() => root.textContent?.includes('7 of other levels') === true);
    expect(root.textContent).to.match(/30.*14.*9.*7 of other levels/);
    remove();
  });

  it('hides list actions in the patterns', async () => {
    const { root, remove } = await table({ patterns: { key: 'p', find: () => new Promise(() => undefined) } });
    await byRole(root, 'button', 'Find in loaded messages');
    await clickOn(root, 'tab', 'Patterns');
    await waitUntil(() => rows(root).length === 0);
    for (const name of ['Find in loaded messages', 'View options'])
      expect(allByRole(root, 'button', name).length, name).to.equal(0);
    await clickOn(root, 'tab', 'Messages');
    await byRole(root, 'button', 'Find in loaded messages');
    remove();
  });

  it('marks matches and the linked message, and handles empty messages', async () => {
    const bare = { message: {}, index: '', highlight_ranges: null, decoration_stats: null };
    const result = { ...messagesResult(3), messages: [bare, sampleMessage(1), sampleMessage(2)] };
    const { root, remove } = await table({ result, highlightMessage: String(sampleMessage(2).message['_id']) });
    await waitUntil(() => rows(root).length === 3);
    expect([...root.querySelectorAll('mark')].map((mark) => mark.textContent)).to.deep.equal([
      'timed out',
      'timed out',
    ]);
    expect(root.querySelector('[aria-current=true]')).to.equal(row(root, 2));
    remove();
  });

  for (const width of [1000, 340]) {
    it(`is accessible, closed and open, at ${width} px`, async () => {
      const { root, host, remove } = await table({ result: messagesResult(12) }, width);
      await waitUntil(() => row(root, 0) !== null);
      row(root, 0)?.click();
      await byRole(root, 'link', 'Permalink');
      await still(host);
      await expectAccessible(host);
      remove();
    });
  }
});

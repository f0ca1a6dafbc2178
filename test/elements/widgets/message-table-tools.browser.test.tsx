/** Tests tools of the message list: columns, display settings, find, compare, live tail. */
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { useMemo, useState } from 'react';
import type { MessagesResult, ResultMessage } from '../../../api/contract/searches.js';
import { Unreachable } from '../../../api/failures.js';
import {
  MessageTableWidget,
  type LiveTailSource,
  type MessageTableConfig,
  type MessageTableWidgetProps,
  type TableLook,
} from '../../../elements/widgets/index.js';
import { expectAccessible } from '../accessible.js';
import { allByRole, byRole, byText, clickOn, stage, still } from '../search/stage.js';
import { messagesResult, sampleMessage, sampleTypes, tableConfig } from './sample-results.js';
import { waitUntil } from '../wait.js';

interface Log {
  config: MessageTableConfig;
  look: TableLook;
  readonly pages: number[];
}

async function table(props: Partial<MessageTableWidgetProps> = {}, width = 1000) {
  const log: Log = { config: tableConfig, look: {}, pages: [] };
  function Scene() {
    const [config, setConfig] = useState(tableConfig);
    const [look, setLook] = useState<TableLook>(props.look ?? {});
    const result = useMemo(() => props.result ?? messagesResult(150, 400), []);
    log.config = config;
    log.look = look;
    return (
      <div style={{ height: 600 }}>
        <MessageTableWidget
          title="All Messages"
          executing={false}
          fieldTypes={sampleTypes}
          onConfigChange={setConfig}
          onLookChange={setLook}
          onPage={(page) => log.pages.push(page)}
          {...props}
          result={result}
          config={config}
          look={look}
          mode={look.endless ? 'endless' : 'pages'}
        />
      </div>
    );
  }
  const staged = await stage(() => <Scene />, width);
  await waitUntil(() => row(staged.root, 0) !== null || props.result?.messages.length === 0);
  return { ...staged, log };
}

const row = (root: ParentNode, index: number) => root.querySelector<HTMLElement>(`[data-row="${index}"]`);
const head = (root: ParentNode, field: string) =>
  root.querySelector<HTMLElement>(`[role=columnheader][data-column="${field}"]`);
const cell = (root: ParentNode, field: string) =>
  root.querySelector<HTMLElement>(`[role=gridcell][data-column="${field}"]`);
const middle = (element: Element): [number, number] => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
};
async function drag(from: [number, number], to: [number, number]) {
  await sendMouse({ type: 'move', position: from });
  await sendMouse({ type: 'down' });
  await sendMouse({ type: 'move', position: [Math.round((from[0] + to[0]) / 2), to[1]] });
  await sendMouse({ type: 'move', position: to });
  await sendMouse({ type: 'up' });
}
async function choose(
  root: ShadowRoot,
  label: string,
  role: 'menuitemcheckbox' | 'menuitemradio' = 'menuitemcheckbox',
) {
  await clickOn(root, 'button', 'View options');
  await clickOn(root, role, label);
  await sendKeys({ press: 'Escape' });
}

async function pressFind(): Promise<void> {
  await sendKeys({ down: 'Control' });
  await sendKeys({ press: 'f' });
  await sendKeys({ up: 'Control' });
}

describe('tools of the message table', () => {
  it('resizes a column by its edge and by keys, head and rows alike, and restores the default width', async () => {
    const { root, log, remove } = await table();
    const edge = head(root, 'source')?.querySelector('[role=separator]');
    if (!edge) throw new Error('no edge');
    const before = Math.round(head(root, 'source')?.getBoundingClientRect().width ?? 0);
    const from = middle(edge);
    await drag(from, [from[0] + 60, from[1]]);
    await waitUntil(() => log.look.widths !== undefined);
    expect(log.look.widths).to.deep.equal({ source: before + 60 });
    expect(Math.round(cell(root, 'source')?.getBoundingClientRect().width ?? 0)).to.equal(before + 60);
    expect(cell(root, 'level')?.getBoundingClientRect().left).to.equal(
      head(root, 'level')?.getBoundingClientRect().left,
    );

    head(root, 'source')?.querySelector<HTMLElement>('[role=button], span')?.focus();
    (edge as HTMLElement).focus();
    await sendKeys({ press: 'ArrowLeft' });
    await waitUntil(() => log.look.widths?.['source'] === before + 44);
    await clickOn(root, 'button', 'View options');
    await clickOn(root, 'menuitem', 'Reset column widths');
    await waitUntil(() => Math.round(cell(root, 'source')?.getBoundingClientRect().width ?? 0) === before);
    expect(log.config.fields).to.deep.equal(tableConfig.fields);
    remove();
  });

  it('moves a column by dragging its head; a drag is not a click', async () => {
    const { root, log, remove } = await table();
    const from = head(root, 'application_name');
    const to = head(root, 'source');
    if (!from || !to) throw new Error('no heads');
    await drag(middle(from), [Math.round(to.getBoundingClientRect().left + 4), middle(to)[1]]);
    await waitUntil(() => log.config.fields[1] === 'application_name');
    expect(log.config.fields).to.deep.equal(['timestamp', 'application_name', 'source', 'level', 'took_ms']);
    expect(allByRole(root, 'menu').length).to.equal(0);
    remove();
  });

  it('shows numbers, single lines and compact rows, and remembers each setting', async () => {
    const { root, log, remove } = await table({ page: 2 });
    const heightOf = (index: number) => row(root, index)?.getBoundingClientRect().height ?? 0;
    const tall = heightOf(3);
    await choose(root, 'Row numbers');
    await waitUntil(() => row(root, 0)?.textContent?.includes('151'));
    await choose(root, 'Wrap lines');
    await waitUntil(() => heightOf(3) < tall);
    const low = heightOf(3);
    await choose(root, 'One line', 'menuitemradio');
    await waitUntil(() => heightOf(3) < low);
    expect(log.look).to.deep.equal({ numbers: true, wrap: false, density: 'compact' });
    // Single-line mode moves the message text into the last column.
    expect(head(root, 'message')).to.not.equal(null);
    expect(heightOf(3)).to.be.within(22, 24);
    const text = row(root, 3)?.querySelector<HTMLElement>('[data-column=message]');
    if (!text) throw new Error('no text');
    expect(text.querySelector('[role=button]')).to.equal(null);
    text.click();
    await waitUntil(() => row(root, 3)?.getAttribute('aria-expanded') === 'true');
    await choose(root, 'Compact', 'menuitemradio');
    await waitUntil(() => head(root, 'message') === null);
    await choose(root, 'Full', 'menuitemradio');
    await waitUntil(() => log.look.density === 'default');
    expect(log.look).to.deep.equal({ numbers: true, wrap: true, density: 'default' });
    remove();
  });

  it('has its pager in the header of a wide list with one line per message, and below other lists', async () => {
    const { root, log, remove } = await table({ look: { density: 'compact', wrap: false } });
    const shown = () => [...root.querySelectorAll('nav')].filter((one) => one.checkVisibility());
    await waitUntil(() => shown().length === 1, 'one pager is shown');
    expect(shown()[0]?.closest('header'), 'the pager is in the header').not.to.equal(null);
    shown()[0]?.querySelector<HTMLElement>('button[aria-label="Next page"]')?.click();
    await waitUntil(() => log.pages.includes(2), 'the next page is requested');
    remove();
    const full = await table({});
    const [pager] = full.root.querySelectorAll('nav');
    expect(pager?.checkVisibility()).to.equal(true);
    expect(pager?.closest('header')).to.equal(null);
    full.remove();
  });

  it('scrolls endlessly on request, and keeps the loaded messages when the next page fails', async () => {
    const errors = [{ type: 'result_window_limit', description: 'Too far.', result_window_limit: 10_000 }] as const;
    const { root, log, remove } = await table({ look: { endless: true } });
    row(root, 0)?.focus();
    await sendKeys({ press: 'End' });
    await waitUntil(() => log.pages.includes(2));
    remove();
    const failed = await table({ look: { endless: true }, pageErrors: errors });
    await byText(failed.root, 'you can use the first 66 pages');
    row(failed.root, 0)?.focus();
    await sendKeys({ press: 'End' });
    await waitUntil(() => row(failed.root, 149) !== null);
    expect(failed.log.pages).to.deep.equal([]);
    failed.remove();
  });

  it('finds, marks and steps through text in the loaded messages; the focus returns', async () => {
    const { root, remove } = await table({ result: messagesResult(2000) }, 700);
    row(root, 0)?.focus();
    // Every keystroke after the first is entered as text, however long loading takes.
    await pressFind();
    await sendKeys({ type: 'SOCKETtimeout' });
    const input = await byRole(root, 'textbox', 'Find in loaded messages');
    expect((input as HTMLInputElement).value).to.equal('SOCKETtimeout');
    await byText(root, '1 of 400');
    await waitUntil(() => row(root, 3)?.querySelector('mark')?.textContent === 'SocketTimeout');
    for (const name of ['Next match', 'Close find']) {
      const button = await byRole(root, 'button', name);
      const hit = root.elementFromPoint(...middle(button));
      expect(button.contains(hit), `${name} can be clicked`).to.equal(true);
    }
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Shift' });
    await byText(root, '400 of 400');
    await waitUntil(() => row(root, 1998)?.getAttribute('aria-current') === 'true');
    // Query matches are not marked during a find.
    expect([...root.querySelectorAll('mark')].every((mark) => mark.textContent === 'SocketTimeout')).to.equal(true);
    // From the list, the find keys step on and move the focus.
    row(root, 1998)?.focus();
    await sendKeys({ press: 'n' });
    await byText(root, '1 of 400');
    await waitUntil(() => row(root, 3) !== null && root.activeElement === row(root, 3));
    await pressFind();
    await waitUntil(() => root.activeElement === input);
    await sendKeys({ press: 'Enter' });
    await byText(root, '2 of 400');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => allByRole(root, 'search').length === 0);
    expect(root.activeElement).to.equal(row(root, 8));
    await waitUntil(() => row(root, 5)?.querySelector('mark')?.textContent === 'timed out');
    remove();
  });

  it('compares selected messages: highlights differences, and can hide equal fields', async () => {
    const { root, remove } = await table();
    for (const index of [0, 2]) {
      row(root, index)?.focus();
      await sendKeys({ press: 'x' });
    }
    await byText(root, '2 selected');
    expect(row(root, 2)?.getAttribute('aria-selected')).to.equal('true');
    await clickOn(root, 'button', 'Compare');
    const comparison = await byRole(root, 'table', 'Comparison');
    const names = () => allByRole(comparison, 'rowheader').map((one) => one.textContent);
    expect(names()).to.include('source (differs)');
    expect(names()).to.include('trace_id');
    expect([...comparison.querySelectorAll('mark')].map((mark) => mark.textContent)).to.include('web-03');
    await clickOn(root, 'checkbox', 'Only differences');
    await waitUntil(() => names().every((name) => name?.endsWith('(differs)')));
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => allByRole(root, 'dialog').length === 0);
    await clickOn(root, 'button', 'Clear selection');
    await byText(root, '1–150 of 400 messages');
    expect(row(root, 2)?.hasAttribute('aria-selected')).to.equal(false);
    remove();
  });

  it('follows new messages at the end, and does not move messages that are being read', async () => {
    const feed = feeding();
    const { root, remove } = await table({ tail: feed.source });
    await clickOn(root, 'button', 'Live tail');
    await byText(root, '0 new');
    const scroller = (await byRole(root, 'treegrid', 'Messages')).parentElement;
    if (!scroller) throw new Error('no scroller');
    const last = (index: number) => row(root, index)?.textContent?.includes(`message ${index} `);
    await waitUntil(() => last(59));
    feed.arrive(5);
    await waitUntil(() => last(64), 'the list follows its end');

    scroller.scrollTop -= 400;
    await waitUntil(() => !last(64));
    const read = [...root.querySelectorAll<HTMLElement>('[data-row]')].map((one) => [
      one.dataset['row'],
      one.getBoundingClientRect().top,
    ]);
    feed.arrive(250);
    const news = await byRole(root, 'button', '100 new messages');
    expect(
      [...root.querySelectorAll<HTMLElement>('[data-row]')]
        .map((one) => [one.dataset['row'], one.getBoundingClientRect().top])
        .filter(([index]) => read.some(([before]) => before === index)),
    ).to.deep.equal(read);
    await byText(root, 'sampled: 150 left out');
    news.click();
    await waitUntil(() => row(root, 164)?.textContent?.includes('message 314 '));
    row(root, 164)?.scrollIntoView();
    await clickOn(root, 'button', 'Stop live tail');
    await byText(root, 'Stopped');
    feed.arrive(5);
    expect(row(root, 164)?.textContent, 'messages that are being read stay').to.contain('message 314 ');
    feed.breakDown();
    await clickOn(root, 'button', 'Resume live tail');
    await byText(root, 'Live');
    await byText(root, 'Trying again: The server does not answer.');
    await clickOn(root, 'button', 'Stop live tail');
    await byText(root, 'Stopped');
    expect(root.textContent).not.to.contain('Trying again');
    await clickOn(root, 'button', 'Show results');
    await byText(root, '1–150 of 400 messages');
    remove();
  });

  for (const width of [1000, 340]) {
    it(`is accessible with find, selection and live tail at ${width} px`, async () => {
      const { root, host, remove } = await table({ tail: feeding().source, look: { numbers: true } }, width);
      row(root, 0)?.focus();
      await sendKeys({ press: 'x' });
      await byText(root, '1 selected');
      await pressFind();
      await byRole(root, 'textbox', 'Find in loaded messages');
      await still(host);
      await expectAccessible(host);
      remove();
    });
  }
});

/** Returns a fake server that starts with sixty messages. */
function feeding() {
  const all: ResultMessage[] = [];
  let isBroken = false;
  const arrive = (count: number) => {
    for (let index = 0; index < count; index++) {
      const number = all.length;
      const timestamp = new Date(Date.parse('2026-11-20T19:00:00Z') + number).toISOString();
      all.push(sampleMessage(number, { timestamp, message: `message ${number} of the feed` }));
    }
  };
  arrive(60);
  const source: LiveTailSource = {
    sample: ({ range, limit }) => {
      if (isBroken) return Promise.reject(new Unreachable({ method: 'POST', url: '/api/views/search/sync' }));
      const from = range.type === 'absolute' ? range.from : '';
      const found = all.filter(({ message }) => String(message['timestamp']) >= from).reverse();
      const result: MessagesResult = {
        ...messagesResult(0),
        messages: found.slice(0, limit),
        total_results: found.length,
      };
      return Promise.resolve(result);
    },
  };
  return { source, arrive, breakDown: () => void (isBroken = true) };
}

/** Tests the message details in the panel beside the table. */
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { useMemo, useState } from 'react';
import type { Connection } from '../../../elements/element/connection.js';
import { ConnectionContext, useConnection } from '../../../elements/element/connection-context.js';
import {
  FieldInteractionsContext,
  MessageTableWidget,
  type MessagesResult,
  type MessageTableWidgetProps,
} from '../../../elements/widgets/index.js';
import { expectAccessible } from '../accessible.js';
import { allByRole, byRole, byText, clickOn, settled, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { messagesResult, sampleMessage, sampleTypes, tableConfig } from './sample-results.js';

interface Scene {
  readonly root: ShadowRoot;
  readonly host: HTMLElement;
  readonly remove: () => void;
  /** Messages that the surrounding page treats as open. */
  readonly open: Set<string>;
  readonly show: (result: MessagesResult) => void;
  /** Switches to another server, and thereby to another user. */
  readonly goElsewhere: () => void;
}

const interactions = {
  query: () => '',
  onQuery: () => undefined,
  typeOf: () => undefined,
  isLeftOut: (field: string) => field === 'zone',
};
const stages: (() => void)[] = [];

async function table(props: Partial<MessageTableWidgetProps> = {}, width = 1180): Promise<Scene> {
  const open = new Set<string>();
  const shown: { set?: (result: MessagesResult) => void; goElsewhere?: () => void } = {};
  function Stage() {
    const [result, setResult] = useState(() => resultFrom(0));
    const [config, setConfig] = useState(tableConfig);
    const [elsewhere, setElsewhere] = useState(false);
    const here = useConnection();
    const there = useMemo(
      () => Object.assign(Object.create(here) as Connection, { server: 'https://elsewhere.example/api/' }),
      [here],
    );
    shown.set = setResult;
    shown.goElsewhere = () => setElsewhere(true);
    return (
      <ConnectionContext value={elsewhere ? there : here}>
        <FieldInteractionsContext value={interactions}>
          <div style={{ height: 480 }}>
            <MessageTableWidget
              title="All Messages"
              executing={false}
              result={result}
              fieldTypes={sampleTypes}
              config={config}
              onConfigChange={setConfig}
              detailBeside
              onOpen={({ message }, isOpen) => {
                if (isOpen) open.add(String(message['_id']));
                else open.delete(String(message['_id']));
              }}
              {...props}
            />
          </div>
        </FieldInteractionsContext>
      </ConnectionContext>
    );
  }
  const staged = await stage(() => <Stage />, width);
  stages.push(staged.remove);
  return { ...staged, open, show: (result) => shown.set?.(result), goElsewhere: () => shown.goElsewhere?.() };
}

const moreFields = { method: 'GET', user: 'ada', zone: 'b' };
const message = (index: number, more = {}) => sampleMessage(index, { ...moreFields, ...more });
const resultFrom = (from: number): MessagesResult => ({
  ...messagesResult(60),
  messages: Array.from({ length: 60 - from }, (_unused, index) => message(from + index)),
});

const idOf = (index: number): string => String(sampleMessage(index).message['_id']);
const row = (root: ParentNode, index: number) => root.querySelector<HTMLElement>(`[data-row="${index}"]`);
const panelOf = (root: ParentNode) => root.querySelector<HTMLElement>('[role=region][aria-label="Message details"]');
const filterOf = (root: ParentNode) =>
  root.querySelector<HTMLInputElement>('input[aria-label="Filter fields and values"]');
const shows = async (root: ParentNode, index: number): Promise<void> => {
  await waitUntil(() => panelOf(root)?.textContent?.includes(idOf(index)), `message ${index} is in the panel`);
  await waitUntil(() => row(root, index)?.getAttribute('aria-current') === 'true', `row ${index} is marked`);
  expect(root.querySelectorAll('[data-row][aria-current]').length).to.equal(1);
};
/** Tells whether the row is within the visible part of the list. */
const inView = (root: ParentNode, index: number): boolean => {
  const own = row(root, index)?.getBoundingClientRect();
  const list = root.querySelector('[role=treegrid]')?.parentElement?.getBoundingClientRect();
  return own !== undefined && list !== undefined && own.top >= list.top && own.bottom <= list.bottom + 1;
};

async function openBeside(root: ShadowRoot, index: number): Promise<HTMLElement> {
  await waitUntil(() => row(root, index) !== null);
  row(root, index)?.click();
  await clickOn(root, 'button', 'Show in a side panel');
  await shows(root, index);
  return byRole(root, 'region', 'Message details');
}

describe('the message panel', () => {
  beforeEach(async () => {
    localStorage.clear();
    await setViewport({ width: 1280, height: 800 });
  });
  afterEach(() => {
    for (const remove of stages.splice(0)) remove();
  });
  after(async () => {
    localStorage.clear();
    await setViewport({ width: 800, height: 600 });
  });

  it('toggles between panel and details below, with the focus on the row; the next table uses the last choice', async () => {
    const first = await table();
    await openBeside(first.root, 2);
    await waitUntil(() => first.root.activeElement === row(first.root, 2), 'the row has the focus');
    expect([...first.open]).to.deep.equal([idOf(2)]);
    first.remove();

    const { root, open } = await table();
    await waitUntil(() => row(root, 0) !== null);
    row(root, 0)?.click();
    await shows(root, 0);
    await clickOn(root, 'button', 'Show below the row');
    await waitUntil(() => panelOf(root) === null);
    await waitUntil(
      () => root.querySelector('[data-item="0"]')?.textContent?.includes(idOf(0)),
      'the details are below their row',
    );
    expect(root.activeElement).to.equal(row(root, 0));
    expect([...open]).to.deep.equal([idOf(0)]);
  });

  it('navigates by arrows, J and K from list and panel, keeps its field filter, and closes on Escape', async () => {
    const { root, open } = await table();
    const panel = await openBeside(root, 1);
    await sendKeys({ press: 'ArrowDown' });
    await shows(root, 2);
    await waitUntil(() => root.activeElement === row(root, 2));
    await sendKeys({ press: 'j' });
    await shows(root, 3);
    expect([...open]).to.deep.equal([idOf(3)]);

    const filter = await byRole(panel, 'button', 'Next message (J)').then(() => filterOf(root));
    filter?.focus();
    await sendKeys({ type: 'http_resp' });
    await waitUntil(() => panel.querySelectorAll('dl[aria-label] dt').length === 1, 'the fields are filtered');
    panel.focus();
    await sendKeys({ press: 'ArrowUp' });
    await shows(root, 2);
    await sendKeys({ press: 'J' });
    await shows(root, 3);
    expect(root.activeElement).to.equal(panel);
    expect(filterOf(root)?.value).to.equal('http_resp');
    expect(panel.querySelectorAll('dl[aria-label] dt').length).to.equal(1);
    for (let index = 4; index < 12; index++) await sendKeys({ press: 'j' });
    await shows(root, 11);
    await waitUntil(() => inView(root, 11), 'the row is visible');
    // Typed characters are entered into the filter, and the first Escape clears it.
    filterOf(root)?.focus();
    await sendKeys({ press: 'j' });
    expect(filterOf(root)?.value).to.equal('http_respj');
    await sendKeys({ press: 'Escape' });
    expect(filterOf(root)?.value).to.equal('');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => panelOf(root) === null);
    expect(root.activeElement).to.equal(row(root, 11));
    expect(open.size).to.equal(0);
  });

  for (const place of ['panel', 'row'])
    it(`continues after the last loaded message: ${place}`, async () => {
      let requestCount = 0;
      const { root, show } = await table({
        mode: 'endless',
        // The request for the next messages was sent near the end of the list, and failed.
        pageErrors: [{ type: 'query', description: 'No answer' }],
        onPage: () => (requestCount += 1),
      });
      const first = (count: number, total = 61) => ({
        ...messagesResult(total),
        messages: Array.from({ length: count }, (_unused, index) => message(index)),
        total_results: total,
      });
      show(first(3));
      await waitUntil(() => row(root, 2) !== null && row(root, 3) === null);
      if (place === 'panel') (await openBeside(root, 2)).focus();
      else {
        row(root, 2)?.focus();
        await sendKeys({ press: 'Enter' });
        await byRole(root, 'button', 'Next message (J)');
      }
      const before = requestCount;
      await sendKeys({ press: 'J' });
      await waitUntil(() => requestCount === before + 1, 'the next messages are requested');
      show(first(5));
      const isOpen = (index: number) =>
        place === 'panel' ? shows(root, index) : waitUntil(() => row(root, index)?.ariaExpanded === 'true');
      await isOpen(3);
      await sendKeys({ press: 'J' });
      await isOpen(4);
      show(first(5, 5));
      await settled();
      await sendKeys({ press: 'J' });
      expect(requestCount, 'there are no further messages').to.equal(before + 1);
      const next = await byRole(root, 'button', 'Next message (J)');
      expect(next.ariaDisabled === 'true' || next.matches(':disabled')).to.equal(true);
    });

  it('keeps the filter below the rows, too', async () => {
    const { root } = await table();
    await waitUntil(() => row(root, 0) !== null);
    row(root, 0)?.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => filterOf(root) !== null, 'the filter is shown');
    filterOf(root)?.focus();
    await sendKeys({ type: 'http_resp' });
    await waitUntil(
      () => root.querySelectorAll('[role=gridcell] dl[aria-label] dt').length === 1,
      'the fields are filtered',
    );
    row(root, 0)?.focus();
    await sendKeys({ press: 'J' });
    await waitUntil(() => row(root, 1)?.getAttribute('aria-expanded') === 'true');
    await waitUntil(() => filterOf(root)?.value === 'http_resp', 'the filter is kept');
  });

  it('offers no filter by an unsearchable field, and explains why', async () => {
    const { root } = await table();
    const panel = await openBeside(root, 0);
    const tools = async (field: string) => {
      (await byRole(panel, 'button', field)).focus();
      await byRole(panel, 'button', `Add to query: ${field}`);
      return ['Add to query', 'Exclude from results', 'Only this', 'Only messages that have it', 'Add to table'].map(
        (label) => allByRole(panel, 'button', `${label}: ${field}`)[0]?.getAttribute('aria-disabled') ?? 'no',
      );
    };
    expect(await tools('user')).to.deep.equal(['no', 'no', 'no', 'no', 'no']);
    expect(await tools('zone')).to.deep.equal(['true', 'true', 'true', 'true', 'no']);
    const reason = 'No search finds this field: its index has as many fields as it takes.';
    expect((await byRole(panel, 'button', 'Only this: zone')).getAttribute('aria-description')).to.equal(reason);
  });

  it('is resized by pointer and keys within limits; the row stays in view', async () => {
    const { root, remove } = await table();
    const panel = await openBeside(root, 3);
    const edge = await byRole(root, 'separator', 'Width of the message details');
    const width = () => Math.round(panel.parentElement?.getBoundingClientRect().width ?? 0);
    const room = Number(edge.getAttribute('aria-valuemax')) + 500;
    expect(width()).to.equal(480);
    expect(room).to.be.within(1170, 1182);
    const { left, top } = edge.getBoundingClientRect();
    const from: [number, number] = [Math.round(left + 4), Math.round(top + 100)];
    await sendMouse({ type: 'move', position: from });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [from[0] - 100, from[1]] });
    await sendMouse({ type: 'up' });
    await waitUntil(() => Math.abs(width() - 580) <= 1, `the panel of ${width()} px has about 580 px after dragging`);
    edge.focus();
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => Math.abs(width() - 564) <= 1, `the panel of ${width()} px has about 564 px after a step`);
    await sendKeys({ press: 'Home' });
    await waitUntil(() => width() === Number(edge.getAttribute('aria-valuemax')));
    await waitUntil(() => inView(root, 3), 'the row is visible');
    await sendKeys({ press: 'End' });
    await waitUntil(() => width() === 320);
    remove();

    const again = await table();
    await waitUntil(() => row(again.root, 0) !== null);
    row(again.root, 0)?.click();
    await shows(again.root, 0);
    expect(panelOf(again.root)?.parentElement?.getBoundingClientRect().width).to.equal(320);
  });

  it('reports that its message is no longer in the list, and continues with another one', async () => {
    const { root, show } = await table();
    await openBeside(root, 0);
    show(resultFrom(30));
    await byText(root, 'no longer among those in the list');
    expect(panelOf(root)?.textContent).to.include(idOf(0));
    expect(allByRole(root, 'button', 'Next message (J)')).to.deep.equal([]);
    row(root, 2)?.click();
    await waitUntil(() => panelOf(root)?.textContent?.includes(idOf(32)));
    expect(panelOf(root)?.textContent).not.to.include('no longer among');
    await clickOn(root, 'button', 'Close (Escape)');
    await waitUntil(() => panelOf(root) === null);
  });

  it('scrolls 200 fields in its own area, adds a column, and moves below the row without room', async () => {
    const { root, host, show } = await table();
    const many = Object.fromEntries(Array.from({ length: 200 }, (_unused, index) => [`field_${index}`, index]));
    show({ ...resultFrom(0), messages: [message(0, many), ...resultFrom(1).messages] });
    const panel = await openBeside(root, 0);
    await waitUntil(() => panel.querySelectorAll('dl[aria-label] dt').length > 200, 'all fields are shown');
    expect(panel.scrollHeight).to.be.greaterThan(panel.clientHeight);
    const scrolling = [...panel.querySelectorAll('*')].filter(
      (one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1,
    );
    expect(scrolling).to.deep.equal([]);
    await still(host);
    await expectAccessible(host);
    const term = [...panel.querySelectorAll('dl[aria-label] dt')].find(({ textContent }) =>
      textContent.startsWith('field_1'),
    );
    term?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
    await clickOn(panel, 'button', /^Add to table: field_1/);
    await waitUntil(
      () => root.querySelector('[role=columnheader][data-column^=field_]') !== null,
      'the column is added',
    );

    await setViewport({ width: 990, height: 800 });
    await waitUntil(() => panelOf(root) === null, 'the panel is closed without room');
    await waitUntil(
      () => root.querySelector('[data-item="0"]')?.textContent?.includes(idOf(0)),
      'the details are below their row',
    );
    expect(allByRole(root, 'button', 'Show in a side panel')).to.deep.equal([]);
    // The accessibility check alone takes half a minute on a busy machine.
  }).timeout(90_000);

  it('is a sheet on a phone, with the next and the previous message, and closes on Escape', async () => {
    await setViewport({ width: 360, height: 740 });
    const { root } = await table();
    await waitUntil(() => row(root, 1) !== null);
    row(root, 1)?.click();
    const sheet = await byRole(root, 'dialog', 'Message details');
    await byText(sheet, idOf(1));
    await clickOn(sheet, 'button', 'Next');
    await byText(sheet, idOf(2));
    await clickOn(sheet, 'button', 'Previous');
    await byText(sheet, idOf(1));
    expect(panelOf(root)).to.equal(null);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => allByRole(root, 'dialog').length === 0, 'the sheet is still open');
  });

  it('is a sheet whose details begin below its title', async () => {
    await setViewport({ width: 360, height: 740 });
    const { root } = await table();
    await waitUntil(() => row(root, 1) !== null);
    row(root, 1)?.click();
    const sheet = await byRole(root, 'dialog', 'Message details');
    const leftOf = (element: Element): number => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().left;
    };
    const title = await byText(sheet, 'Message details');
    const id = await byText(sheet, idOf(1));
    await still(sheet);
    expect(leftOf(id)).to.equal(leftOf(title));
  });

  it('closes the sheet of a phone when a link in it changes the page below', async () => {
    await setViewport({ width: 360, height: 740 });
    const { root } = await table();
    root.host.addEventListener('log-navigate', (event) => event.preventDefault());
    await waitUntil(() => row(root, 1) !== null);
    row(root, 1)?.click();
    const sheet = await byRole(root, 'dialog', 'Message details');
    await clickOn(sheet, 'link', 'Permalink');
    await waitUntil(() => allByRole(root, 'dialog').length === 0, 'the sheet is still open');
  });

  it('reports a message that cannot be rendered, and shows the next one', async () => {
    const { root, show } = await table();
    const odd = {
      toJSON: (): never => {
        throw new Error('nobody can read this');
      },
    };
    const [first, , ...others] = resultFrom(0).messages;
    show({ ...resultFrom(0), messages: [first ?? message(0), message(1, { odd }), ...others] });
    const panel = await openBeside(root, 0);
    row(root, 1)?.click();
    await byText(panel, 'nobody can read this');
    row(root, 2)?.click();
    await shows(root, 2);
    expect(panel.textContent).not.to.include('nobody can read this');
  });

  it('leaves column heads with their sort buttons to the table, at any panel width', async () => {
    const { root, remove } = await table({}, 900);
    await openBeside(root, 0);
    (await byRole(root, 'separator', 'Width of the message details')).focus();
    await sendKeys({ press: 'Home' });
    const scroll = root.querySelector('[role=treegrid]')?.parentElement;
    await waitUntil(
      () => Math.abs((scroll?.clientWidth ?? 0) - 500) <= 2,
      `the table of ${scroll?.clientWidth} px has about 500 px`,
    );
    const head = await byRole(root, 'columnheader', /^source/);
    expect(allByRole(head, 'button', 'Sort by source').length).to.equal(1);
    remove();
    const small = await table({}, 800);
    await waitUntil(() => row(small.root, 0) !== null);
    row(small.root, 0)?.click();
    await byRole(small.root, 'link', 'Permalink');
    expect(allByRole(small.root, 'button', 'Show in a side panel')).to.deep.equal([]);
  });

  it('keeps the scroll position of the list when the panel of a removed message is closed', async () => {
    const { root, show } = await table();
    await openBeside(root, 0);
    show(resultFrom(30));
    await byText(root, 'no longer among those in the list');
    const scroll = root.querySelector('[role=treegrid]')?.parentElement;
    scroll?.scrollTo({ top: 900 });
    await waitUntil(() => !inView(root, 0), 'the first row is scrolled out of view');
    await clickOn(root, 'button', 'Close (Escape)');
    await waitUntil(() => panelOf(root) === null);
    await waitUntil(() => root.activeElement?.matches('[data-row][tabindex="0"]'), 'a row has the focus');
    expect(scroll?.scrollTop).to.be.greaterThan(500);
  });

  it('stays open over an empty list, and closes on Escape at its edge', async () => {
    const { root, show } = await table();
    await openBeside(root, 0);
    show({ ...resultFrom(60), total_results: 0 });
    await byText(root, 'no longer among those in the list');
    await byText(root, 'No messages');
    expect(panelOf(root)?.textContent).to.include(idOf(0));
    show(resultFrom(0));
    await shows(root, 0);
    (await byRole(root, 'separator', 'Width of the message details')).focus();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => panelOf(root) === null, 'Escape closes the panel');
    expect(root.activeElement).to.equal(row(root, 0));
  });

  it('is stored per server and user, and not read from storage on every render', async () => {
    const { root, show, goElsewhere } = await table();
    await openBeside(root, 0);
    const looked: string[] = [];
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (key) {
      looked.push(key);
      return getItem.call(this, key);
    };
    try {
      show(resultFrom(30));
      await byText(root, 'no longer among those in the list');
    } finally {
      Storage.prototype.getItem = getItem;
    }
    expect(looked.filter((key) => key.includes('message-detail'))).to.deep.equal([]);
    show(resultFrom(0));
    await shows(root, 0);
    goElsewhere();
    await waitUntil(() => panelOf(root) === null, 'the choice of another user does not apply');
    await waitUntil(
      () => root.querySelector('[data-item="0"]')?.textContent?.includes(idOf(0)),
      'the details are below their row',
    );
  });

  it('is not offered in dashboards', async () => {
    const { root } = await table({ detailBeside: false });
    await waitUntil(() => row(root, 0) !== null);
    row(root, 0)?.click();
    await byRole(root, 'link', 'Permalink');
    expect(allByRole(root, 'button', 'Show in a side panel')).to.deep.equal([]);
  });
});

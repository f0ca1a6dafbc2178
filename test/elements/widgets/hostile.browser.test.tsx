import { expect } from '@open-wc/testing';
import {
  FieldInteractionsContext,
  AggregationWidget,
  MessageTableWidget,
  type FieldInteractions,
  type PivotResult,
  type ResultMessage,
} from '../../../elements/widgets/index.js';
import { byRole, stage } from '../search/stage.js';
import { hostileTexts, watchPolicy } from './hostile-texts.js';
import { histogramConfig, messagesResult, sampleMessage, sampleRange, tableConfig } from './sample-results.js';
import { waitUntil } from '../wait.js';

const interactions: FieldInteractions = {
  query: () => '',
  onQuery: () => undefined,
  onHighlight: () => undefined,
  typeOf: () => undefined,
};

const hostileFields = Object.fromEntries(hostileTexts.map((text) => [text, text]));
const ownElements = 'script, img, iframe, object, embed, style, link, math, base, form';

function expectHarmless(root: ShadowRoot): void {
  expect([...root.querySelectorAll(ownElements)].map((one) => one.outerHTML)).to.deep.equal([]);
  const hrefs = [...root.querySelectorAll('a')].map((one) => one.protocol);
  expect(hrefs.filter((protocol) => !/^(https?|mailto):$/.test(protocol))).to.deep.equal([]);
  const handlers = [...root.querySelectorAll('*')].flatMap((one) =>
    one.getAttributeNames().filter((name) => name.startsWith('on')),
  );
  expect(handlers).to.deep.equal([]);
  expect((globalThis as { hacked?: unknown }).hacked).to.equal(undefined);
}

/** Returns the text of an element without the parts that are hidden from screen readers, such as shortened names. */
function spoken(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const picture of copy.querySelectorAll('[aria-hidden=true]')) picture.remove();
  return copy.textContent;
}

describe('hostile text', () => {
  it('stays text in list, details, menus, chart, tooltip and table, without execution and policy violations', async () => {
    const { violations } = watchPolicy();
    const messages: ResultMessage[] = hostileTexts.map((text, index) => ({
      ...sampleMessage(index, { message: text, source: text, level: text, application_name: text }),
      highlight_ranges: { message: [{ start: 1, length: 5 }], source: [{ start: 0, length: 99_999 }] },
    }));
    messages.unshift({
      ...sampleMessage(999, { ...hostileFields, deep: { a: hostileFields, b: hostileTexts } }),
      highlight_ranges: {},
    });
    const chart: PivotResult = {
      id: 'h',
      type: 'pivot',
      total: 1,
      effective_timerange: sampleRange,
      rows: [
        {
          key: [sampleRange.from],
          source: 'leaf',
          values: hostileTexts.map((text) => ({ key: [text, 'count()'], value: 3, rollup: false, source: 'col-leaf' })),
        },
      ],
    };
    const { root, remove } = await stage(() => (
      <FieldInteractionsContext value={interactions}>
        <div style={{ height: 320 }}>
          <AggregationWidget
            title={hostileTexts[1] ?? ''}
            executing={false}
            result={chart}
            config={{ ...histogramConfig, column_pivots: [{ fields: ['source'], type: 'values', config: {} }] }}
          />
        </div>
        <div style={{ height: 700 }}>
          <MessageTableWidget
            title={hostileTexts[0] ?? ''}
            executing={false}
            result={{ ...messagesResult(0), messages, total_results: messages.length }}
            config={{ ...tableConfig, fields: [...tableConfig.fields, hostileTexts[3] ?? ''] }}
            onConfigChange={() => undefined}
          />
        </div>
      </FieldInteractionsContext>
    ));
    await waitUntil(
      () => root.querySelector('canvas') && root.querySelector('[data-row="0"]'),
      'chart and table are drawn',
    );
    expectHarmless(root);
    for (const text of hostileTexts.slice(0, 4)) {
      expect([...root.querySelectorAll('li')].some((entry) => entry.textContent.includes(text))).to.equal(true, text);
    }

    const bars = await byRole(root, 'group', /point from/);
    bars.focus();
    bars.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true, composed: true }));
    await waitUntil(() => root.querySelector('[popover]:popover-open')?.textContent?.includes('more'));
    expectHarmless(root);
    bars.blur();

    root.querySelector<HTMLElement>('[data-row="0"]')?.click();
    await byRole(root, 'link', 'Permalink');
    const terms = () => [...root.querySelectorAll('dt')].map(spoken);
    await waitUntil(() => hostileTexts.every((text) => terms().includes(text)), 'each hostile text is announced');
    expectHarmless(root);

    const value = root.querySelector<HTMLElement>('dd [role=button]');
    value?.click();
    await byRole(root, 'menu', 'Actions');
    expectHarmless(root);
    expect(violations).to.deep.equal([]);
    remove();
  });
});

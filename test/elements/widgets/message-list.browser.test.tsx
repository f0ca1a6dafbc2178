/** The table of messages where it is a list: at the width of a phone. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { MessageTableWidget } from '../../../elements/widgets/index.js';
import { settled, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';
import { messagesResult, sampleMessage, sampleTypes, tableConfig } from './sample-results.js';

describe('list of messages', () => {
  it('tells further columns by name and value, below the first two and the level', async () => {
    const long = 'upstream_connection_pool_wait_time_seconds_total';
    const source = 'pay-01.a-rather-long-name.fra.example.org';
    const messages = [sampleMessage(0, { source, took_ms: 447.9123, [long]: 2.361, route: '/v2/orders', level: 3 })];
    const fields = ['timestamp', 'source', 'level', 'took_ms', 'route', long];
    const { root, remove } = await stage(
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
    const cell = (field: string) => root.querySelector<HTMLElement>(`[data-row="0"] [data-column=${field}]`);
    const box = (field: string) => cell(field)?.getBoundingClientRect() ?? new DOMRect();
    await waitUntil(() => cell('route'), 'no columns');
    await waitUntil(() => box('took_ms').top >= box('timestamp').bottom - 1, 'beside the time');
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

  for (const width of [1000, 360]) {
    it(`goes to the row below details of many fields that were never seen, at ${width} px`, async () => {
      const many = Object.fromEntries(Array.from({ length: 200 }, (_unused, at) => [`many_${at}`, `value ${at}`]));
      const messages = Array.from({ length: 30 }, (_unused, at) => sampleMessage(at, at === 3 ? many : {}));
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
      await waitUntil(() => row(3), 'no rows');
      row(3)?.click();
      await waitUntil(() => root.querySelectorAll('dt').length > 200, 'no details');
      for (let frame = 0; frame < 5; frame++) await settled();
      const view = row(3)?.closest('[role=treegrid]')?.parentElement;
      const seen = view?.getBoundingClientRect() ?? new DOMRect();
      if (view) view.scrollTop += 2400;
      for (let frame = 0; frame < 5; frame++) await settled();
      row(3)?.focus({ preventScroll: true });
      await sendKeys({ press: 'j' });
      await waitUntil(() => row(4) && root.activeElement === row(4), 'the focus is elsewhere');
      for (let frame = 0; frame < 5; frame++) await settled();
      const place = row(4)?.getBoundingClientRect() ?? new DOMRect();
      expect(place.top, 'above the view').to.be.at.least(seen.top);
      expect(place.bottom, 'below the view').to.be.at.most(seen.bottom + 1);
      remove();
    });
  }
});

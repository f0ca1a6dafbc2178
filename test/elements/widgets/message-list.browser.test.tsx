/** The table of messages where it is a list: at the width of a phone. */
import { expect } from '@open-wc/testing';
import { MessageTableWidget } from '../../../elements/widgets/index.js';
import { stage } from '../search/stage.js';
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
});

import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { AggregationWidget, FieldInteractionsContext } from '../../../elements/widgets/index.js';
import { aggregation, byValues, leaf, metrics, pivot } from '../../machines/pivot/results.js';
import { byRole, stage } from '../search/stage.js';
import { expectAccessible } from '../accessible.js';
import { waitUntil } from '../wait.js';

const config = aggregation({ visualization: 'table', row_pivots: [byValues('host')], series: metrics('count()') });
const result = pivot(leaf(['web-01'], [['count()'], 30]), leaf(['web-02'], [['count()'], 40]));

function Table() {
  const [own, setOwn] = useState(config);
  return (
    <div style={{ height: 300 }}>
      <AggregationWidget title="Hosts" executing={false} config={own} result={result} onConfigChange={setOwn} />
    </div>
  );
}

describe('heads of data tables', () => {
  it('keep the focus after sorting or pinning by key', async () => {
    const { root, remove } = await stage(() => <Table />, 600);
    const focused = () => root.activeElement?.getAttribute('aria-label');
    for (const [name, after] of [
      ['Pin column host', 'Unpin column host'],
      ['Sort by count', 'Sort by count'],
      ['Unpin column host', 'Pin column host'],
    ] as const) {
      (await byRole(root, 'button', name)).focus();
      await sendKeys({ press: 'Enter' });
      await byRole(root, 'button', after);
      await waitUntil(() => focused() === after, `${name}: the focus on ${focused()} moves to ${after}`);
    }
    remove();
  });

  it('contain their shortened text in their accessible name, so that voice control finds them by it', async () => {
    const interactions = { query: () => '', typeOf: () => undefined };
    const narrow = { ...config, series: metrics('count()', 'percentile(took_ms,95)') };
    const { root, remove } = await stage(
      () => (
        <FieldInteractionsContext value={interactions}>
          <div style={{ height: 300 }}>
            <AggregationWidget title="Hosts" executing={false} config={narrow} result={result} />
          </div>
        </FieldInteractionsContext>
      ),
      240,
    );
    const head = await byRole(root, 'button', /p95 took_ms/);
    const shown = () =>
      [...head.querySelectorAll('span')]
        .filter(({ children }) => children.length === 0)
        .map(({ textContent }) => textContent.trim())
        .join(' ');
    await waitUntil(() => shown() === 'p95 took_ms', 'the text is shortened once the width of the head is measured');
    expect(head.getAttribute('aria-label')).to.contain('p95 took_ms');
    expect(head.getClientRects().length, 'the focus ring surrounds all lines').to.equal(1);
    head.focus();
    const { outlineWidth, outlineOffset } = getComputedStyle(head);
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const box = head.getBoundingClientRect();
    for (let clip = head.parentElement; clip && clip.tagName !== 'TR'; clip = clip.parentElement) {
      if (getComputedStyle(clip).overflowX === 'visible') continue;
      const { left, top, right, bottom } = clip.getBoundingClientRect();
      const outside = [left - box.left, top - box.top, box.right - right, box.bottom - bottom].map((px) => px + ring);
      expect(Math.max(...outside), `the focus ring is not cut by ${clip.tagName}`).to.be.at.most(0);
    }
    const table = head.closest('table');
    if (!table) throw new Error('no table');
    await expectAccessible(table);
    remove();
  });
});

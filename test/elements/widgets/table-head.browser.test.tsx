import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { AggregationWidget } from '../../../elements/widgets/index.js';
import { aggregation, byValues, leaf, metrics, pivot } from '../../machines/pivot/results.js';
import { byRole, stage } from '../search/stage.js';
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
      ['Sort by count()', 'Sort by count()'],
      ['Unpin column host', 'Pin column host'],
    ] as const) {
      (await byRole(root, 'button', name)).focus();
      await sendKeys({ press: 'Enter' });
      await byRole(root, 'button', after);
      await waitUntil(() => focused() === after, `${name}: the focus on ${focused()} moves to ${after}`);
    }
    remove();
  });
});

// This test picks colours in the legends of charts with several metrics that have no name of their own.
import { expect } from '@open-wc/testing';
import { AggregationWidget, type AggregationConfig } from '../../../elements/widgets/index.js';
import { aggregation, byTime, leaf, metrics, pivot } from '../../machines/pivot/results.js';
import { byRole, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const values = (key: string) => leaf([key], [['avg(took)'], 5], [['max(took)'], 9]);
const charts: Record<string, readonly [keys: readonly string[], config: Partial<AggregationConfig>]> = {
  line: [['2026-11-20T18:30:00.000Z', '2026-11-20T18:30:30.000Z'], { row_pivots: [byTime()] }],
  map: [['52.5,13.4', '48.8,2.3'], {}],
};

describe('the legend of a chart', () => {
  for (const [visualization, [keys, over]] of Object.entries(charts))
    it(`stores a colour picked on a ${visualization} by the function of the metric`, async () => {
      const changes: AggregationConfig[] = [];
      const config = aggregation({ visualization, series: metrics('avg(took)', 'max(took)'), ...over });
      const { root, remove } = await stage(
        () => (
          <div style={{ height: 300 }}>
            <AggregationWidget
              title="Durations"
              executing={false}
              result={pivot(...keys.map(values))}
              config={config}
              onConfigChange={(changed) => changes.push(changed)}
            />
          </div>
        ),
        700,
      );
      (await byRole(root, 'button', 'Configuration for avg took')).click();
      const color = () => root.querySelector<HTMLElement>('[role=radio][aria-checked=false]');
      await waitUntil(color, 'the colours are shown');
      color()?.click();
      const stored = changes.at(-1)?.formatting_settings?.chart_colors;
      expect(stored?.map(({ field_name }) => field_name)).to.deep.equal(['avg(took)']);
      remove();
    });
});

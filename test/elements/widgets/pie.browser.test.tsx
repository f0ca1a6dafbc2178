import { expect } from '@open-wc/testing';
import { AggregationWidget } from '../../../elements/widgets/index.js';
import { aggregation, leaf, pivot } from '../../machines/pivot/results.js';
import { stage } from '../search/stage.js';

describe('pie', () => {
  it('is never drawn beneath the legend beside it, not even at first', async () => {
    const result = pivot(leaf(['web-01'], [['count()'], 30]), leaf(['web-02'], [['count()'], 40]));
    const { root, remove } = await stage(
      () => (
        <div style={{ height: 220 }}>
          <AggregationWidget
            title="Share"
            executing={false}
            config={aggregation({ visualization: 'pie' })}
            result={result}
          />
        </div>
      ),
      420,
    );
    const rights: number[] = [];
    for (let frame = 0; rights.length < 3 && frame < 600; frame++) {
      await new Promise(requestAnimationFrame);
      const canvas = root.querySelector('canvas')?.getBoundingClientRect();
      const legend = root.querySelector('ul')?.getBoundingClientRect();
      if (canvas?.width && legend) rights.push(Math.round(canvas.right - legend.left));
    }
    expect(rights).to.have.length(3);
    expect(Math.max(...rights)).to.be.at.most(0);
    remove();
  });
});

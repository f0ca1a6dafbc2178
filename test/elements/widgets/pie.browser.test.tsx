import { expect, waitUntil } from '@open-wc/testing';
import { AggregationWidget } from '../../../elements/widgets/index.js';
import { aggregation, byValues, leaf, pivot } from '../../machines/pivot/results.js';
import { stage } from '../search/stage.js';

const pieOf = (
  result: ReturnType<typeof pivot>,
  { height, width }: { readonly height: number; readonly width: number },
) =>
  stage(
    () => (
      <div style={{ height }}>
        <AggregationWidget
          title="Share"
          executing={false}
          config={aggregation({ row_pivots: [byValues('path')], visualization: 'pie' })}
          result={result}
        />
      </div>
    ),
    width,
  );

describe('pie', () => {
  it('is never drawn beneath the adjacent legend, not even at first', async () => {
    const result = pivot(leaf(['web-01'], [['count()'], 30]), leaf(['web-02'], [['count()'], 40]));
    const { root, remove } = await pieOf(result, { height: 220, width: 420 });
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

  it('keeps the percentages at a distance from the edge of the card', async () => {
    const result = pivot(leaf(['web-01'], [['count()'], 30]), leaf(['web-02'], [['count()'], 30]));
    const { root, remove } = await pieOf(result, { height: 600, width: 460 });
    // This is the first column of the canvas with something drawn, in CSS px; undefined while the canvas is empty.
    const firstColumn = (): number | undefined => {
      const canvas = root.querySelector('canvas');
      const { data, width } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      if (!canvas || !data || !width) return undefined;
      let first = width;
      for (let at = 3; at < data.length; at += 4) if (data[at]) first = Math.min(first, ((at - 3) / 4) % width);
      return first < width ? first / (width / canvas.clientWidth) : undefined;
    };
    await waitUntil(() => (firstColumn() ?? Infinity) < 40, 'the percentages are drawn');
    expect(firstColumn()).to.be.at.least(7);
    remove();
  });

  it('leaves room for names beside large numbers, which show all digits on hover', async () => {
    const path = (at: number) => `/v2/orders/${at}/items/of/a/rather/long/path/charges`;
    const result = pivot(leaf([path(1)], [['count()'], 134_545_675_969]), leaf([path(2)], [['count()'], 1_284]));
    const { root, remove } = await pieOf(result, { height: 200, width: 334 });
    const lines = () => [...root.querySelectorAll('li')].map((line) => line.textContent);
    await waitUntil(() => lines().some((line) => line.includes('134.55G')), 'a number of twelve digits is abbreviated');
    expect(lines().some((line) => line.includes('1,284'))).to.equal(true);
    expect(root.querySelector('[title="134545675969"]')).to.not.equal(null);
    const end = [...root.querySelectorAll<HTMLElement>('li [aria-hidden]')].find(
      (part) => part.textContent === 'th/charges',
    );
    const name = end?.closest('[title]')?.getBoundingClientRect();
    expect(end?.getBoundingClientRect().right).to.be.at.most((name?.right ?? 0) + 1);
    remove();
  });

  /** Renders a ring with names of a single length; returns the parts of the names that are cut, and the ring's width. */
  const cutNames = async (names: readonly string[], size: { readonly height: number; readonly width: number }) => {
    const { root, remove } = await pieOf(pivot(...names.map((name, at) => leaf([name], [['count()'], at + 1]))), size);
    await waitUntil(() => root.querySelectorAll('li').length === names.length, 'the legend is shown');
    await waitUntil(() => (root.querySelector('canvas')?.clientWidth ?? 0) > 0, 'the ring is drawn');
    const cut = [...root.querySelectorAll('li span')].filter(
      (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).textOverflow === 'ellipsis',
    );
    const result = {
      cut: cut.map(({ textContent }) => textContent),
      ring: root.querySelector('canvas')?.clientWidth ?? 0,
    };
    remove();
    return result;
  };
  const longNames = [1, 2, 3].map((at) => `/v${at}/orders/items/of/a/rather/long/path/charges`);

  it('leaves the room beside a wide ring to the names of its legend', async () => {
    const { cut, ring } = await cutNames(longNames, { height: 360, width: 1000 });
    expect(cut).to.deep.equal([]);
    expect(ring).to.be.at.least(360);
  });

  it('shortens names only where the ring needs the room, hosts at their end', async () => {
    const narrow = await cutNames(longNames, { height: 300, width: 480 });
    expect(narrow.cut).to.have.length(longNames.length);
    expect(narrow.ring).to.be.at.least(220);
    const hosts = [1, 2].map((at) => `web-0${at}.production.rather-long-region.example.com`);
    const { cut } = await cutNames(hosts, { height: 300, width: 480 });
    expect(cut).to.deep.equal(hosts);
  });

  it('draws only as many rings as are readable, and shows how many more there are', async () => {
    const columns = Array.from(
      { length: 40 },
      (_unused, at) => [[`host-${at}`, 'count()'], at + 1] as [string[], number],
    );
    const result = pivot(leaf(['GET'], ...columns), leaf(['POST'], ...columns));
    const { root, remove } = await stage(
      () => (
        <div style={{ height: 300 }}>
          <AggregationWidget
            title="Share"
            executing={false}
            config={aggregation({
              visualization: 'pie',
              column_pivots: [{ fields: ['source'], type: 'values', config: { limit: 40 } }],
            })}
            result={result}
          />
        </div>
      ),
      500,
    );
    const captions = () => [...root.querySelectorAll('[title^="host-"]')].filter((one) => !one.closest('li'));
    await waitUntil(() => captions().length > 0 && captions().length < 40, 'only some rings are drawn');
    const most = captions().length;
    expect(most % 4).to.equal(0);
    await waitUntil(
      () => root.textContent.includes(`${40 - most} more do not fit; as a table all are shown.`),
      'the number of hidden rings is shown',
    );
    const tops = captions().map((one) => one.getBoundingClientRect().top);
    for (const [at, top] of tops.entries())
      if (at >= 4) expect(top - (tops[at - 4] ?? 0), 'rows of rings do not overlap').to.be.at.least(60);
    remove();
  });

  it('writes the share of a slice in full where the slice points sideways', async () => {
    const shares = [45, 25, 10, 10, 10];
    const result = pivot(...shares.map((count, at) => leaf([`web-${at}`], [['count()'], count])));
    const written = new Set<string>();
    const fillText = Reflect.get(CanvasRenderingContext2D.prototype, 'fillText') as (...all: unknown[]) => void;
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, ...all: unknown[]) {
      written.add(String(all[0]));
      fillText.apply(this, all);
    };
    try {
      const { remove } = await pieOf(result, { height: 480, width: 640 });
      await waitUntil(() => written.has('25%'));
      expect([...written].filter((text) => text !== '')).to.have.members(['45%', '25%', '10%']);
      remove();
    } finally {
      CanvasRenderingContext2D.prototype.fillText = fillText;
    }
  });
});

/** Tests the names of the rows of a trace waterfall for screen readers. */
import { expect } from '@open-wc/testing';
import { SpanRows } from '../../../elements/search/trace/span-rows.js';
import type { TraceSpan } from '../../../machines/trace/waterfall.js';
import { expectAccessible } from '../accessible.js';
import { allByRole, stage } from './stage.js';

const root: TraceSpan = {
  id: 'a',
  field: 'span_id',
  service: 'gateway',
  name: 'GET /cart',
  start: 0,
  duration: 80,
  own: 30,
  depth: 0,
  hasChildren: true,
  failed: false,
  warned: false,
  messages: [0],
};
const child = { id: 'b', service: 'catalog', name: 'cache miss', start: 20, duration: 50, depth: 1, failed: true };
const waterfall = {
  spans: [root, { ...root, ...child, hasChildren: false }],
  services: [{ name: 'gateway', own: 30 }],
  start: 0,
  duration: 80,
  hasSpans: true,
};

it('a trace waterfall names each row by its visible text, and states when the span begins and whether it failed', async () => {
  const stagedRows = () => (
    <SpanRows waterfall={waterfall} colorOf={() => 'teal'} chosen={undefined} onSpan={() => undefined} />
  );
  const { root: shown, host, remove } = await stage(stagedRows, 600);
  await expectAccessible(host);
  expect(allByRole(shown, 'button').map(({ textContent }) => textContent)).to.deep.equal([
    'gatewayGET /cart80 ms, begins after 0 ms',
    'catalogcache miss50 ms, begins after 20 ms, failed',
  ]);
  remove();
});

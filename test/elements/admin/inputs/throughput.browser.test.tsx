/** Tests the metrics of an input, before and after they are known. */
import { expect } from '@open-wc/testing';
import type { InputSummary } from '../../../../api/contract/inputs.js';
import { Throughput, type ThroughputProps } from '../../../../elements/admin/inputs/throughput.js';
import { untyped } from '../../../untyped.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { byText, stage } from '../../search/stage.js';

const input = untyped<InputSummary>({ id: 'i1', type: 'a.Type', global: true });

let server: FakeServer;
beforeEach(() => {
  server = fakeServer({
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['*'], timezone: 'UTC' }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

const shown = (figures: ThroughputProps['figures']) =>
  stage(() => (
    <>
      <button type="button">Beside</button>
      <Throughput input={input} sums={{}} figures={figures} nodes={[]} />
    </>
  ));

it('the throughput of an input shows no metrics before they are known, and reserves their space', async () => {
  const { root } = await shown(undefined);
  const heading = await byText(root, 'Throughput');
  expect(heading.parentElement?.textContent).to.equal('Throughput');
  expect(heading.parentElement?.getBoundingClientRect().height).to.be.at.least(140);
});

it('the throughput of an input shows that a server has no metrics', async () => {
  const { root } = await shown({ n1: {} });
  await byText(root, 'No metrics available.');
});

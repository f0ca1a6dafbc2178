/** Tests the numbers of messages in and out per second in the header. */
import { expect } from '@open-wc/testing';
import { Throughput } from '../../../elements/console/throughput.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { byText, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer({
    ...signedIn,
    'POST /cluster/metrics/multiple': () => ({
      n: {
        total: 2,
        metrics: ['input', 'output'].map((name, at) => ({
          full_name: `org.graylog2.throughput.${name}.1-sec-rate`,
          name,
          type: 'gauge',
          metric: { value: 7 + at },
        })),
      },
    }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

describe('throughput', () => {
  it('reserves its space before it is loaded, and keeps it', async () => {
    const { root, host } = await stage(() => (
      <main>
        <Throughput />
      </main>
    ));
    const link = root.querySelector('a');
    expect(link?.title).to.equal('Loading throughput...');
    await expectAccessible(host);
    const before = link?.getBoundingClientRect().width;
    await byText(root, '7');
    expect(link?.title).to.equal('7 messages in, 8 messages out per second');
    expect(link?.getBoundingClientRect().width).to.equal(before);
  });

  it('is shown as unknown when the request fails', async () => {
    server.routes['POST /cluster/metrics/multiple'] = () => new Response('{}', { status: 500 });
    const { root } = await stage(() => (
      <main>
        <Throughput />
      </main>
    ));
    await waitUntil(
      () => root.querySelector('a')?.title === 'Throughput is not known',
      'the throughput is shown as unknown',
    );
  });
});

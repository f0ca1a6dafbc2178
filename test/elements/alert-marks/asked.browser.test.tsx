/**
 * Tests that signed-in users request the alerts for charts, and that guests never do, because the server would reject
 * them.
 */
import { expect } from '@open-wc/testing';
import type { ReactNode } from 'react';
import { AlertMarksSource } from '../../../elements/alert-marks/index.js';
import { useUsername } from '../../../elements/element/connection-context.js';
import { alertMarksOf } from '../../../elements/widgets/alert-marks.js';
import { fakeServer, signedIn } from '../fake-server.js';
import { stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const span = { from: Date.parse('2026-11-20T18:00:00Z'), to: Date.parse('2026-11-20T19:00:00Z') };

async function chartOf(username: string) {
  const server = fakeServer({
    ...signedIn,
    'GET /system/sessions': () => ({ is_valid: true, session_id: 's', username }),
    'POST /events/search': () => ({ events: [], total_events: 0, duration: 1, parameters: {}, context: {} }),
  });
  const { host, remove } = await stage(() => (
    <>
      <Name />
      <AlertMarksSource />
    </>
  ));
  await waitUntil(() => host.shadowRoot?.textContent?.includes(username), 'the user is signed in');
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const end = (): void => {
    remove();
    server.restore();
  };
  return { server, marks: alertMarksOf(host).get(), end };
}
const Name = (): ReactNode => <h1>{useUsername()}</h1>;

it('a chart requests the alerts of its time range for a signed-in user', async () => {
  const { server, marks, end } = await chartOf('ada');
  marks?.show(span);
  await waitUntil(() => server.to('POST /events/search').length === 1, 'the alerts are requested');
  end();
});

it('a chart requests no alerts for a guest', async () => {
  const { marks, end } = await chartOf('embed:6b093');
  expect(marks).to.equal(undefined);
  end();
});

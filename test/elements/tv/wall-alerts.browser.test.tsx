/** Tests new alerts on a wall: one sound, a count in the window title, and a hint if the browser blocks sound. */
import { expect } from '@open-wc/testing';
import { WallAlerts } from '../../../elements/tv/wall-alerts.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

/** A silent AudioContext that counts its tones. */
class Silent extends EventTarget {
  static made: Silent[] = [];
  static state: AudioContextState = 'running';
  tones = 0;
  closed = false;
  readonly currentTime = 0;
  readonly destination = {};
  state = Silent.state;
  constructor() {
    super();
    Silent.made.push(this);
  }
  resume(): Promise<void> {
    // The promise stays pending until the user clicks, as it does in browsers.
    return new Promise(() => undefined);
  }
  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
  wake(): void {
    this.state = 'running';
    this.dispatchEvent(new Event('statechange'));
  }
}
class Volume {
  readonly gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect<T>(to: T): T {
    return to;
  }
  disconnect(): void {}
}
class Tone extends Volume {
  constructor(readonly context: Silent) {
    super();
  }
  addEventListener(): void {}
  start(): void {
    this.context.tones += 1;
  }
  stop(): void {}
}

const originals = {
  AudioContext: window.AudioContext,
  OscillatorNode: window.OscillatorNode,
  GainNode: window.GainNode,
};
const answerOf = (ids: readonly string[]) => ({
  events: ids.map((id) => ({
    event: { id, timestamp: '2026-11-20T18:30:00.000Z' },
    index_name: 'i',
    index_type: 'message',
  })),
  total_events: ids.length,
});
let server: FakeServer;
let ids: readonly string[];

beforeEach(() => {
  Object.assign(window, { AudioContext: Silent, OscillatorNode: Tone, GainNode: Volume });
  Silent.made = [];
  Silent.state = 'running';
  ids = ['old'];
  server = fakeServer({ ...signedIn, 'POST /events/search': () => answerOf(ids) });
  document.title = 'Console - Errors';
});
afterEach(() => {
  Object.assign(window, originals);
  server.restore();
});

async function wall(sound: boolean, badge: boolean) {
  const staged = await stage(
    () => (
      <div role="group">
        <WallAlerts sound={sound} badge={badge} className={undefined} />
      </div>
    ),
    700,
  );
  await waitUntil(() => server.to('POST /events/search').length === 1, 'the alerts are requested');
  return staged;
}

describe('new alerts on a wall', () => {
  it('are counted in the window title, also after the page has changed it, until the wall is removed', async () => {
    const { remove } = await wall(false, true);
    await waitUntil(() => document.title === '(1) Console - Errors', 'the title has a badge');
    // Silenced alerts are excluded from the announced ones.
    const [request] = server.to('POST /events/search');
    expect(JSON.parse(request?.body ?? '{}')).to.deep.include({ query: 'NOT silenced:true' });
    expect(Silent.made.length).to.equal(0);
    document.title = 'Console - Latency';
    await waitUntil(() => document.title === '(1) Console - Latency', 'the next title has a badge');
    remove();
    await waitUntil(() => document.title === 'Console - Latency', 'the badge is removed');
  });

  it('play one sound; alerts from before the start play none', async () => {
    // The total is the number of the answer, so that the window title shows which answer was processed last.
    const answers = () => server.to('POST /events/search').length;
    server.routes['POST /events/search'] = () => ({ ...answerOf(ids), total_events: answers() });
    const { remove } = await wall(true, true);
    const realNow = Date.now;
    let later = 0;
    Date.now = () => realNow() + later;
    const tones = () => Silent.made[0]?.tones;
    /** Makes the wall send its next request, which is due while the page is hidden, and sent once the page is visible. */
    const askAgain = async (): Promise<void> => {
      const before = answers();
      later += 11_000;
      await waitUntil(() => {
        document.dispatchEvent(new Event('visibilitychange'));
        return answers() > before;
      }, 'the alerts are requested again');
      await waitUntil(() => document.title === `(${answers()}) Console - Errors`, 'the answer is processed');
    };
    try {
      await askAgain();
      expect(tones()).to.equal(0);
      ids = ['new', 'old'];
      await askAgain();
      expect(tones()).to.equal(2);
      await askAgain();
      expect(tones()).to.equal(2);
    } finally {
      Date.now = realNow;
    }
    remove();
  });

  it('show a hint while the browser blocks sound', async () => {
    Silent.state = 'suspended';
    const { root, remove } = await wall(true, false);
    await waitUntil(() => root.textContent?.includes('No sound of alerts'), 'the hint about the sound is shown');
    Silent.made[0]?.wake();
    await waitUntil(() => !root.textContent?.includes('No sound of alerts'), 'the hint about the sound is hidden');
    expect(document.title).to.equal('Console - Errors');
    remove();
    await waitUntil(() => Silent.made.length === 1 && Silent.made[0]?.closed, 'the sound is released');
  });
});

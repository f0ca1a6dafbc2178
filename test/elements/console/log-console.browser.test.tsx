/** Tests the start of the console: which failures of the first calls it recovers from. */
import { LogConsole } from '../../../elements/console/log-console.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { byText, stage } from '../search/stage.js';

let server: FakeServer;
let fails: boolean;
beforeEach(() => {
  fails = true;
  server = fakeServer({
    ...signedIn,
    'GET /users/*': (call) =>
      fails ? Promise.reject(new TypeError('Failed to fetch')) : signedIn['GET /users/*']?.(call),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

describe('the start of the console', () => {
  it('shows that the call for the user has no answer, and opens once it has one although the server was never down', async () => {
    const { root } = await stage(() => <LogConsole basePath="" />);
    await byText(root, 'Something went wrong');
    fails = false;
    await byText(root, 'Skip to content');
  });
});

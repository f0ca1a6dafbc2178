/** Tests the start of the console: which failures of the first calls it recovers from. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { LogConsole } from '../../../elements/console/log-console.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { byRole, byText, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

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
  it('shows that it is in progress while the server has not answered the first call', async () => {
    let answer: (() => void) | undefined;
    const session = signedIn['GET /system/sessions'];
    server.routes['GET /system/sessions'] = (call) =>
      new Promise((resolve) => {
        answer = () => resolve(session?.(call));
      });
    const { root } = await stage(() => <LogConsole basePath="" />);
    await byText(root, 'We are preparing Log Console for you...');
    fails = false;
    await waitUntil(() => answer !== undefined);
    answer?.();
    await byText(root, 'Skip to content');
  });

  it('keeps the sign-in form in place when the form reports that a field is required', async () => {
    server.routes['GET /system/sessions'] = () => ({ is_valid: false });
    const { root } = await stage(() => <LogConsole basePath="" />);
    const button = await byRole(root, 'button', 'Sign in');
    const places = () =>
      [...root.querySelectorAll('input, button[type=submit]')].map((one) => one.getBoundingClientRect().top);
    const before = places();
    button.click();
    await byText(root, 'Username is required.');
    await byText(root, 'Password is required.');
    expect(places()).to.deep.equal(before);
  });

  it('keeps the texts typed at sign-in during an outage, below a line that disappears with the outage', async () => {
    server.routes['GET /system/sessions'] = () => ({ is_valid: false });
    const ping = signedIn['GET /'];
    const { root } = await stage(() => <LogConsole basePath="" />);
    await byRole(root, 'button', 'Sign in');
    const username = root.querySelector<HTMLInputElement>('input[name=username]') ?? expect.fail('no field');
    username.focus();
    await sendKeys({ type: 'ada' });
    server.routes['GET /'] = () => Promise.reject(new TypeError('Failed to fetch'));
    window.dispatchEvent(new Event('online'));
    await waitUntil(() => root.textContent?.includes('Server not reachable since'), 'the line is shown');
    expect(root.textContent).not.to.include('Server currently unavailable');
    expect(username.isConnected).to.equal(true);
    server.routes['GET /'] = (call) => ping?.(call);
    window.dispatchEvent(new Event('online'));
    await waitUntil(() => root.textContent?.includes('Server not reachable') === false, 'the line disappears');
    expect(root.querySelector('input[name=username]')).to.equal(username);
    expect(username.value).to.equal('ada');
  });

  it('shows that the call for the user has no answer, and opens once it has one although the server was never down', async () => {
    const { root } = await stage(() => <LogConsole basePath="" />);
    await byText(root, 'Something went wrong');
    fails = false;
    await byText(root, 'Skip to content');
  });

  it('keeps a control that gets the focus below the line of an outage, whatever the height of the line', async () => {
    fails = false;
    const { root } = await stage(() => <LogConsole basePath="" />);
    await byText(root, 'Skip to content');
    const control = document.createElement('button');
    root.querySelector('main')?.append(control);
    const bar = root.querySelector('header')?.getBoundingClientRect().height ?? 0;
    const kept = (): number => parseFloat(getComputedStyle(control).scrollMarginTop);
    expect(kept()).to.be.at.least(bar);
    const usual = kept();
    const ping = signedIn['GET /'];
    server.routes['GET /'] = () => Promise.reject(new TypeError('Failed to fetch'));
    window.dispatchEvent(new Event('online'));
    await byText(root, 'Server not reachable since');
    const line = root.querySelector<HTMLElement>('[role=status]:has(+ main)') ?? expect.fail('no line');
    line.style.boxSizing = 'border-box';
    for (const height of [200, 90]) {
      line.style.height = `${height}px`;
      await waitUntil(() => kept() === usual + height, `the line covers ${height} px`);
    }
    server.routes['GET /'] = (call) => ping?.(call);
    window.dispatchEvent(new Event('online'));
    await waitUntil(() => kept() === usual, 'the line disappears');
  });

  it('does not show the call for the user as failed when the server is back after an outage', async () => {
    const refused = () => Promise.reject(new TypeError('Failed to fetch'));
    const ping = signedIn['GET /'];
    const userCalls = () => server.to('GET /users/ada').length;
    const { root } = await stage(() => <LogConsole basePath="" />);
    await byText(root, 'Something went wrong');
    // A call that waits while the server goes down is the last one.
    let fail: (() => void) | undefined;
    server.routes['GET /users/*'] = () =>
      new Promise((_resolve, reject) => {
        fail = () => reject(new TypeError('Failed to fetch'));
      });
    await waitUntil(() => fail !== undefined, 'a call for the user waits for its answer');
    server.routes['GET /'] = refused;
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    await byText(root, 'Server currently unavailable');
    fail?.();
    await waitUntil(() => server.pending === 0, 'the call has failed');
    const last = userCalls();
    const hangs = new Promise(() => undefined);
    server.routes['GET /users/*'] = () => hangs;
    server.routes['GET /'] = (call) => ping?.(call);
    window.dispatchEvent(new Event('online'));
    await waitUntil(() => userCalls() > last);
    await byText(root, 'We are preparing Log Console for you...');
    expect(root.textContent).not.to.include('Something went wrong');
  });
});

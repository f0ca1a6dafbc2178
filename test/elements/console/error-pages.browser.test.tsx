/** Tests the page that replaces a failed page: the error, and the details behind "Show more". */
import { expect } from '@open-wc/testing';
import { FailurePage } from '../../../elements/console/error-pages.js';
import { ErrorBoundary } from '../../../elements/kit/error-boundary.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { byRole, byText, clickOn, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const hostile = '<img src=x onerror="globalThis.hacked=1">';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer({ ...signedIn });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

function BrokenChart({ thrown }: { readonly thrown: unknown }): never {
  throw thrown;
}

const open = (thrown: unknown) =>
  stage(() => (
    <ErrorBoundary
      fallback={(error, reset, componentStack) => (
        <FailurePage error={error} componentStack={componentStack} onRetry={reset} />
      )}
    >
      <BrokenChart thrown={thrown} />
    </ErrorBoundary>
  ));

describe('the error page', () => {
  it('shows the error, and behind "Show more" the stack trace and the components, with a copy button', async () => {
    const { root } = await open(new TypeError(hostile));
    await byText(root, hostile);
    expect(root.querySelectorAll('pre, img').length).to.equal(0);
    await clickOn(root, 'button', 'Show more');
    await byRole(root, 'button', 'Copy details');
    const trace = root.querySelector('pre')?.textContent ?? '';
    expect(trace)
      .to.contain(`TypeError: ${hostile}`)
      .and.to.match(/\n\s*at BrokenChart/);
    await still(root.host);
    await expectAccessible(root.host);
    await clickOn(root, 'button', 'Show less');
    await waitUntil(() => root.querySelector('pre') === null, 'the details are hidden');
  });

  it('shows the full value of a thrown non-error, and how to copy by hand without a clipboard', async () => {
    const clipboard = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard');
    Object.defineProperty(Navigator.prototype, 'clipboard', { configurable: true, get: () => undefined });
    try {
      const { root } = await open({ code: 7, reason: 'odd' });
      await byText(root, '{"code":7,"reason":"odd"}');
      await clickOn(root, 'button', 'Show more');
      const copy = await byRole(root, 'button', 'Copy details');
      expect(root.querySelector('pre')?.textContent).to.contain('{\n  "code": 7,\n  "reason": "odd"\n}');
      copy.click();
      await byText(root, '+C to copy');
    } finally {
      if (clipboard) Object.defineProperty(Navigator.prototype, 'clipboard', clipboard);
    }
  });
});

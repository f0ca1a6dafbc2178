// Tests that the quick jump keeps the characters that were typed while its code was loading.
import { expect } from '@open-wc/testing';
import { QuickJump } from '../../../elements/console/quick-jump.js';
import { typedAhead } from '../../../elements/console/typed-ahead.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { stage } from '../search/stage.js';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer(signedIn);
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

describe('the quick jump', () => {
  it('begins with the text that was typed before its field had the focus', async () => {
    const nothing = (): void => undefined;
    const typed = typedAhead();
    typed.begin();
    for (const key of 'dash') window.dispatchEvent(new KeyboardEvent('keydown', { key }));
    const staged = stage(() => (
      <QuickJump
        actions={new Set()}
        path="/search"
        typed={typed}
        onClose={nothing}
        onNavigate={nothing}
        onShortcuts={nothing}
        onScratchpad={nothing}
        onAbout={nothing}
        onToggleTheme={nothing}
        onLogout={nothing}
      />
    ));
    const root = document.body.lastElementChild?.shadowRoot;
    if (!root) throw new Error('The stage has no shadow root.');
    // A character that is typed directly after the field has appeared must be added to the text.
    const first = new Promise<string>((resolve) => {
      const seen = new MutationObserver(() => {
        const field = root.querySelector<HTMLInputElement>('input');
        if (field) resolve(field.value);
      });
      seen.observe(root, { childList: true, subtree: true });
    });
    await staged;
    expect(await first).to.equal('dash');
  });
});

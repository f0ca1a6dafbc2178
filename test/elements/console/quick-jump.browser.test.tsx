// Tests that the quick jump keeps the characters that were typed while its code was loading.
import { expect } from '@open-wc/testing';
import { QuickJump } from '../../../elements/console/quick-jump.js';
import { typedAhead } from '../../../elements/kit/typed-ahead.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

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

  it('is empty if everything typed was deleted after its first rendering', async () => {
    const nothing = (): void => undefined;
    const typed = { begin: nothing, text: () => 'd', hasLeft: () => false, follow: () => nothing, end: () => '' };
    const { root } = await stage(() => (
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
    await waitUntil(() => root.querySelector<HTMLInputElement>('input')?.value === '', 'the field is empty');
  });

  it('receives the text that was pasted before its field had the focus, without the blanks around it', () => {
    const typed = typedAhead();
    typed.begin();
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'v', ctrlKey: true }));
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ' 4bf92f3577b34da6a3ce929d0e0e4736\n');
    const pasted = new ClipboardEvent('paste', { clipboardData, cancelable: true });
    window.dispatchEvent(pasted);
    expect(pasted.defaultPrevented).to.equal(true);
    expect(typed.end()).to.equal('4bf92f3577b34da6a3ce929d0e0e4736');
  });

  it('receives a long pasted text as a whole, without line breaks', () => {
    const typed = typedAhead();
    typed.begin();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'first line\r\nsecond line '.repeat(1000));
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }));
    expect(typed.end()).to.equal(`${'first linesecond line '.repeat(1000).trim()}x`);
  });

  it('receives an empty text after a deletion, and nothing once the field has the focus', () => {
    const typed = typedAhead();
    const told: string[] = [];
    expect(typed.end()).to.equal(undefined);
    typed.begin();
    for (const key of ['d', 'Backspace']) window.dispatchEvent(new KeyboardEvent('keydown', { key }));
    typed.follow((text) => told.push(text))();
    expect(told).to.deep.equal(['']);
    expect(typed.end()).to.equal('');
    typed.follow((text) => told.push(text))();
    expect(told).to.deep.equal(['']);
  });
});

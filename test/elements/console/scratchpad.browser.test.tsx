/** Tests the scratchpad in a browser: keys, pointer and storage. Its state machine has tests without a browser. */
import { aTimeout, expect } from '@open-wc/testing';
import { useState, type ReactNode } from 'react';
import { Scratchpad } from '../../../elements/console/scratchpad.js';
import { wasScratchpadOpen } from '../../../elements/console/scratchpad-key.js';
import { expectAccessible } from '../accessible.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, settled, stage, still } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const key = 'gl-scratchpad-ada';
const stored = (): Record<string, unknown> => JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;

let server: FakeServer;
beforeEach(() => {
  localStorage.removeItem(key);
  server = fakeServer();
});
afterEach(async () => {
  document.body.replaceChildren();
  // A removed scratchpad still saves its text, so the test waits for that.
  await aTimeout(100);
  server.restore();
});

function Toggled(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <Scratchpad username="ada" focused onClose={() => setOpen(false)} />}
    </main>
  );
}

async function opened() {
  const { root, remove } = await stage(() => <Toggled />);
  await clickOn(root, 'button', 'Open');
  const dialog = await byRole(root, 'dialog', 'Scratchpad');
  const area = (await byRole(dialog, 'textbox', 'Notes')) as HTMLTextAreaElement;
  return { root, remove, dialog, area };
}

function type(area: HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
  area.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

const press = (on: HTMLElement, name: string): boolean =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }));

const point = (on: HTMLElement, type: string, x: number, y: number): boolean =>
  on.dispatchEvent(
    new PointerEvent(type, { clientX: x, clientY: y, button: 0, pointerId: 1, bubbles: true, composed: true }),
  );

describe('scratchpad', () => {
  it('opens with the focus in its text, keeps the typed text, and restores it', async () => {
    const first = await opened();
    await waitUntil(() => first.root.activeElement === first.area, 'the text has the focus');
    type(first.area, 'query: level:3');
    await byText(first.dialog, 'Auto saved.');
    expect(stored()).to.include({ opened: true, value: 'query: level:3', securityConfirmed: false });
    expect(wasScratchpadOpen('ada')).to.equal(true);
    press(first.area, 'Escape');
    await waitUntil(() => allByRole(first.root, 'dialog').length === 0, 'the scratchpad is closed');
    expect(stored()['opened']).to.equal(false);
    first.remove();

    const second = await opened();
    expect(second.area.value).to.equal('query: level:3');
    second.remove();
  });

  it('is accessible, and shows its warning once', async () => {
    const { dialog, remove } = await opened();
    await still(dialog);
    await expectAccessible(dialog);
    await clickOn(dialog, 'button', 'Got It!');
    await waitUntil(() => allByRole(dialog, 'button', 'Got It!').length === 0, 'the warning is dismissed');
    expect(stored()['securityConfirmed']).to.equal(true);
    remove();
    const again = await opened();
    expect(allByRole(again.dialog, 'button', 'Got It!')).to.have.length(0);
    again.remove();
  });

  it('moves and resizes by arrow keys, within the window', async () => {
    const { dialog, remove } = await opened();
    const before = dialog.getBoundingClientRect();
    const move = await byRole(dialog, 'button', 'Move');
    press(move, 'ArrowLeft');
    press(move, 'ArrowDown');
    await settled();
    const moved = dialog.getBoundingClientRect();
    expect([moved.left - before.left, moved.top - before.top]).to.deep.equal([-16, 16]);
    const resize = await byRole(dialog, 'button', 'Resize');
    press(resize, 'ArrowLeft');
    press(resize, 'ArrowUp');
    await settled();
    const sized = dialog.getBoundingClientRect();
    expect([sized.width - before.width, sized.height - before.height]).to.deep.equal([-16, -16]);
    expect(stored()['size']).to.deep.equal({ width: sized.width, height: sized.height });
    for (let turn = 0; turn < 200; turn += 1) press(move, 'ArrowUp');
    await settled();
    expect(dialog.getBoundingClientRect().top).to.equal(8);
    press(resize, 'Enter');
    await settled();
    expect(dialog.getBoundingClientRect().width).to.equal(450);
    remove();
  });

  it('is dragged by its header, but not by the buttons in it; a cancelled drag restores the position', async () => {
    const { dialog, remove } = await opened();
    const head = dialog.querySelector('h2')?.parentElement;
    if (!head) throw new Error('no head');
    head.setPointerCapture = () => {};
    const from = dialog.getBoundingClientRect();
    const drag = (on: HTMLElement, end: string): void => {
      point(on, 'pointerdown', 500, 100);
      point(on, 'pointermove', 460, 130);
      point(on, end, 460, 130);
    };
    drag(head, 'pointercancel');
    await settled();
    expect(dialog.getBoundingClientRect().left).to.equal(from.left);
    expect(stored()).not.to.have.property('position');
    drag(await byRole(dialog, 'button', 'Close'), 'pointerup');
    await settled();
    expect(dialog.getBoundingClientRect().left).to.equal(from.left);
    drag(head, 'pointerup');
    await settled();
    expect(stored()['position']).to.deep.equal({ left: from.left - 40, top: from.top + 30 });
    remove();
  });

  it('clears only after confirmation', async () => {
    localStorage.setItem(key, JSON.stringify({ value: 'to be lost', opened: false }));
    const { root, dialog, area, remove } = await opened();
    await clickOn(dialog, 'button', 'Clear');
    let question = await byRole(root, 'alertdialog');
    await byText(question, 'This will clear out your Scratchpad content, do you wish to proceed?');
    await clickOn(question, 'button', 'Cancel');
    await waitUntil(() => allByRole(root, 'alertdialog').length === 0, 'the confirmation is closed');
    expect(area.value).to.equal('to be lost');
    await clickOn(dialog, 'button', 'Clear');
    question = await byRole(root, 'alertdialog');
    await clickOn(question, 'button', 'Clear');
    await byText(dialog, 'Cleared.');
    expect([area.value, stored()['value']]).to.deep.equal(['', '']);
    remove();
  });

  it('shows that the browser cannot store the text', async () => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      const { dialog, area, remove } = await opened();
      await byText(dialog, 'This browser does not keep it.');
      type(area, 'still here');
      await settled();
      expect(area.value).to.equal('still here');
      remove();
    } finally {
      Storage.prototype.setItem = setItem;
    }
  });

  it('shows text that another tab has written', async () => {
    const { area, remove } = await opened();
    const newValue = JSON.stringify({ ...stored(), value: 'from elsewhere' });
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    await waitUntil(() => area.value === 'from elsewhere', 'the text of the other tab is shown');
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: '{' }));
    await settled();
    expect(area.value).to.equal('from elsewhere');
    remove();
  });

  it('saves text that was typed just before it is removed from the page', async () => {
    const { area, remove } = await opened();
    type(area, 'last words');
    await settled();
    remove();
    await waitUntil(() => stored()['value'] === 'last words', 'the last text is stored');
    expect(stored()['opened']).to.equal(true);
  });
});

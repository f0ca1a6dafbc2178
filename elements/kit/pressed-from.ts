/**
 * Remembers which control had the focus before a press of the mouse or finger moved it. A press on a link of another
 * page moves the focus to the link; a user who then stays on the page goes on in the control in which they worked.
 */
import { deepActiveElement } from '../element/document-proxy.js';

export class PressedFrom {
  #control: Element | null = null;
  readonly #closing = new AbortController();

  constructor() {
    const options = { capture: true, signal: this.#closing.signal };
    window.addEventListener('pointerdown', () => (this.#control = deepActiveElement(document)), options);
    // A control that was reached by a key keeps the focus.
    window.addEventListener('keydown', () => (this.#control = null), options);
  }

  /**
   * Returns the focus to the control that had it before the last press, unless a key was pressed since. It must be
   * called before a dialog asks whether to leave: the dialog returns the focus to the control that had it then.
   */
  giveBack(): void {
    if (this.#control instanceof HTMLElement && this.#control !== document.body)
      this.#control.focus({ preventScroll: true });
  }

  close(): void {
    this.#closing.abort();
  }
}

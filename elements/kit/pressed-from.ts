/**
 * Remembers which control had the focus before the user pressed another place with the mouse or a finger. A press on a
 * link to another page moves the focus to the link. If the user then decides to stay on the page, the focus returns to
 * the remembered control.
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
   * called before a dialog asks whether to leave the page, because the dialog, when it closes, returns the focus to the
   * control that had it when the dialog opened.
   */
  giveBack(): void {
    if (this.#control instanceof HTMLElement && this.#control !== document.body)
      this.#control.focus({ preventScroll: true });
  }

  close(): void {
    this.#closing.abort();
  }
}

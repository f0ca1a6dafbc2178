/** Keeps the number of recent alerts in front of the window title, even when other code changes the title. */
import { withBadge } from '../../machines/new-alerts.js';

export class TitleBadge {
  #count = 0;
  readonly #observer = new MutationObserver(() => this.#write());

  constructor() {
    this.#observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  }

  show(count: number): void {
    this.#count = count;
    this.#write();
  }

  end(): void {
    this.#observer.disconnect();
    this.#count = 0;
    this.#write();
    // The host page may afterwards restore a title that contains the number, so the number is removed once more.
    setTimeout(() => this.#write());
  }

  #write(): void {
    const title = withBadge(document.title, this.#count);
    if (title !== document.title) document.title = title;
  }
}

/**
 * Keeps the keyboard focus inside the element when the focused control is removed (e.g. with its row) or disabled:
 * otherwise keys would have no effect and Tab would start at the top of the page. Focus moves to the control that takes
 * its place. A control that was only moved, e.g. with a sorted row, gets the focus back.
 */
import { deepActiveElement } from './document-proxy.js';

const controls = 'a[href], button, input, select, textarea, [tabindex]';
/** Focus never leaves the nearest of these containers. */
const bounds = 'main, aside, section, form, [role="dialog"], [role="alertdialog"], [role="region"], [role="tabpanel"]';

/** Place of an element that was removed from the document. */
interface Gap {
  readonly removed: Node;
  readonly parent: Element;
  readonly next: Node | null;
  readonly previous: Node | null;
}

/** A control, and its position after it was removed. */
class Place {
  readonly control: HTMLElement;
  readonly #apart: readonly Node[];
  #gap: Gap | undefined;

  /** @param apart parents of content without neighbours, such as dialogs */
  constructor(control: HTMLElement, apart: readonly Node[]) {
    this.control = control;
    this.#apart = apart;
  }

  get gone(): boolean {
    return !this.control.isConnected;
  }

  /** True when the element can no longer have the focus. */
  get lost(): boolean {
    return this.gone || this.control.matches(':disabled');
  }

  /** Checks whether the control was removed, alone or with an ancestor. */
  note(records: readonly MutationRecord[]): void {
    for (const { removedNodes, target, nextSibling: next, previousSibling: previous } of records) {
      for (const removed of removedNodes) {
        if (!removed.contains(this.#gap?.parent ?? this.control) || !(target instanceof Element)) continue;
        this.#gap = { removed, parent: target, next, previous };
      }
    }
  }

  /** Returns the control itself if it can be focused, otherwise the nearest control to its position. */
  find(): HTMLElement | undefined {
    if (!this.lost) return this.control;
    const gap = this.gone ? this.#gap : gapAt(this.control);
    // A whole page was replaced, as after signing in: the new page starts with its own focus.
    if (!gap?.parent.isConnected || (gap.removed instanceof Element && gap.removed.querySelector('main')))
      return undefined;
    const { removed, parent, next, previous } = gap;
    // After a change of page, its controls may still be loading.
    if (parent instanceof HTMLElement && parent.matches('main[tabindex]')) return parent;
    const kept = (node: Node | null): Element | null =>
      node instanceof Element && node.parentNode === parent ? node : null;
    // No sibling follows the removed element, so the search starts after its previous sibling.
    const first = previous === null ? null : kept(next);
    const follower = kept(previous) ? kept(previous)?.nextElementSibling : (first ?? parent.firstElementChild);
    const like = removed instanceof Element ? usableIn(removed, false).indexOf(this.control) : -1;
    const beside = after(follower ?? null, like) ?? before(kept(previous), like);
    if (beside) return beside;
    let around: Element | null = parent;
    for (; around && !around.matches(bounds); around = around.parentElement) {
      // A closing dialog may leave its frame behind for a moment; the page's controls are not neighbours of that frame.
      if (this.#apart.includes(around)) return undefined;
      const found = after(around.nextElementSibling, -1) ?? before(around.previousElementSibling, -1);
      if (found) return found;
    }
    if (!around) return undefined;
    return (
      usableIn(around)[0] ?? (around instanceof HTMLElement && around.hasAttribute('tabindex') ? around : undefined)
    );
  }
}

/** Position of the removed element among its siblings. */
function gapAt(removed: HTMLElement): Gap | undefined {
  const { parentElement: parent, nextElementSibling: next, previousElementSibling: previous } = removed;
  return parent ? { removed, parent, next, previous } : undefined;
}

/** @param hidden true leaves out hidden and disabled controls */
function usableIn(within: Element, hidden = true): HTMLElement[] {
  const found = [...(within.matches(controls) ? [within] : []), ...within.querySelectorAll(controls)];
  return found.filter(
    (control): control is HTMLElement =>
      control instanceof HTMLElement &&
      control.tabIndex >= 0 &&
      !control.hasAttribute('data-tabster-dummy') &&
      (!hidden || (!control.matches(':disabled') && control.checkVisibility({ visibilityProperty: true }))),
  );
}

/**
 * Searches the next siblings: returns the control at the same place as in the removed element, otherwise the first
 * control.
 */
function after(sibling: Element | null, like: number): HTMLElement | undefined {
  for (let at = sibling; at; at = at.nextElementSibling) {
    const found = usableIn(at);
    if (found.length > 0) return found[like] ?? found[0];
  }
  return undefined;
}

function before(sibling: Element | null, like: number): HTMLElement | undefined {
  for (let at = sibling; at; at = at.previousElementSibling) {
    const found = usableIn(at);
    if (found.length > 0) return found[like] ?? found.at(-1);
  }
  return undefined;
}

/** Tells whether no control of the page has the focus; an element as a whole does not count. */
export function isFocusLost(page: Document): boolean {
  const active = deepActiveElement(page);
  return active === null || active === page.body || active.shadowRoot !== null;
}

/** One keeper exists per shadow root and lives as long as the root. */
export class FocusKeeper {
  readonly #page: Document;
  readonly #apart: readonly Node[];
  #focused: Place | undefined;
  readonly #kept = new Set<Place>();

  /**
   * @param wrapper the content of the root
   * @param apart parents of content without neighbours: menus and dialogs restore the focus themselves, other content
   * starts anew
   */
  constructor(wrapper: HTMLElement, apart: readonly Node[]) {
    const page = wrapper.ownerDocument;
    this.#page = page;
    this.#apart = apart;
    const observer = new MutationObserver((records) => this.#changed(records));
    wrapper.addEventListener('focusin', ({ target }) => {
      // A nested custom element keeps its own focus.
      this.#focused = target instanceof HTMLElement && !target.shadowRoot ? new Place(target, apart) : undefined;
    });
    wrapper.addEventListener('focusout', () => {
      const left = this.#focused;
      // Browsers fire focusout for a removal before the removal takes place.
      queueMicrotask(() => {
        this.#changed(observer.takeRecords());
        // The user clicked beside all controls or focused something else, and the window is not merely in the
        // background.
        if (this.#focused === left && !left?.lost && page.hasFocus()) this.#focused = undefined;
      });
    });
    observer.observe(wrapper, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  }

  #changed(records: readonly MutationRecord[]): void {
    const focused = this.#focused;
    const lost = [focused, ...this.#kept].filter((place) => place?.lost);
    if (lost.length > 0) {
      const inside = records.filter(({ target }) => !this.#apart.includes(target));
      for (const place of lost) place?.note(inside);
    }
    if (!focused) return;
    if (!focused.lost) {
      const { control } = focused;
      const moved = records.some(({ removedNodes }) => [...removedNodes].some((removed) => removed.contains(control)));
      if (moved && isFocusLost(this.#page)) control.focus({ preventScroll: true });
      return;
    }
    // Waits until dialogs and menus have restored the focus. A disabled control keeps the focus until the next frame.
    setTimeout(() => {
      const left = isFocusLost(this.#page) || deepActiveElement(this.#page) === focused.control;
      // Focus is set without scrolling: a row that is unmounted because a long list scrolls must not scroll the list
      // back.
      if (this.#focused === focused && focused.lost && left) focused.find()?.focus({ preventScroll: true });
    });
  }

  /**
   * Remembers the focused control.
   * @returns a function that forgets it; called with true, it first focuses the control again or the control that took
   * its place
   */
  hold(): (giveBack: boolean) => void {
    const active = deepActiveElement(document);
    if (!(active instanceof HTMLElement)) return () => undefined;
    const place = new Place(active, this.#apart);
    this.#kept.add(place);
    return (giveBack) => {
      this.#kept.delete(place);
      if (giveBack) place.find()?.focus();
    };
  }
}

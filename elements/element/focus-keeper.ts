/**
 * Keeps the keyboard's focus inside when the control that has it goes, e.g. with its row, or is switched off: else no key
 * would mean anything here any more, and Tab would begin at the top of the page. It goes to the control that took the place.
 * A control that is only put elsewhere, e.g. with its row in another order, has it again.
 */
import { deepActiveElement } from './document-proxy.js';

const controls = 'a[href], button, input, select, textarea, [tabindex]';
/** The focus never moves out of the nearest of these containers. */
const bounds = 'main, aside, section, form, [role="dialog"], [role="alertdialog"], [role="region"], [role="tabpanel"]';

/** Place of an element that was removed from the document. */
interface Gap {
  readonly removed: Node;
  readonly parent: Element;
  readonly next: Node | null;
  readonly previous: Node | null;
}

/** A control, and where it was once it is gone. */
class Place {
  readonly control: HTMLElement;
  readonly #apart: readonly Node[];
  #gap: Gap | undefined;

  /** @param apart the parents of what has no neighbours */
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

  /** Looks whether it was taken out, alone or with what is around it. */
  note(records: readonly MutationRecord[]): void {
    for (const { removedNodes, target, nextSibling: next, previousSibling: previous } of records) {
      for (const removed of removedNodes) {
        if (!removed.contains(this.#gap?.parent ?? this.control) || !(target instanceof Element)) continue;
        this.#gap = { removed, parent: target, next, previous };
      }
    }
  }

  /** The control itself, else the nearest one to where it was. */
  find(): HTMLElement | undefined {
    if (!this.lost) return this.control;
    const gap = this.gone ? this.#gap : gapAt(this.control);
    // A page as a whole, as after signing in: what comes begins anew.
    if (!gap?.parent.isConnected || (gap.removed instanceof Element && gap.removed.querySelector('main')))
      return undefined;
    const { removed, parent, next, previous } = gap;
    // After a change of page, its controls may still be loading.
    if (parent instanceof HTMLElement && parent.matches('main[tabindex]')) return parent;
    const kept = (node: Node | null): Element | null =>
      node instanceof Element && node.parentNode === parent ? node : null;
    // The replacement follows the previous sibling.
    const first = previous === null ? null : kept(next);
    const follower = kept(previous) ? kept(previous)?.nextElementSibling : (first ?? parent.firstElementChild);
    const like = removed instanceof Element ? usableIn(removed, false).indexOf(this.control) : -1;
    const beside = after(follower ?? null, like) ?? before(kept(previous), like);
    if (beside) return beside;
    let around: Element | null = parent;
    for (; around && !around.matches(bounds); around = around.parentElement) {
      // A dialog may leave its frame behind for a moment: nothing of the page stands beside that.
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

/** @param hidden whether hidden and disabled ones are left out */
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

/** In the next siblings: the control at the same place as in what was removed, else the first one. */
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

/** One per shadow root; lives as long as the root. */
export class FocusKeeper {
  readonly #page: Document;
  readonly #apart: readonly Node[];
  #focused: Place | undefined;
  readonly #kept = new Set<Place>();

  /**
   * @param wrapper everything in the root
   * @param apart parents of what has no neighbours: menus and dialogs give the focus back themselves, other content begins anew
   */
  constructor(wrapper: HTMLElement, apart: readonly Node[]) {
    const page = wrapper.ownerDocument;
    this.#page = page;
    this.#apart = apart;
    const observer = new MutationObserver((records) => this.#changed(records));
    wrapper.addEventListener('focusin', ({ target }) => {
      // An element inside keeps its own.
      this.#focused = target instanceof HTMLElement && !target.shadowRoot ? new Place(target, apart) : undefined;
    });
    wrapper.addEventListener('focusout', () => {
      const left = this.#focused;
      // Browsers report a removal before it has happened.
      queueMicrotask(() => {
        this.#changed(observer.takeRecords());
        // Pressed beside all controls, or gone elsewhere; not: the window is in the background.
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
    // After dialogs and menus have given the focus back. What was switched off has it until the next frame.
    setTimeout(() => {
      const left = isFocusLost(this.#page) || deepActiveElement(this.#page) === focused.control;
      // Focus is set without scrolling: a row that leaves because a long list scrolls must not scroll the list back.
      if (this.#focused === focused && focused.lost && left) focused.find()?.focus({ preventScroll: true });
    });
  }

  /** Remembers what has the focus now. @returns forgets it; given true, first gives the focus back to it or to what took its place */
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

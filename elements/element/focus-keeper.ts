/**
 * Keeps the keyboard focus inside the element when the focused control is disabled or removed, for example with its
 * row. Otherwise keys would have no effect, and the Tab key would start at the top of the page. The focus moves to the
 * control that takes the place of the lost one; a control that was only moved in the DOM gets the focus back.
 */
import { deepActiveElement } from './document-proxy.js';

const controls = 'a[href], button, input, select, textarea, [tabindex]';
/** CSS selector of containers. The focus stays inside the nearest of these containers around the lost control. */
const bounds = 'main, aside, section, form, [role="dialog"], [role="alertdialog"], [role="region"], [role="tabpanel"]';

/** Position in the DOM from which a node was removed. */
interface Gap {
  readonly removed: Node;
  readonly parent: Element;
  readonly next: Node | null;
  readonly previous: Node | null;
}

/** A control and, once the control was removed, the position from which it was removed. */
class Place {
  readonly control: HTMLElement;
  /**
   * The place of the control that had the focus when a dialog was opened. If that dialog has replaced other dialogs,
   * the places follow that were remembered when those dialogs were opened.
   */
  readonly chain: Place[] = [this];
  readonly #apart: readonly Node[];
  #gap: Gap | undefined;

  /** @param apart containers whose children, such as dialogs, do not count as neighbours of each other */
  constructor(control: HTMLElement, apart: readonly Node[]) {
    this.control = control;
    this.#apart = apart;
  }

  get gone(): boolean {
    return !this.control.isConnected;
  }

  /** True when the control was removed or is disabled, so that it can no longer have the focus. */
  get lost(): boolean {
    return this.gone || this.control.matches(':disabled');
  }

  /** Stores the position from which the control, alone or with an ancestor, was removed according to the records. */
  note(records: readonly MutationRecord[]): void {
    for (const { removedNodes, target, nextSibling: next, previousSibling: previous } of records) {
      for (const removed of removedNodes) {
        if (!removed.contains(this.#gap?.parent ?? this.control) || !(target instanceof Element)) continue;
        this.#gap = { removed, parent: target, next, previous };
      }
    }
  }

  /**
   * Returns the control itself if it is not lost; undefined if a whole page was replaced, or if the control was in a
   * dialog without other controls. Otherwise returns the first of these that exists:
   * – the `main` of a page that was just opened
   * – the control nearest to the position of the lost control
   * – the focusable container (`bounds`) around that position
   */
  find(): HTMLElement | undefined {
    if (!this.lost) return this.control;
    const gap = this.gone ? this.#gap : gapAt(this.control);
    // When a whole page was replaced, as after a sign-in, the new page decides about the focus.
    if (!gap?.parent.isConnected || (gap.removed instanceof Element && gap.removed.querySelector('main')))
      return undefined;
    const { removed, parent, next, previous } = gap;
    // The controls of a page that was just opened may still be loading, so the page's `main` gets the focus.
    if (parent instanceof HTMLElement && parent.matches('main[tabindex]')) return parent;
    const kept = (node: Node | null): Element | null =>
      node instanceof Element && node.parentNode === parent ? node : null;
    // The recorded next sibling may be outdated, so the search starts after the previous sibling if that still exists.
    const first = previous === null ? null : kept(next);
    const follower = kept(previous) ? kept(previous)?.nextElementSibling : (first ?? parent.firstElementChild);
    const like = removed instanceof Element ? usableIn(removed, false).indexOf(this.control) : -1;
    const beside = after(follower ?? null, like) ?? before(kept(previous), like);
    if (beside) return beside;
    let around: Element | null = parent;
    for (; around && !around.matches(bounds); around = around.parentElement) {
      // The frame of a closing dialog may exist for a moment longer; the page's controls are not neighbours of that
      // frame.
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

/** Returns the position of an element that is still in the document; undefined if it has no parent element. */
function gapAt(removed: HTMLElement): Gap | undefined {
  const { parentElement: parent, nextElementSibling: next, previousElementSibling: previous } = removed;
  return parent ? { removed, parent, next, previous } : undefined;
}

/**
 * Returns the controls with a tab index of at least 0 in an element, including the element itself.
 * @param hidden true leaves out hidden and disabled controls, which the Tab key does not reach
 */
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
 * Returns a control in the first element, from `sibling` on, that has usable controls. It is the control at index
 * `like`, which is the index of the lost control in the removed element. If there is no such control, it is the first
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

/**
 * Returns whether no control of the page has the focus; a custom element that has the focus itself, instead of a
 * control inside it, is not a control.
 */
export function isFocusLost(page: Document): boolean {
  const active = deepActiveElement(page);
  return active === null || active === page.body || active.shadowRoot !== null;
}

/** Keeps the focus inside one shadow root; the keeper lives as long as the root. */
export class FocusKeeper {
  readonly #page: Document;
  readonly #apart: readonly Node[];
  #focused: Place | undefined;
  readonly #kept = new Set<Place>();

  /**
   * @param wrapper element that contains the content of the shadow root
   * @param apart containers whose children do not count as neighbours of each other: menus and dialogs restore the
   * focus themselves
   */
  constructor(wrapper: HTMLElement, apart: readonly Node[]) {
    const page = wrapper.ownerDocument;
    this.#page = page;
    this.#apart = apart;
    const observer = new MutationObserver((records) => this.#changed(records));
    wrapper.addEventListener('focusin', ({ target }) => {
      // A nested custom element with a shadow root keeps the focus itself.
      this.#focused = target instanceof HTMLElement && !target.shadowRoot ? new Place(target, apart) : undefined;
    });
    wrapper.addEventListener('focusout', () => {
      const left = this.#focused;
      // Browsers fire `focusout` for a removed control before the control is removed.
      queueMicrotask(() => {
        this.#changed(observer.takeRecords());
        // The control is forgotten if the user clicked beside all controls or focused something else, but not if the
        // window went into the background.
        if (this.#focused === left && !left?.lost && page.hasFocus()) this.#focused = undefined;
      });
    });
    observer.observe(wrapper, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  }

  #changed(records: readonly MutationRecord[]): void {
    const focused = this.#focused;
    const lost = [focused, ...this.#kept].flatMap((place) => place?.chain ?? []).filter((place) => place.lost);
    if (lost.length > 0) {
      const inside = records.filter(({ target }) => !this.#apart.includes(target));
      for (const place of lost) place.note(inside);
    }
    if (!focused) return;
    if (!focused.lost) {
      const { control } = focused;
      const moved = records.some(({ removedNodes }) => [...removedNodes].some((removed) => removed.contains(control)));
      if (moved && isFocusLost(this.#page)) control.focus({ preventScroll: true });
      return;
    }
    // The timer lets dialogs and menus restore the focus first. A disabled control keeps the focus until the next
    // frame.
    setTimeout(() => {
      const left = isFocusLost(this.#page) || deepActiveElement(this.#page) === focused.control;
      // The focus is set without scrolling: otherwise a row that is unmounted because a long list is scrolled would
      // scroll the list back.
      if (this.#focused === focused && focused.lost && left) focused.find()?.focus({ preventScroll: true });
    });
  }

  /**
   * Remembers the focused control.
   * @returns a function that forgets the control; called with true, it also focuses the control, or the control that
   * has taken its place
   */
  hold(): (giveBack: boolean) => void {
    const active = deepActiveElement(document);
    if (!(active instanceof HTMLElement)) return () => undefined;
    const place = new Place(active, this.#apart);
    this.#kept.add(place);
    return (giveBack) => {
      const kept = [...this.#kept];
      this.#kept.delete(place);
      if (giveBack) {
        const controls = place.chain.map((one) => one.find());
        return controls.find((control) => control && control !== this.#page.body)?.focus();
      }
      // Another dialog has replaced this dialog. If the control that the other dialog has remembered was in this
      // dialog, or is the body, the other dialog returns the focus to the control that this dialog has remembered.
      for (const later of kept.slice(kept.indexOf(place) + 1))
        if (later.gone || later.control === this.#page.body) later.chain.push(...place.chain);
    };
  }
}

/**
 * The document given to library components: it is the page's document, but queries and insertions work inside the
 * shadow root. Without it Fluent puts styles into the page's head, and its menus lose the focus on Escape.
 */

/**
 * Creates a proxy for `root.ownerDocument` that is bound to this shadow root. `head` is the element to which library
 * code appends its head elements.
 */
export function documentFor(root: ShadowRoot, head: HTMLElement): Document {
  const own: Record<PropertyKey, unknown> = {
    head,
    getElementById: root.getElementById.bind(root),
    querySelector: root.querySelector.bind(root),
    querySelectorAll: root.querySelectorAll.bind(root),
  };
  const bound = new Map<PropertyKey, unknown>();
  return new Proxy(root.ownerDocument, {
    get(page, name) {
      if (name === 'activeElement') return deepActiveElement(page);
      if (name in own) return own[name];
      // Getters and methods of a document throw when called on the proxy, so they are called on the real document.
      const value: unknown = Reflect.get(page, name, page);
      if (typeof value !== 'function') return value;
      if (!bound.has(name)) bound.set(name, value.bind(page));
      return bound.get(name);
    },
    set: (page, name, value) => Reflect.set(page, name, value, page),
  });
}

/** Finds the focused element, also inside shadow roots. */
export function deepActiveElement(page: Document): Element | null {
  let active = page.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/**
 * The document that library components of a shadow root get in place of the page's document; its queries and insertions
 * work inside the shadow root. With the page's document, Fluent would put styles into the page's head, and its menus
 * would lose the focus on Escape.
 */

/**
 * Returns a proxy of the page's document whose queries search the shadow root `root`, and whose `activeElement` is the
 * focused element inside shadow roots.
 * @param head the proxy's `head`, to which library code appends elements such as styles
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
      // The document's getters and methods throw when called on the proxy, so they are called on the page's document.
      const value: unknown = Reflect.get(page, name, page);
      if (typeof value !== 'function') return value;
      if (!bound.has(name)) bound.set(name, value.bind(page));
      return bound.get(name);
    },
    set: (page, name, value) => Reflect.set(page, name, value, page),
  });
}

/** Returns the focused element of a page, also when it is inside open shadow roots; null if there is none. */
export function deepActiveElement(page: Document): Element | null {
  let active = page.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

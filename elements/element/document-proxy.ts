/**
 * The document that library components get to see: the page's, except that what they look for or add is inside the shadow root.
 * Without it Fluent puts styles into the page's head and its menus lose the focus on Escape.
 */

/** A stand-in for `root.ownerDocument`, bound to this root. `head` is where library code may append what it believes to belong there. */
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
      // Getters and methods of a document work on a real document only, never on the proxy.
      const value: unknown = Reflect.get(page, name, page);
      if (typeof value !== 'function') return value;
      if (!bound.has(name)) bound.set(name, value.bind(page));
      return bound.get(name);
    },
    set: (page, name, value) => Reflect.set(page, name, value, page),
  });
}

/** The focused element, looked for through shadow roots. */
export function deepActiveElement(page: Document): Element | null {
  let active = page.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

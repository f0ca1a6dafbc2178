/** Returns the document or shadow root that contains a node; undefined: there is no node. */
export const rootOf = (node: Node | null | undefined): Document | ShadowRoot | undefined =>
  // Cast: the root of a node that is on the page is a document or a shadow root.
  node?.getRootNode() as Document | ShadowRoot | undefined;

/**
 * Adds the vendor prefix that supported browsers need. The build replaces a module of the style library by this module
 * (library-rewrites.mjs), because that module also prefixes for browsers that the product does not support.
 */

/** A node of the preprocessor's syntax tree (https://stylis.js.org/#abstract-syntax-structure). */
interface StyleNode {
  /** `decl` for a declaration. */
  readonly type: string;
  /** The whole declaration with its semicolon, such as `user-select:none;`. */
  readonly value: string;
  /** The output of the declaration; if it is empty, `value` is the output. */
  return: string;
}

/** Writes `user-select` with the prefix of Safari too; no other property of the styles needs a prefix. */
export function prefixerPlugin(element: StyleNode): void {
  if (element.type === 'decl' && !element.return && element.value.startsWith('user-select:'))
    element.return = `-webkit-${element.value}${element.value}`;
}

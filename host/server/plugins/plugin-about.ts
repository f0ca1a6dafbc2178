/**
 * Reads the metadata in the comments at the beginning of a plug-in's module: lines with `@version`, `@author`,
 * `@description` and `@website`. The server executes nothing of the module.
 */

export interface PluginAbout {
  readonly version: string;
  readonly author: string;
  readonly description: string;
  /** HTTP or HTTPS address; empty when the plug-in names none. */
  readonly website: string;
}

/** Number of bytes at the beginning of a module that are searched for metadata. */
export const aboutBytes = 4096;
const longest = 200;

const comment = /^\s*(?:\/\*([^]*?)\*\/|\/\/([^\n]*))/;
const line = /^[\s*!]*@(version|author|description|website)[ \t]+([^]+)$/;

/**
 * Returns the metadata of a plug-in; missing values are empty.
 * @param beginning beginning of the module, at most `aboutBytes`; a comment that ends after this part is ignored
 */
export function aboutOf(beginning: string): PluginAbout {
  const values = new Map<string, string>();
  let rest = beginning.replace(/^\uFEFF/, '');
  for (let found = comment.exec(rest); found; found = comment.exec(rest)) {
    rest = rest.slice(found[0].length);
    for (const text of (found[1] ?? found[2] ?? '').split(/\r?\n/)) {
      const [, name, value] = line.exec(text) ?? [];
      if (name !== undefined && value !== undefined && !values.has(name)) values.set(name, plain(value));
    }
  }
  const [version = '', author = '', description = '', website = ''] = [
    'version',
    'author',
    'description',
    'website',
  ].map((name) => values.get(name));
  return { version, author, description, website: isOfHttp(website) ? website : '' };
}

/** Returns a value on one line and without invisible characters, which could disguise other text in the table. */
const plain = (value: string): string =>
  [...value.replace(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, longest).join('');

const isOfHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/**
 * The list of allowed URLs while it is edited (spec 1 §5 "Allow-list entry"; screens/administration.md B "URL
 * Whitelist"). The functions are pure.
 */
import type { UrlAllowList } from '../api/contract/cluster-config.schema.js';
import { isWebAddress } from '../api/web-address.js';

export type AllowListEntry = UrlAllowList['entries'][number];

export interface EntryErrors {
  readonly title?: string;
  readonly value?: string;
}

const allowListErrors = {
  required: 'Required field',
  url: 'Not a valid URL',
  regex: 'Not a valid Java regular expression',
} as const;

/**
 * Returns the errors of an entry.
 * @param isRegex tells whether the server accepts a pattern; undefined: not known yet
 */
export function entryErrors(
  { type, title, value }: AllowListEntry,
  isRegex: (pattern: string) => boolean | undefined,
): EntryErrors {
  const wrong = type === 'literal' ? !isWebAddress(value) : value === '' || isRegex(value) === false;
  return {
    ...(title.trim() === '' && { title: allowListErrors.required }),
    ...(wrong && { value: type === 'literal' ? allowListErrors.url : allowListErrors.regex }),
  };
}

/** Addresses that have nothing in common except that their schemes begin with `http`. */
const unrelated = ['http://a.invalid/', 'https://127.0.0.1:9/x?y#z', 'http://[::1]/'];

/**
 * Tells whether a pattern allows practically every address, as `.*` and `^https?://` do, so that the list protects
 * nothing. Such a pattern matches three unrelated addresses. For a pattern that JavaScript cannot read, the result is
 * false.
 */
export function allowsEverything({ type, value }: Pick<AllowListEntry, 'type' | 'value'>): boolean {
  if (type !== 'regex' || value === '') return false;
  try {
    const pattern = new RegExp(value);
    return unrelated.every((address) => pattern.test(address));
  } catch {
    // Some Java patterns are no valid JavaScript patterns; these are not judged.
    return false;
  }
}

export const withEntry = (entries: readonly AllowListEntry[], entry: AllowListEntry): AllowListEntry[] =>
  entries.map((other) => (other.id === entry.id ? entry : other));

/** Returns the form in which an entry is stored: its title has no whitespace at its ends. */
export const storedEntry = (entry: AllowListEntry): AllowListEntry => ({ ...entry, title: entry.title.trim() });

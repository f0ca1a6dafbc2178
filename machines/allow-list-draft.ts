/**
 * The URL allow list while it is edited (spec 1 §5 "Allow-list entry"; screens/administration.md B "URL Whitelist").
 * The functions are pure.
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

/** @param isRegex whether the server accepts a pattern; undefined: no answer yet */
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

/** Addresses that have nothing in common but their scheme. */
const unrelated = ['http://a.invalid/', 'https://127.0.0.1:9/x?y#z', 'http://[::1]/'];

/** Tells whether a pattern allows every address, as `.*` and `^https?://` do: the list then protects nothing. */
export function allowsEverything({ type, value }: Pick<AllowListEntry, 'type' | 'value'>): boolean {
  if (type !== 'regex' || value === '') return false;
  try {
    const pattern = new RegExp(value);
    return unrelated.every((address) => pattern.test(address));
  } catch {
    // Java patterns that this language cannot read are not judged.
    return false;
  }
}

export const withEntry = (entries: readonly AllowListEntry[], entry: AllowListEntry): AllowListEntry[] =>
  entries.map((other) => (other.id === entry.id ? entry : other));

/** The stored form of an entry: its title is trimmed. */
export const storedEntry = (entry: AllowListEntry): AllowListEntry => ({ ...entry, title: entry.title.trim() });

/** Compares two or more messages field by field. The functions are pure. */
import type { ResultMessage } from '../../api/contract/searches.js';
import { ownValue } from '../widgets/values/own-value.js';
import { rawText } from '../widgets/values/value-text.js';
import { isInternalField } from './message-fields.js';

export interface ComparedField {
  readonly name: string;
  /** Values in the order of the messages; undefined for a message without the field. */
  readonly values: readonly unknown[];
  readonly differs: boolean;
}

/**
 * Returns all fields of the messages except internal ones, sorted by name (UTF-16 units); a field that only some
 * messages have counts as different.
 */
export function comparedFields(messages: readonly ResultMessage[]): ComparedField[] {
  const names = new Set(messages.flatMap(({ message }) => Object.keys(message)));
  return [...names]
    .filter((name) => !isInternalField(name))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map((name) => {
      const values = messages.map(({ message }) => ownValue(message, name));
      return { name, values, differs: values.some((value) => !sameValue(values[0], value)) };
    });
}

function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== typeof right || left === undefined || right === undefined) return false;
  return rawText(left) === rawText(right);
}

/** Highest share of a text that is highlighted; beyond it the whole value counts as different. */
const mostMarked = 0.7;

/**
 * Returns the part of a text between the prefix and suffix it shares with another text, widened to whole words;
 * undefined when the texts are equal or when the part is longer than `mostMarked` of the text.
 */
export function differingPart(text: string, other: string): { start: number; length: number } | undefined {
  if (text === other) return undefined;
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start++;
  let end = text.length;
  let otherEnd = other.length;
  while (end > start && otherEnd > start && text[end - 1] === other[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  while (start > 0 && isWord(text[start - 1]) && isWord(text[start] ?? other[start])) start--;
  while (end < text.length && isWord(text[end]) && isWord(text[end - 1])) end++;
  return end - start > mostMarked * text.length ? undefined : { start, length: end - start };
}

const isWord = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);

/**
 * Formats the time in ms from the first message to another, with its sign and at most two units: `+250 ms`, `+1.250 s`,
 * `−2 min 5 s`, `+3 h 4 min`, `+1 d 2 h`.
 */
export function timeDistance(ms: number): string {
  const sign = ms < 0 ? '−' : '+';
  const size = Math.abs(ms);
  if (size < 1000) return `${sign}${size} ms`;
  if (size < 60_000) return `${sign}${(size / 1000).toFixed(3)} s`;
  const seconds = Math.floor(size / 1000);
  if (seconds < 3600) return `${sign}${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (seconds < 86_400) return `${sign}${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${sign}${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}

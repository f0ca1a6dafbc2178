/**
 * Creates extractors that return a part of a split text, a range of characters or the complete text (contract
 * data-intake split_and_index, substring, copy_input).
 */
import type { Extract, Span } from './extraction.js';

export interface Cut extends Span {
  readonly text: string;
}

/** Splits a text at a literal separator; empty parts at the end are dropped. An empty separator does not split. */
export function splitText(text: string, separator: string): string[] {
  if (separator === '') return [text];
  const parts = text.split(separator);
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts;
}

/**
 * Splits a text and returns the part with a number, counted from 1; undefined: the part is missing or empty, or the
 * separator is empty.
 */
export function cutPart(text: string, separator: string, number: number): Cut | undefined {
  const parts = splitText(text, separator);
  const part = separator === '' ? undefined : parts[number - 1];
  if (part === undefined || part === '') return undefined;
  const before = parts.slice(0, number - 1);
  const start = before.reduce((sum, one) => sum + one.length + separator.length, 0);
  return { text: part, start, end: start + part.length };
}

/** Returns the text from `start` up to `end` (exclusive); undefined: the range is empty, or not within the text. */
export function cutRange(text: string, start: number, end: number): Cut | undefined {
  if (start < 0 || end > text.length || end <= start) return undefined;
  return { text: text.slice(start, end), start, end };
}

const found = (cut: Cut | undefined) => (cut ? [{ value: cut.text, span: cut }] : []);

export const splitAndIndex =
  (separator: string, number: number): Extract =>
  (text) =>
    found(cutPart(text, separator, number));

export const substring =
  (start: number, end: number): Extract =>
  (text) =>
    found(cutRange(text, start, end));

export const copyInput: Extract = (text) => [{ value: text, span: { start: 0, end: text.length } }];

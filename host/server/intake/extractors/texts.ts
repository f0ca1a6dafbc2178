/** Converts a text into another text, a number or fields (contract data-intake, converter_types). */
import { createHash } from 'node:crypto';
import { asDouble } from '../route/stream-rules.js';
import { facilityName } from '../decode/syslog-priority.js';
import type { FieldValue } from '../../store/types.js';
import { ExtractionError } from './extraction.js';
import { splitText } from './parts.js';

/** Converts a text to an integer of up to 64 bits or a double; returns a text that is no number unchanged. */
export function numeric(text: string): FieldValue {
  const trimmed = text.trim();
  if (/^[+-]?\d{1,19}$/.test(trimmed)) {
    const exact = BigInt(trimmed.replace('+', ''));
    if (BigInt.asIntN(64, exact) === exact) {
      return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
    }
  }
  const number = asDouble(text);
  return number === undefined || !Number.isFinite(number) ? text : number;
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

export const partCount = (text: string, separator: string): number =>
  text === '' ? 0 : splitText(text, separator).length;

/** Replaces the last number of every IPv4 address by `xxx`. */
export const anonymizeAddresses = (text: string): string =>
  text.replace(/(?<![\d.])(\d{1,3}\.\d{1,3}\.\d{1,3}\.)\d{1,3}(?!\d)/g, '$1xxx');

function priority(text: string): number {
  if (!/^\s*\d{1,9}\s*$/.test(text)) throw new ExtractionError(`"${text.slice(0, 60)}" is no priority of syslog.`);
  return Number(text);
}

export const levelOfPriority = (text: string): number => priority(text) % 8;
export const facilityOfPriority = (text: string): string => facilityName(Math.floor(priority(text) / 8));

const mostPairs = 2_000;
/**
 * Matches `key=value`. A match can begin only at the first character of a key, so that the time is linear in the text.
 */
const pair = /(?<![\w.@-])([\w.@-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/g;

/** Parses `key=value` pairs; the last value of a key wins. */
export function pairFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [, key = '', double, single, plain] of text.matchAll(pair)) {
    if (fields.size >= mostPairs) break;
    fields.set(key, double ?? single ?? plain ?? '');
  }
  return fields;
}

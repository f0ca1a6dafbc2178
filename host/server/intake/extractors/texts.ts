/** Converters of one text into another, a number or fields (contract data-intake, converter_types). */
import { createHash } from 'node:crypto';
import { asDouble } from '../route/stream-rules.js';
import { facilityName } from '../decode/syslog-priority.js';
import type { FieldValue } from '../../store/types.js';
import { ExtractionError } from './extraction.js';
import { splitText } from './parts.js';

/** An integer of up to 64 bits, a double, or the text as it is. */
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

/** The last number of every IPv4 address becomes `xxx`. */
export const anonymizeAddresses = (text: string): string =>
  text.replace(/(?<![\d.])(\d{1,3}\.\d{1,3}\.\d{1,3}\.)\d{1,3}(?!\d)/g, '$1xxx');

function priority(text: string): number {
  if (!/^\s*\d{1,9}\s*$/.test(text)) throw new ExtractionError(`"${text.slice(0, 60)}" is no priority of syslog.`);
  return Number(text);
}

export const levelOfPriority = (text: string): number => priority(text) % 8;
export const facilityOfPriority = (text: string): string => facilityName(Math.floor(priority(text) / 8));

const mostPairs = 2_000;
/** A key is looked for from its first letter only, so that the time grows with the text. */
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

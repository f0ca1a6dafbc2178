/**
 * Translates an expression to the syntax of the linear-time engine (RE2, https://github.com/google/re2/wiki/Syntax).
 */
import type { JavaExpression, Place } from './expression.js';
import { complement, type SignSet } from './sign-set.js';
import type { Ranges } from '../regex-parts.js';

/** Largest count of a repetition that the linear-time engine accepts. */
const mostTimes = 1000;

/** Translates an expression; it must be run with the flag `s`. @returns undefined: the engine lacks a feature */
export function writeLinear(expression: JavaExpression): string | undefined {
  try {
    return written(expression);
  } catch (error) {
    if (error instanceof NotLinearError) return undefined;
    throw error;
  }
}

class NotLinearError extends Error {}

function signOf(code: number): string {
  const sign = String.fromCodePoint(code);
  if (/[0-9A-Za-z]/.test(sign)) return sign;
  if (code >= 0x20 && code < 0x7f) return code === 0x20 ? sign : `\\${sign}`;
  return code < 0xa0 || (code >= 0x2000 && code < 0x2100) || (code >= 0xd800 && code < 0xf900)
    ? `\\x{${code.toString(16)}}`
    : sign;
}

const rangesWritten = (ranges: Ranges): string =>
  ranges.map(([from, to]) => (from === to ? signOf(from) : `${signOf(from)}-${signOf(to)}`)).join('');

/** Returns the content of a character class in brackets. @throws NotLinearError when the engine lacks a feature */
function members(set: SignSet): string {
  switch (set.kind) {
    case 'ranges':
      return rangesWritten(set.ranges);
    case 'property':
      // The engine supports general categories and scripts; scripts are written without `Script=`.
      if (!/^(?:Script=\w+|[A-Z][a-z]?)$/.test(set.name) || set.name === 'LC') throw new NotLinearError();
      return `\\p{${set.name.replace('Script=', '')}}`;
    case 'not':
      if (set.part.kind !== 'property') throw new NotLinearError();
      return members(set.part).replace('\\p', '\\P');
    case 'either':
      return set.parts.map(members).join('');
    default:
      throw new NotLinearError();
  }
}

function classWritten(set: SignSet): string {
  if (set.kind === 'not' && set.part.kind === 'either') return `[^${members(set.part)}]`;
  if (set.kind !== 'ranges') return `[${members(set)}]`;
  const { ranges } = set;
  const [first] = ranges;
  // A set without characters matches nothing, which the engine cannot express.
  if (!first) throw new NotLinearError();
  if (ranges.length === 1 && first[0] === 0 && first[1] === 0x10ffff) return '.';
  if (ranges.length === 1 && first[0] === first[1]) return signOf(first[0]);
  const isInverse = ranges.at(-1)?.[1] === 0x10ffff;
  return isInverse ? `[^${rangesWritten(complement(ranges))}]` : `[${rangesWritten(ranges)}]`;
}

const places: Readonly<Record<Place, string>> = {
  begin: '^',
  end: '$',
  lastEnd: '$',
  lineBegin: '(?m:^)',
  lineEnd: '(?m:$)',
  word: '\\b',
  inWord: '\\B',
};

function written(expression: JavaExpression): string {
  switch (expression.kind) {
    case 'set':
      return classWritten(expression.set);
    case 'sequence':
      return expression.parts.map((part) => (part.kind === 'choice' ? `(?:${written(part)})` : written(part))).join('');
    case 'choice':
      return expression.parts.map(written).join('|');
    case 'group':
      return `(${written(expression.part)})`;
    case 'place':
      return places[expression.place];
    case 'repeat': {
      const { part, least, most, counting } = expression;
      if (counting === 'possessive' || least > mostTimes || (most > mostTimes && most !== Infinity)) {
        throw new NotLinearError();
      }
      const once = part.kind === 'set' || part.kind === 'group' ? written(part) : `(?:${written(part)})`;
      return `${once}${timesWritten(least, most)}${counting === 'lazy' ? '?' : ''}`;
    }
    default:
      throw new NotLinearError();
  }
}

function timesWritten(least: number, most: number): string {
  if (most === Infinity) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`;
  if (least === 0 && most === 1) return '?';
  return least === most ? `{${least}}` : `{${least},${most}}`;
}

/**
 * Tells whether an expression contains assertions about line ends. The linear-time engine supports such assertions only
 * for texts whose line ends are newlines.
 */
export function asksForLineEnds(expression: JavaExpression): boolean {
  switch (expression.kind) {
    case 'place':
      return ['lastEnd', 'lineBegin', 'lineEnd'].includes(expression.place);
    case 'sequence':
    case 'choice':
      return expression.parts.some(asksForLineEnds);
    case 'group':
    case 'repeat':
    case 'look':
    case 'atomic':
      return asksForLineEnds(expression.part);
    default:
      return false;
  }
}

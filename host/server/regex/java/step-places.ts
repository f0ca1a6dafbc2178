/**
 * Tests the assertions about positions in a text: the beginnings and ends of the text, of its lines and of its words.
 */
import type { Place } from './expression.js';

export const placeNumbers: Readonly<Record<Place, number>> = {
  begin: 0,
  end: 1,
  lastEnd: 2,
  lineBegin: 3,
  lineEnd: 4,
  word: 5,
  inWord: 6,
};

const isWord = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
const isLineEnd = (unit: number, newlineOnly: boolean): boolean =>
  unit === 0x0a || (!newlineOnly && (unit === 0x0d || unit === 0x85 || unit === 0x2028 || unit === 0x2029));

/** Tells whether a line ends at a position, which is never between a carriage return and its newline. */
function endsAt(text: string, at: number, newlineOnly: boolean): boolean {
  if (at >= text.length || !isLineEnd(text.charCodeAt(at), newlineOnly)) return false;
  return newlineOnly || !(text[at] === '\n' && text[at - 1] === '\r');
}

function beginsAt(text: string, at: number, newlineOnly: boolean): boolean {
  if (at === 0) return true;
  if (at === text.length || !isLineEnd(text.charCodeAt(at - 1), newlineOnly)) return false;
  return newlineOnly || !(text[at - 1] === '\r' && text[at] === '\n');
}

function isLastEnd(text: string, at: number, newlineOnly: boolean): boolean {
  const { length } = text;
  const isPair = !newlineOnly && text.endsWith('\r\n');
  return at === length || (at === length - (isPair ? 2 : 1) && endsAt(text, at, newlineOnly));
}

/** Tells whether an assertion holds at a position. @param newlineOnly true: only a newline ends a line (flag `d`) */
export function isPlace(place: number, text: string, at: number, newlineOnly: boolean): boolean {
  switch (place) {
    case placeNumbers.begin:
      return at === 0;
    case placeNumbers.end:
      return at === text.length;
    case placeNumbers.lastEnd:
      return isLastEnd(text, at, newlineOnly);
    case placeNumbers.lineBegin:
      return beginsAt(text, at, newlineOnly);
    case placeNumbers.lineEnd:
      return at === text.length || endsAt(text, at, newlineOnly);
    default: {
      const isEdge = isWord(text.charCodeAt(at - 1)) !== isWord(text.charCodeAt(at));
      return (place === placeNumbers.word) === isEdge;
    }
  }
}

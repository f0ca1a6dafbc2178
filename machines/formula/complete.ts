/**
 * Completes the word at the caret of a formula: names of metrics, functions, and fields in the brackets of a function.
 */
import { functionName } from '../../api/formula/functions.js';
import { longestFormula } from '../../api/formula/parse.js';

interface FormulaOffer {
  readonly text: string;
  /** Description of the suggestion in one or two words. */
  readonly detail: string;
}
export interface FormulaCompletion {
  /** Offset at which the replaced word starts. */
  readonly from: number;
  readonly offers: readonly FormulaOffer[];
  /** True if the word is itself a suggestion. Then it is not replaced unless the user chooses a suggestion. */
  readonly isWhole: boolean;
}

const functionOffers: readonly FormulaOffer[] = [
  { text: 'count()', detail: 'messages' },
  { text: 'count(level:<=3)', detail: 'filtered' },
  { text: 'avg(', detail: 'average' },
  { text: 'p95(', detail: '95th percentile' },
  { text: 'p99(', detail: '99th percentile' },
  { text: 'max(', detail: 'largest value' },
  { text: 'min(', detail: 'smallest value' },
  { text: 'sum(', detail: 'sum' },
  { text: 'card(', detail: 'different values' },
];
const mostOffers = 50;
const call = new RegExp(String.raw`(${functionName})\s*\(([^()]*)$`, 'iu');

/** Returns the function in whose brackets a text ends, and the text in them; undefined at any other end. */
export function openCall(text: string): { readonly name: string; readonly inner: string } | undefined {
  const [, name, inner] = call.exec(text) ?? [];
  return name === undefined || inner === undefined ? undefined : { name, inner };
}

/** Tells whether a text ends with a value, which an operator follows. */
export const endsWithValue = (text: string): boolean => /[\p{L}\p{N}_)`]\s*$/u.test(text);

/**
 * Returns suggestions for the word at the caret; there are none in a text that is too long for a formula.
 * @param names names of the widget's other metrics
 * @param fields names of the fields
 */
export function completeFormula(
  text: string,
  caret: number,
  names: readonly string[],
  fields: readonly string[],
): FormulaCompletion {
  if (text.length > longestFormula) return completionOf([], '', caret);
  const before = text.slice(0, caret);
  const inner = openCall(before)?.inner;
  if (inner !== undefined) {
    // In a filter, only the field name at its start is completed. The search bar completes the whole query language.
    const word = /[\w@.-]*$/.exec(inner)?.[0] ?? '';
    const isStart = inner === word || /\bwhere\s+$/.test(inner.slice(0, inner.length - word.length));
    const offers = isStart ? fields.map((name) => ({ text: name, detail: 'field' })) : [];
    return completionOf(offers, word, caret);
  }
  const word = /(?:`[^`]*|[\p{L}_][\p{L}\p{N}_]*)?$/u.exec(before)?.[0] ?? '';
  const offers = names.map((name) => ({
    text: /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `\`${name}\``,
    detail: 'metric',
  }));
  // After a value an operator follows, for which no suggestions are needed.
  const isOperand = !endsWithValue(before.slice(0, caret - word.length));
  return completionOf(isOperand ? [...offers, ...functionOffers] : [], word, caret);
}

const completionOf = (offers: readonly FormulaOffer[], word: string, caret: number): FormulaCompletion => ({
  from: caret - word.length,
  offers: matching(offers, word),
  isWhole: offers.some((offer) => offer.text === word),
});

/**
 * Returns at most `mostOffers` offers that contain the word (ignoring case and backticks) but are not exactly the word.
 * Offers that begin with the word come first.
 */
function matching(offers: readonly FormulaOffer[], word: string): readonly FormulaOffer[] {
  const wanted = word.toLowerCase().replaceAll('`', '');
  const placeOf = ({ text }: FormulaOffer) => text.toLowerCase().replaceAll('`', '').indexOf(wanted);
  return offers
    .filter((offer) => placeOf(offer) >= 0 && offer.text !== word)
    .sort((left, right) => Math.min(1, placeOf(left)) - Math.min(1, placeOf(right)))
    .slice(0, mostOffers);
}

/**
 * Completes the word at the caret of a formula: names of metrics, functions, and fields in the brackets of a function.
 */
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

/**
 * Returns suggestions for the word at the caret.
 * @param names names of the widget's other metrics
 * @param fields names of the fields
 */
export function completeFormula(
  text: string,
  caret: number,
  names: readonly string[],
  fields: readonly string[],
): FormulaCompletion {
  const before = text.slice(0, caret);
  const call = /[\p{L}_][\p{L}\p{N}_]*\(([^()]*)$/u.exec(before);
  const inner = call?.[1];
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
  const isValue = word === '' && /[\p{L}\p{N}_)`]\s*$/u.test(before);
  return completionOf(isValue ? [] : [...offers, ...functionOffers], word, caret);
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

/**
 * Completes a question about the messages found, such as `p95 of took_ms by host`: functions, fields and the keywords
 * between them. The functions are pure.
 */
import { functionOf } from '../../api/formula/functions.js';
import { completeFormula, endsWithValue, openCall } from '../formula/complete.js';
import { isComputedText, lastMetric } from './formula.js';
import { longestQuestion, questionTokens } from './parse.js';

export interface QuestionField {
  readonly name: string;
  readonly numeric: boolean;
}

export interface QuestionOffer {
  readonly text: string;
  /** Description of the suggestion in one or two words. */
  readonly detail: string;
  /** True for the name of a field, which is written in backticks if it has spaces or brackets. */
  readonly isName?: boolean;
}

interface QuestionCompletion {
  /** Offset at which the replaced word starts. */
  readonly from: number;
  readonly offers: readonly QuestionOffer[];
  /** True if the word is itself a suggestion. Then it is not replaced unless the user chooses a suggestion. */
  readonly isWhole: boolean;
}

const functionOffers: readonly QuestionOffer[] = [
  { text: 'count', detail: 'messages' },
  { text: 'p95 of', detail: '95th percentile' },
  { text: 'p99 of', detail: '99th percentile' },
  { text: 'median of', detail: 'middle value' },
  { text: 'avg of', detail: 'average' },
  { text: 'max of', detail: 'largest value' },
  { text: 'min of', detail: 'smallest value' },
  { text: 'sum of', detail: 'sum' },
  { text: 'card of', detail: 'different values' },
  { text: 'latest of', detail: 'last value' },
  { text: 'stddev of', detail: 'standard deviation' },
  { text: 'variance of', detail: 'variance' },
];
const anyField = new Set(['card', 'count', 'latest']);
const linkOffers = {
  of: { text: 'of', detail: 'a field' },
  by: { text: 'by', detail: 'compare values of a field' },
  overTime: { text: 'over time', detail: 'as lines' },
  and: { text: 'and', detail: 'another metric' },
  top: { text: 'top 5', detail: 'only the largest values' },
  share: { text: '/ count()', detail: 'as a share of all messages' },
} as const;
/** A number of messages with a filter or a field, so that it is a part of all messages. */
const partOfCount = /^\s*count\s*(?:\(\s*[^\s)].*\)|of\s+\S+)\s*$/is;
const mostOffers = 50;

const word = (token: string | undefined): string => (token ?? '').toLowerCase();

/**
 * Returns suggestions for the word at the caret; the text before it determines which are valid. There are none in a
 * text that is too long for a question.
 */
export function completeQuestion(text: string, caret: number, fields: readonly QuestionField[]): QuestionCompletion {
  if (text.length > longestQuestion) return { from: caret, offers: [], isWhole: false };
  const before = text.slice(0, caret);
  const tokens = questionTokens(before);
  const last = tokens.at(-1);
  const open = last !== undefined && last.to === before.length && !/^[(),]$/.test(last.text) ? last : undefined;
  const from = open?.from ?? before.length;
  const typed = word(open?.text).replaceAll('`', '');
  const past = (open ? tokens.slice(0, -1) : tokens).map((token) => word(token.text)).filter((one) => one !== '|');
  const fieldOffers = (wanted: (field: QuestionField) => boolean): QuestionOffer[] =>
    fields.filter(wanted).map(offerOf);
  const metric = lastMetric(before);
  const metricBefore = before.slice(metric?.from ?? from, from);
  // After a value or `of`, a formula is continued like any other metric.
  if (metric && isComputedText(before, metric) && (metric.isInCall || !endsWithValue(metricBefore)))
    return formulaOffers(before, metric.from, fields);
  const isPart = !metric?.hasOperator && partOfCount.test(metricBefore);
  const next: readonly QuestionOffer[] = [
    ...offersAfter(past, metric !== undefined, fieldOffers),
    ...(isPart ? [linkOffers.share] : []),
  ];
  // The formula ends the question only after its brackets are closed.
  const valid = metric?.isNested ? next.filter((offer) => offer.isName || offer === linkOffers.of) : next;
  return {
    from,
    offers: matching(valid, typed),
    isWhole: valid.some((offer) => offer.text.toLowerCase() === typed),
  };
}

const offerOf = ({ name, numeric }: QuestionField): QuestionOffer => ({
  text: name,
  detail: numeric ? 'number' : 'field',
  isName: true,
});

/** Returns suggestions for an operand, a function's field or a filter of the formula that begins at `start`. */
function formulaOffers(before: string, start: number, fields: readonly QuestionField[]): QuestionCompletion {
  const call = openCall(before);
  const known = call && functionOf(call.name);
  const suitable = fields.filter(({ numeric }) => numeric || !known || anyField.has(known.type));
  const { from, offers, isWhole } = completeFormula(
    before.slice(start),
    before.length - start,
    [],
    suitable.map(({ name }) => name),
  );
  const named = new Map(suitable.map((field) => [field.name, offerOf(field)]));
  return {
    from: start + from,
    offers: offers.map((offer) => (call && named.get(offer.text)) || offer),
    isWhole,
  };
}

function offersAfter(
  past: readonly string[],
  isInMetric: boolean,
  fieldOffers: (wanted: (field: QuestionField) => boolean) => QuestionOffer[],
): readonly QuestionOffer[] {
  const last = past.at(-1);
  const by = past.lastIndexOf('by');
  const inGroups = by >= 0 && !isInMetric;
  if (last === undefined) return functionOffers;
  if (last === 'of' || last === '(') {
    const known = functionOf(past.at(-2) ?? '');
    return fieldOffers(({ numeric }) => numeric || (known !== undefined && anyField.has(known.type)));
  }
  if (last === 'by') return fieldOffers(({ name }) => name !== 'timestamp');
  if (last === 'and' || last === ',') {
    return inGroups
      ? fieldOffers(({ name }) => name !== 'timestamp' && !past.slice(by).includes(name.toLowerCase()))
      : functionOffers;
  }
  if (last === 'over') return [{ text: 'time', detail: linkOffers.overTime.detail }];
  if (last === 'top') return [{ text: '5', detail: linkOffers.top.detail }];
  const hasTop = past.includes('top');
  if (last === 'time') return !inGroups ? [linkOffers.by] : hasTop ? [] : [linkOffers.top];
  const known = past.at(-2) === 'of' ? undefined : functionOf(last);
  if (known && known.type !== 'count' && !inGroups) return [linkOffers.of];
  return inGroups
    ? hasTop
      ? [linkOffers.overTime]
      : [linkOffers.overTime, linkOffers.top]
    : [linkOffers.by, linkOffers.overTime, linkOffers.and, ...(known ? [linkOffers.of] : [])];
}

/**
 * Returns the suggestions that contain the typed text, first the suggestions that start with it. A suggestion equal to
 * the typed text is left out.
 */
function matching(offers: readonly QuestionOffer[], typed: string): readonly QuestionOffer[] {
  const rank = ({ text }: QuestionOffer): number => {
    const name = text.toLowerCase();
    return name === typed ? -1 : name.startsWith(typed) ? 0 : name.includes(typed) ? 1 : -1;
  };
  return offers
    .map((offer) => ({ offer, at: rank(offer) }))
    .filter(({ at }) => at >= 0)
    .sort((left, right) => left.at - right.at)
    .slice(0, mostOffers)
    .map(({ offer }) => offer);
}

/** Inserts a suggestion in place of the word at the caret, and returns the text and the new caret position. */
export function withOffer(
  text: string,
  caret: number,
  from: number,
  { text: offer, isName = false }: Pick<QuestionOffer, 'text' | 'isName'>,
): { readonly text: string; readonly caret: number } {
  const quoted = isName && /[\s(),`]/.test(offer) ? `\`${offer}\`` : offer;
  const after = text.slice(caret).replace(/^[^\s(),]*/, '');
  const isApart = after.startsWith(' ') || after.startsWith(')') || offer.endsWith('(');
  const inserted = isApart ? quoted : `${quoted} `;
  return { text: text.slice(0, from) + inserted + after, caret: from + inserted.length };
}

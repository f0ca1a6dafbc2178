/**
 * Completes a question about the messages found, such as `p95 of took_ms by host`: functions, fields and the keywords
 * between them. The functions are pure.
 */
import { functionOf } from '../../api/formula/functions.js';
import { questionTokens } from './parse.js';

export interface QuestionField {
  readonly name: string;
  readonly numeric: boolean;
}

interface QuestionOffer {
  readonly text: string;
  /** Description of the suggestion in one or two words. */
  readonly detail: string;
}

interface QuestionCompletion {
  /** Offset at which the replaced word starts. */
  readonly from: number;
  readonly offers: readonly QuestionOffer[];
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
} as const;
const mostOffers = 50;

const word = (token: string | undefined): string => (token ?? '').toLowerCase();

/** Returns suggestions for the word at the caret; the text before it determines which are valid. */
export function completeQuestion(text: string, caret: number, fields: readonly QuestionField[]): QuestionCompletion {
  const before = text.slice(0, caret);
  const tokens = questionTokens(before);
  const last = tokens.at(-1);
  const open = last !== undefined && last.to === before.length && !/^[(),]$/.test(last.text) ? last : undefined;
  const from = open?.from ?? before.length;
  const typed = word(open?.text).replaceAll('`', '');
  const past = (open ? tokens.slice(0, -1) : tokens).map((token) => word(token.text)).filter((one) => one !== '|');
  const fieldOffers = (wanted: (field: QuestionField) => boolean): QuestionOffer[] =>
    fields.filter(wanted).map(({ name, numeric }) => ({ text: name, detail: numeric ? 'number' : 'field' }));
  return { from, offers: matching(offersAfter(past, fieldOffers), typed) };
}

function offersAfter(
  past: readonly string[],
  fieldOffers: (wanted: (field: QuestionField) => boolean) => QuestionOffer[],
): readonly QuestionOffer[] {
  const last = past.at(-1);
  const by = past.lastIndexOf('by');
  const inGroups = by >= 0;
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
  offer: string,
): { readonly text: string; readonly caret: number } {
  const quoted = /[\s(),`]/.test(offer) && !/ of$|^over time$|^top 5$/.test(offer) ? `\`${offer}\`` : offer;
  const after = text.slice(caret).replace(/^[^\s(),]*/, '');
  const inserted = after.startsWith(' ') || after.startsWith(')') ? quoted : `${quoted} `;
  return { text: text.slice(0, from) + inserted + after, caret: from + inserted.length };
}

/** What is offered at a place of the query, and in which order (screens/search.md "Autocompletion"). Pure. */
import type { FieldType, Suggestions } from '../../../api/contract/searches.js';
import { escapeField, type QueryContext } from '../../../api/language/index.js';

export interface Offer {
  readonly kind: 'field' | 'value' | 'operator';
  readonly label: string;
  /** Shown at the right: the type of a field, the hits of a value. */
  readonly meta: string;
  /** What replaces the typed text. */
  readonly insert: string;
}

export interface KnownFields {
  /** Fields of the streams and the time range that are searched. */
  readonly inQuery: readonly FieldType[];
  /** Fields of everything that the user may read. */
  readonly everywhere: readonly FieldType[];
}

interface Scored extends Offer {
  readonly score: number;
}

const operatorScore = 10;
const inQueryScore = 10;
const elsewhereScore = 1;

function matchScore(name: string, typed: string): number {
  const lower = name.toLowerCase();
  const wanted = typed.toLowerCase();
  if (lower.startsWith(wanted)) return 2;
  return lower.includes(wanted) ? 1 : 0;
}

function fieldOffers(fields: KnownFields, typed: string, withColon: boolean, notInStreams: string): readonly Scored[] {
  const offers: Scored[] = [];
  const seen = new Set<string>();
  const offer = (name: string, meta: string, base: number): void => {
    const match = matchScore(name, typed);
    if (match === 0 || seen.has(name)) return;
    seen.add(name);
    const insert = escapeField(name) + (withColon ? ':' : '');
    offers.push({ kind: 'field', label: name, meta, insert, score: base + match });
  };
  if (withColon) offer('_exists_', '', inQueryScore);
  for (const field of fields.inQuery) offer(field.name, field.type.type, inQueryScore);
  for (const field of fields.everywhere) offer(field.name, `${field.type.type} ${notInStreams}`, elsewhereScore);
  return offers;
}

function operatorOffers(afterClause: boolean, typed: string): readonly Scored[] {
  const names = afterClause ? ['AND', 'OR', 'NOT'] : ['NOT'];
  return names
    .filter((name) => name.startsWith(typed.toUpperCase()))
    .map((name) => ({ kind: 'operator', label: name, meta: 'operator', insert: `${name} `, score: operatorScore }));
}

/** What completes values of `_exists_` is a field's name. */
const existsField = '_exists_';

/** Whether names of fields fit the place, with or without a colon behind them. */
export function wantsNames(place: QueryContext): boolean {
  return place.kind === 'field' || place.kind === 'operator' || (place.field === existsField && !place.quoted);
}

/** Field names and operators that fit the place, best first. */
export function nameOffers(place: QueryContext, fields: KnownFields, notInStreams: string): readonly Offer[] {
  const afterExists = place.field === existsField;
  const offers = [
    ...fieldOffers(fields, place.prefix, !afterExists, notInStreams),
    ...(afterExists ? [] : operatorOffers(place.afterClause, place.prefix)),
  ];
  return offers.sort((left, right) => right.score - left.score || left.label.localeCompare(right.label));
}

/** Inside quotes a value stays as it is, but for what would end or break the quotes. */
function insideQuotes(value: string): string {
  return value.replace(/["\\]/g, '\\$&');
}

/** Values with their hits, most frequent first. `escape` writes a value as a word or phrase of the query. */
export function valueOffers(
  answer: Suggestions,
  quoted: boolean,
  escape: (value: string) => string,
  hits: (count: number) => string,
): readonly Offer[] {
  return (answer.suggestions ?? []).map(({ value, occurrence, title }) => ({
    kind: 'value',
    label: title ?? value,
    meta: hits(occurrence),
    insert: quoted ? insideQuotes(value) : escape(value),
  }));
}

/** Whether values may be offered for the field: only those that can be enumerated. */
export function isEnumerable(fields: KnownFields, name: string): boolean {
  const known =
    fields.inQuery.find((field) => field.name === name) ?? fields.everywhere.find((field) => field.name === name);
  return known?.type.properties.includes('enumerable') ?? false;
}

/**
 * An earlier answer that already holds every value starting with `typed`: the input only grew and nothing was
 * left out. Undefined when the server must be asked.
 */
export function narrowed(earlier: Suggestions | undefined, field: string, typed: string): Suggestions | undefined {
  if (!earlier || earlier.field !== field || earlier.sum_other_docs_count !== 0) return undefined;
  if (!typed.startsWith(earlier.input)) return undefined;
  const suggestions = (earlier.suggestions ?? []).filter(({ value }) =>
    value.toLowerCase().startsWith(typed.toLowerCase()),
  );
  return { ...earlier, suggestions };
}

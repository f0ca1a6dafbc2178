/**
 * Builds the completions for a position in the query, in display order (screens/search.md "Autocompletion"). The
 * functions are pure.
 */
import type { FieldType, Suggestions } from '../../../api/contract/searches.js';
import { escapeField, type QueryContext } from '../../../api/language/index.js';

export interface Offer {
  readonly kind: 'field' | 'value' | 'operator';
  readonly label: string;
  /** Text at the right edge of a completion: the type of a field, or the number of messages with a value. */
  readonly meta: string;
  /** Text that replaces the typed text. */
  readonly insert: string;
}

export interface KnownFields {
  /** Fields of the searched streams and time range. */
  readonly inQuery: readonly FieldType[];
  /** Fields of all streams that the user may read, in the default time range. */
  readonly everywhere: readonly FieldType[];
}

/** Maximum number of completions; users type more characters to find others. */
export const mostOffers = 200;

/** A field with its lower-case name, which is precomputed because every keystroke compares it. */
interface ListedField {
  readonly name: string;
  readonly lower: string;
  readonly type: string;
}
const byName = new Intl.Collator();
const listed = new WeakMap<readonly FieldType[], readonly ListedField[]>();

/**
 * Returns the fields sorted by name; every list is sorted once, because some installations have thousands of fields.
 */
function listedFields(fields: readonly FieldType[]): readonly ListedField[] {
  const known = listed.get(fields);
  if (known) return known;
  const made = fields
    .map(({ name, type }) => ({ name, lower: name.toLowerCase(), type: type.type }))
    .sort((left, right) => byName.compare(left.name, right.name));
  listed.set(fields, made);
  return made;
}

/**
 * Fields that match the typed text: in `begin` the fields whose names begin with the text, in `hold` the fields whose
 * names contain the text further on.
 */
interface Ranks {
  readonly begin: Offer[];
  readonly hold: Offer[];
}

function fieldOffers(
  fields: readonly ListedField[],
  typed: string,
  seen: Set<string>,
  offerOf: (field: ListedField) => Offer,
): Ranks {
  const ranks: Ranks = { begin: [], hold: [] };
  for (const field of fields) {
    const at = field.lower.indexOf(typed);
    if (at < 0 || seen.has(field.name)) continue;
    seen.add(field.name);
    const rank = at === 0 ? ranks.begin : ranks.hold;
    if (rank.length < mostOffers) rank.push(offerOf(field));
  }
  return ranks;
}

function operatorOffers(afterClause: boolean, typed: string): readonly Offer[] {
  const names = afterClause ? ['AND', 'OR', 'NOT'] : ['NOT'];
  return names
    .filter((name) => name.startsWith(typed.toUpperCase()))
    .sort(byName.compare)
    .map((name) => ({ kind: 'operator', label: name, meta: 'operator', insert: `${name} ` }));
}

/** Field whose values are field names, so that field names are offered after `_exists_:`. */
const existsField = '_exists_';

/** Returns true if field names fit the position, with or without a following colon. */
export function wantsNames(place: QueryContext): boolean {
  return place.kind === 'field' || place.kind === 'operator' || (place.field === existsField && !place.quoted);
}

/**
 * Returns field names and operators that fit the position, at most `mostOffers`, best first: fields of the searched
 * messages, operators, then other fields. Among fields, names that begin with the typed text come first.
 *
 * @param notInStreams note after the type of fields that do not occur in the searched messages
 */
export function nameOffers(place: QueryContext, fields: KnownFields, notInStreams: string): readonly Offer[] {
  const afterExists = place.field === existsField;
  const colon = afterExists ? '' : ':';
  const typed = place.prefix.toLowerCase();
  const seen = new Set<string>();
  const offer = (name: string, meta: string): Offer => ({
    kind: 'field',
    label: name,
    meta,
    insert: escapeField(name) + colon,
  });
  const exists = afterExists ? [] : [{ name: existsField, lower: existsField, type: '' }];
  const inQuery = [...exists, ...listedFields(fields.inQuery)];
  const here = fieldOffers(inQuery, typed, seen, ({ name, type }) => offer(name, type));
  const elsewhere = fieldOffers(listedFields(fields.everywhere), typed, seen, ({ name, type }) =>
    offer(name, `${type} ${notInStreams}`),
  );
  const operators = afterExists ? [] : operatorOffers(place.afterClause, place.prefix);
  const found = [...here.begin, ...here.hold].slice(0, mostOffers - operators.length);
  return [...found, ...operators, ...elsewhere.begin, ...elsewhere.hold].slice(0, mostOffers);
}

/** Returns a value for a quoted phrase: only quotes and backslashes are escaped. */
function insideQuotes(value: string): string {
  return value.replace(/["\\]/g, '\\$&');
}

/**
 * Returns completions for the values of the server's answer, in its order, each with its number of messages. `escape`
 * formats a value as a word or phrase of the query; inside quotes (`quoted`) only quotes and backslashes are escaped.
 */
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

/** Returns true if the field is known and enumerable; the server suggests values only for enumerable fields. */
export function isEnumerable(fields: KnownFields, name: string): boolean {
  const known =
    fields.inQuery.find((field) => field.name === name) ?? fields.everywhere.find((field) => field.name === name);
  return known?.type.properties.includes('enumerable') ?? false;
}

/**
 * Returns the values of an earlier answer that start with `typed`, if that answer was complete and the text has only
 * grown since. Undefined when another request is needed.
 */
export function narrowed(earlier: Suggestions | undefined, field: string, typed: string): Suggestions | undefined {
  if (!earlier || earlier.field !== field || earlier.sum_other_docs_count !== 0) return undefined;
  if (!typed.startsWith(earlier.input)) return undefined;
  const suggestions = (earlier.suggestions ?? []).filter(({ value }) =>
    value.toLowerCase().startsWith(typed.toLowerCase()),
  );
  return { ...earlier, suggestions };
}

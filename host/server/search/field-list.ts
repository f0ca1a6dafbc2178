/** Lists the fields that have a column, with their types and capabilities (contract search F3, F4). */
import type { FieldProperty, FieldType } from '../../../api/contract/searches.js';
import type { ColumnType, MessageReader, StoredField, StoredIndex } from '../store/types.js';
import { indicesOf } from './match.js';
import { inStreams } from './stream-view.js';
import type { ResolvedRange } from './time-range.js';

interface NamedType {
  readonly type: string;
  readonly properties: readonly FieldProperty[];
}

const types: Readonly<Record<ColumnType, NamedType>> = {
  text: { type: 'string', properties: ['full-text-search'] },
  keyword: { type: 'string', properties: ['enumerable'] },
  long: { type: 'long', properties: ['numeric', 'enumerable'] },
  // The reference server calls decimals `float`, although it stores them in double precision.
  double: { type: 'float', properties: ['numeric', 'enumerable'] },
  boolean: { type: 'boolean', properties: ['enumerable'] },
  date: { type: 'date', properties: ['enumerable'] },
};
const source: NamedType = { type: 'string', properties: ['full-text-search', 'enumerable'] };

/** Fields of the store that are not listed, because they are no fields of messages. */
const hidden = new Set(['_id']);

const typeOf = ({ name, type }: StoredField): NamedType => (name === 'source' ? source : types[type]);

/**
 * Returns the indices of a range. The indices that are written to are always included, so that the fixed fields are
 * known before the first message.
 */
function indicesWithFields(
  store: MessageReader,
  streams: readonly string[],
  range: ResolvedRange | undefined,
): StoredIndex[] {
  const all = store.indices().map((index) => inStreams(index, streams));
  if (!range) return all;
  return [...new Set([...indicesOf(store, { range, streams }), ...all.filter(({ sealed }) => !sealed)])];
}

/** Returns the fields of messages in the streams, sorted by name. @param range undefined: all time */
export function listFields(store: MessageReader, streams: readonly string[], range?: ResolvedRange): FieldType[] {
  const found = new Map<string, NamedType[]>();
  const withTexts = new Set<string>();
  for (const index of indicesWithFields(store, streams, range)) {
    const mixed = [...(index.texts?.values() ?? [])].filter(({ name }) => index.fields.has(name));
    for (const { name } of mixed) withTexts.add(name);
    for (const field of [...index.fields.values(), ...mixed]) {
      if (hidden.has(field.name)) continue;
      const known = found.get(field.name) ?? [];
      const type = typeOf(field);
      if (!known.includes(type)) known.push(type);
      found.set(field.name, known);
    }
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => ({ name, type: combine(all, withTexts.has(name)) }));
}

/**
 * Combines the types that a field has in different indices.
 * @param hasTexts true: the field also has values that do not fit its type; statistics of the field ignore them
 */
function combine(all: readonly NamedType[], hasTexts: boolean): FieldType['type'] {
  const typed = hasTexts ? all.filter(({ type }) => type !== 'string') : all;
  const [first = source] = typed;
  const shared = first.properties.filter((property) => typed.every(({ properties }) => properties.includes(property)));
  const names = [...new Set(all.map(({ type }) => type))].sort();
  if (names.length === 1) return { type: first.type, properties: [...shared], index_names: [] };
  return { type: `compound(${names.join(',')})`, properties: [...shared, 'compound'], index_names: [] };
}

/** Manages the types of an index set's fields, now and in its next index (beyond the contract). */
import type { FieldTypesRequest, IndexFieldType, IndexSetFieldTypes } from '../../../api/contract/index-sets.schema.js';
import { ConstraintError, type Constraint } from '../foundation/errors.js';
import { fixedFieldNames, type IndexSetDocument } from '../store/index.js';
import type { IndexFields } from '../store/types.js';

/** Largest number of configured field types, because each becomes a column of every new index. */
const mostTypes = 200;
const longestName = 512;
/** Matches field names that the server and the message store reserve. */
const reserved = /^(gl2_|_)/;

function nameProblem(name: string): string | undefined {
  if (name === '') return 'must have a name';
  if (name.length > longestName) return `has a name of more than ${longestName} characters`;
  if (/\p{Surrogate}/u.test(name)) return 'has a name that is no valid Unicode';
  if (fixedFieldNames.has(name) || reserved.test(name)) return 'is a field of the server: its type stays as it is';
  return undefined;
}

/**
 * Returns the configured types of an index set's fields after a request; the type null removes a configuration.
 * @throws ConstraintError that names each field whose type cannot be configured, or when there are too many
 */
export function changedTypes(
  { fieldTypes = {} }: IndexSetDocument,
  { types }: FieldTypesRequest,
): NonNullable<IndexSetDocument['fieldTypes']> {
  const changed = new Map(Object.entries(fieldTypes));
  const problems: Constraint[] = [];
  for (const [name, type] of Object.entries(types)) {
    const problem = nameProblem(name);
    if (problem !== undefined) problems.push({ path: name, message: problem });
    else if (type === null) changed.delete(name);
    else changed.set(name, type);
  }
  if (changed.size > mostTypes)
    problems.push({ path: 'types', message: `may be set of at most ${mostTypes} fields of an index set` });
  if (problems.length > 0) throw new ConstraintError(problems);
  // A field may be named `__proto__`: `fromEntries` makes it a property, an assignment would replace the prototype.
  return Object.fromEntries(changed);
}

/**
 * Lists the fields of an index set with their present types and the type that the next index will use.
 * @param indices indices of the set, oldest first
 * @param mayRead tells whether the caller may read a stream; fields that occur only in other streams are left out,
 * unless their type is configured
 */
export function fieldTypesOf(
  { fieldTypes = {} }: IndexSetDocument,
  indices: readonly IndexFields[],
  mayRead: (stream: string) => boolean,
): IndexSetFieldTypes {
  const found = new Map<string, Map<IndexFieldType, string[]>>();
  const typesOf = (name: string): Map<IndexFieldType, string[]> => {
    const known = found.get(name) ?? new Map<IndexFieldType, string[]>();
    found.set(name, known);
    return known;
  };
  for (const name of Object.keys(fieldTypes)) typesOf(name);
  for (const index of indices.toReversed()) {
    const seen = new Set([...index.fieldsOfStreams].flatMap(([stream, names]) => (mayRead(stream) ? [...names] : [])));
    for (const { name, type } of index.fields) {
      if (!seen.has(name) && !Object.hasOwn(fieldTypes, name)) continue;
      const types = typesOf(name);
      const own = types.get(type as IndexFieldType);
      if (own) own.push(index.name);
      else types.set(type as IndexFieldType, [index.name]);
    }
  }
  const current = indices.find(({ isWritten }) => isWritten)?.name ?? null;
  return {
    current_index: current,
    fields: [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, types]) => ({
        name,
        current: [...types].find(([, names]) => current !== null && names.includes(current))?.[0] ?? null,
        next: Object.hasOwn(fieldTypes, name) ? (fieldTypes[name] ?? null) : null,
        types: Array.from(types, ([type, names]) => ({ type, indices: names })),
      })),
  };
}

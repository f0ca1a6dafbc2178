/** Rule functions on lookup tables. An unknown table, or a table that fails, has an empty result. */
import {
  defineFunction,
  EvaluationError,
  optional,
  parameter,
  type CallContext,
  type PipelineFunction,
} from '../function.js';
import { plainOf } from '../plain-values.js';
import { textOf } from '../value-text.js';
import type { List, Value } from '../values.js';
import { mostElements } from './bounds.js';
import { changed, cleared, lookedUp, type LookupResult } from './lookup-replies.js';

const table = {
  ...parameter('lookup_table', 'String', 'Name of the table.'),
  transformedType: 'org.graylog2.lookup.LookupTableService$Function',
} as const;
const key = parameter('key', 'Object');
const otherwise = optional('default', 'Object', 'Given when the table has nothing for the key.');
const ttl = optional('ttl', 'Long', 'Seconds until the entry expires.');

const lookup = defineFunction({
  name: 'lookup',
  parameters: [table, key, otherwise],
  returns: 'Map',
  description: 'The whole value of a key as a map. Nothing found gives {"value": default}.',
  evaluate: ([name, of, instead], context) =>
    lookedUp(context, name, of)?.multi ?? new Map<string, Value>([['value', instead ?? null]]),
});

const lookupValue = defineFunction({
  name: 'lookup_value',
  parameters: [table, key, otherwise],
  returns: 'Object',
  description: 'The single value of a key.',
  evaluate: ([name, of, instead], context) => lookedUp(context, name, of)?.single ?? instead ?? null,
});

const isFilled = (result: LookupResult | undefined): boolean =>
  result !== undefined && (result.single !== undefined || result.multi !== undefined || result.list !== undefined);

const lookupHasValue = defineFunction({
  name: 'lookup_has_value',
  parameters: [table, key],
  returns: 'Boolean',
  description: 'Returns true if the table has a value for the key.',
  evaluate: ([name, of], context) => isFilled(lookedUp(context, name, of)),
});

const lookupStringList = defineFunction({
  name: 'lookup_string_list',
  parameters: [table, key, optional('default', 'List', 'Given when the table has no list for the key.')],
  returns: 'List',
  description: 'The list of texts of a key.',
  evaluate: ([name, of, instead], context) => lookedUp(context, name, of)?.list ?? instead ?? [],
});

const lookupStringListContains = defineFunction({
  name: 'lookup_string_list_contains',
  parameters: [table, key, parameter('value', 'Object')],
  returns: 'Boolean',
  description: 'Returns true if the list of texts stored for a key contains the value.',
  evaluate([name, of, value], context) {
    return typeof value === 'string' && (lookedUp(context, name, of)?.list ?? []).includes(value);
  },
});

/**
 * Returns a time to live in seconds; undefined: the call gives no time.
 * @throws EvaluationError when it is not positive or too long
 */
function lifeOf(seconds: bigint | null | undefined): number | undefined {
  if (seconds === null || seconds === undefined) return undefined;
  if (seconds <= 0n || seconds > 10_000_000_000n)
    throw new EvaluationError(`${seconds} is no time to live: it must be 1 to 10,000,000,000 seconds.`);
  return Number(seconds);
}

/** Returns the elements of a list as texts; null gives no texts. @throws EvaluationError when the list is too long */
function textsOf(list: List | null): string[] {
  if (list !== null && list.length > mostElements)
    throw new EvaluationError(`The list has more than ${mostElements} elements.`);
  return (list ?? []).flatMap((element) => (element === null ? [] : (textOf(element) ?? [])));
}

const lookupSetValue = defineFunction({
  name: 'lookup_set_value',
  parameters: [table, key, parameter('value', 'Object'), ttl],
  returns: 'Object',
  description: 'Sets the single value of a key. Gives the new value, or null for a table that cannot be written.',
  evaluate([name, of, value, seconds], context) {
    if (value === null) return null;
    const life = lifeOf(seconds);
    return (
      changed(context, ['set', name, of, value, seconds], (lookups, ...place) =>
        lookups.setValue(...place, plainOf(value), life),
      )?.single ?? null
    );
  },
});

const lookupClearKey = defineFunction({
  name: 'lookup_clear_key',
  parameters: [table, key],
  returns: 'Void',
  description: 'Removes a key from the table.',
  evaluate([name, of], context) {
    cleared(context, name, of);
  },
});

/** Defines a rule function that changes the list of a key and returns the new list. */
const listFunction = (
  name: string,
  description: string,
  more: ReturnType<typeof optional<'Long'>> | ReturnType<typeof optional<'Boolean'>> | undefined,
  change: (
    list: readonly string[],
    setting: Value | undefined,
    requested: readonly [string | null, Value],
    context: CallContext,
  ) => LookupResult | undefined,
): PipelineFunction =>
  defineFunction({
    name,
    parameters: [table, key, parameter('value', 'List'), ...(more ? [more] : [])],
    returns: 'List',
    description,
    evaluate(given, context) {
      const [tableName, of, list, setting] = given as readonly [string | null, Value, List | null, Value | undefined];
      return change(textsOf(list), setting, [tableName, of], context)?.list ?? null;
    },
  });

const lookupSetStringList = listFunction(
  'lookup_set_string_list',
  'Sets the list of texts of a key. Gives the new list, or null for a table that cannot be written.',
  ttl,
  (list, seconds, [name, of], context) => {
    const life = lifeOf(seconds as bigint | null | undefined);
    return changed(context, ['setList', name, of, list, seconds], (lookups, ...place) =>
      lookups.setStringList(...place, list, life),
    );
  },
);

const lookupAddStringList = listFunction(
  'lookup_add_string_list',
  'Appends texts to the list of a key. Gives the new list, or null for a table that cannot be written.',
  optional('keep_duplicates', 'Boolean', 'Appends texts that the list has already, too.'),
  (list, keep, [name, of], context) =>
    changed(context, ['addList', name, of, list, keep], (lookups, ...place) =>
      lookups.addStringList(...place, list, keep === true),
    ),
);

const lookupRemoveStringList = listFunction(
  'lookup_remove_string_list',
  'Removes texts from the list of a key. Gives the new list, or null for a table that cannot be written.',
  undefined,
  (list, _, [name, of], context) =>
    changed(context, ['removeList', name, of, list], (lookups, ...place) => lookups.removeStringList(...place, list)),
);

const lookupAssignTtl = defineFunction({
  name: 'lookup_assign_ttl',
  parameters: [table, key, parameter('ttl', 'Long', 'Seconds until the entry expires.')],
  returns: 'Object',
  description: 'Gives the entry of a key a new time to live. Gives its value, or null.',
  evaluate([name, of, seconds], context) {
    const life = lifeOf(seconds);
    if (life === undefined) return null;
    return (
      changed(context, ['ttl', name, of, seconds], (lookups, ...place) => lookups.assignTtl(...place, life))?.single ??
      null
    );
  },
});

export const lookupFunctions: readonly PipelineFunction[] = [
  lookup,
  lookupValue,
  lookupHasValue,
  lookupStringList,
  lookupStringListContains,
  lookupSetValue,
  lookupClearKey,
  lookupSetStringList,
  lookupAddStringList,
  lookupRemoveStringList,
  lookupAssignTtl,
];

const mostKeys = 1_000;

const lookupAll = defineFunction({
  name: 'lookup_all',
  parameters: [table, parameter('keys', 'List')],
  returns: 'List',
  extension: true,
  description:
    'The values of several keys in one list: of each the list of texts, else the single value; keys without one are left out.',
  evaluate([name, keys], context) {
    if (keys === null) return [];
    if (keys.length > mostKeys) throw new EvaluationError(`The list has more than ${mostKeys} keys.`);
    context.spend(keys.length);
    return keys.flatMap((one): List => {
      const result = lookedUp(context, name, one);
      return result?.list ?? (result?.single === undefined ? [] : [result.single]);
    });
  },
});

export const lookupExtensions: readonly PipelineFunction[] = [lookupAll];

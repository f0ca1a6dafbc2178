/** Rule functions on lists and maps, which later versions of the reference server have (extensions). */
import { defineFunction, EvaluationError, optional, parameter, type PipelineFunction } from '../function.js';
import { areEqual } from '../operators.js';
import { textOf } from '../value-text.js';
import { isList, JsonNode, type List, type MapValue, type Value } from '../values.js';
import { needed, spendElements } from './bounds.js';

const elements = parameter('elements', 'Object', 'A list.');

/** Converts a list or JSON list to a list, and null to the empty list. @throws EvaluationError for other values */
function listOf(value: Value): List {
  if (value === null) return [];
  if (isList(value)) return value;
  if (value instanceof JsonNode && isList(value.tree)) return value.tree as List;
  throw new EvaluationError('The argument elements must be a list.');
}

const isEqual = (one: Value, two: Value, ignoresCase: boolean): boolean =>
  ignoresCase && typeof one === 'string' && typeof two === 'string'
    ? one.toLowerCase() === two.toLowerCase()
    : areEqual(one, two);

const arrayContains = defineFunction({
  name: 'array_contains',
  parameters: [
    elements,
    parameter('value', 'Object'),
    optional('case_sensitive', 'Boolean', 'Compares texts exactly.'),
  ],
  returns: 'Boolean',
  extension: true,
  description: 'Returns true if a list has an element that equals the value.',
  evaluate: ([list, value, isExact]) => listOf(list).some((element) => isEqual(element, value, isExact !== true)),
});

const arrayRemove = defineFunction({
  name: 'array_remove',
  parameters: [
    elements,
    parameter('value', 'Object'),
    optional('remove_all', 'Boolean', 'Removes every such element.'),
  ],
  returns: 'List',
  extension: true,
  description: 'The list without the first element that equals the value, or without all of them.',
  evaluate([list, value, all], context) {
    const given = listOf(list);
    spendElements(context, given.length);
    const first = given.findIndex((element) => areEqual(element, value));
    return given.filter((element, index) => (all === true ? !areEqual(element, value) : index !== first));
  },
});

const texts = (value: Value): string[] =>
  (isList(value) ? value : [value]).flatMap((element) => (element === null ? [] : (textOf(element) ?? [])));

const stringArrayAdd = defineFunction({
  name: 'string_array_add',
  parameters: [
    elements,
    parameter('value', 'Object', 'A text or a list of texts.'),
    optional('only_unique', 'Boolean', 'Leaves out texts that are there already.'),
  ],
  returns: 'List',
  extension: true,
  description: 'A list of texts with more of them at its end.',
  evaluate([list, value, onlyUnique], context) {
    const all = [...texts(listOf(list)), ...texts(value)];
    spendElements(context, all.length);
    return onlyUnique === true ? [...new Set(all)] : all;
  },
});

const listGet = defineFunction({
  name: 'list_get',
  parameters: [parameter('list', 'Object', 'A list.'), parameter('index', 'Long', 'From 0; negative: from the end.')],
  returns: 'Object',
  extension: true,
  description: 'An element of a list; null where there is none.',
  evaluate: ([list, index]) => listOf(list).at(Number(needed(index, 'index'))) ?? null,
});

const listCount = defineFunction({
  name: 'list_count',
  parameters: [parameter('list', 'Object', 'A list.')],
  returns: 'Long',
  extension: true,
  description: 'Number of elements of a list.',
  evaluate: ([list]) => BigInt(listOf(list).length),
});

const toList = defineFunction({
  name: 'to_list',
  parameters: [parameter('value', 'Object')],
  returns: 'List',
  extension: true,
  description: 'The value as a list: a list stays as it is, null gives the empty list, anything else a list of itself.',
  evaluate([value]) {
    if (value instanceof JsonNode)
      return isList(value.tree) ? (value.tree as List) : value.tree === undefined ? [] : [value];
    return value === null ? [] : isList(value) ? value : [value];
  },
});

/** Returns a map as writable. Rules may change maps, because literals and results are created anew for each message. */
const writable = (map: MapValue): Map<string, Value> => map as Map<string, Value>;

const map = parameter('map', 'Map');
const key = parameter('key', 'String');

const mapSet = defineFunction({
  name: 'map_set',
  parameters: [map, key, parameter('value', 'Object')],
  returns: 'Map',
  extension: true,
  description: 'Sets an entry of the map, and gives the map.',
  evaluate([of, name, value], context) {
    const changed = writable(needed(of, 'map'));
    context.spend(1);
    changed.set(needed(name, 'key'), value);
    return changed;
  },
});

const mapRemove = defineFunction({
  name: 'map_remove',
  parameters: [map, key],
  returns: 'Map',
  extension: true,
  description: 'Removes an entry of the map, and gives the map.',
  evaluate([of, name]) {
    const changed = writable(needed(of, 'map'));
    if (name !== null) changed.delete(name);
    return changed;
  },
});

const mapGet = defineFunction({
  name: 'map_get',
  parameters: [map, key, optional('default', 'Object')],
  returns: 'Object',
  extension: true,
  description: 'The value of an entry of a map.',
  evaluate: ([of, name, otherwise]) => (of === null || name === null ? undefined : of.get(name)) ?? otherwise ?? null,
});

const mapCopy = defineFunction({
  name: 'map_copy',
  parameters: [map],
  returns: 'Map',
  extension: true,
  description: 'A copy of a map: changes of one leave the other as it is.',
  evaluate([of], context) {
    spendElements(context, of?.size ?? 0);
    return of === null ? null : new Map(of);
  },
});

const mostHexDigits = 100_000;

const hexBytes = defineFunction({
  name: 'hex_to_decimal_byte_list',
  parameters: [parameter('value', 'String', 'Hexadecimal digits, with or without 0x.')],
  returns: 'List',
  extension: true,
  description: 'The bytes of a hexadecimal number as decimal numbers. A text that is none gives null.',
  evaluate([text], context) {
    const digits = text?.replace(/^0x/i, '') ?? '';
    if (!/^[0-9A-Fa-f]+$/.test(digits) || digits.length > mostHexDigits) return null;
    context.spend(digits.length);
    return [...Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')].map(BigInt);
  },
});

export const collectionExtensions: readonly PipelineFunction[] = [
  arrayContains,
  arrayRemove,
  stringArrayAdd,
  listGet,
  listCount,
  toList,
  mapSet,
  mapRemove,
  mapGet,
  mapCopy,
  hexBytes,
];

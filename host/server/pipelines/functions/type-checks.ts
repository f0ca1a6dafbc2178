/** Rule functions that check the type of a value: is_bool to is_url, is_null, is_not_null. */
import { defineFunction, parameter, type PipelineFunction } from '../function.js';
import {
  DateTime,
  Integer,
  IpAddress,
  isList,
  isMap,
  isNumeric,
  JsonNode,
  Period,
  UrlValue,
  type Value,
} from '../values.js';

const check = (name: string, description: string, holds: (value: Value) => boolean): PipelineFunction =>
  defineFunction({
    name,
    parameters: [parameter('value', 'Object')],
    returns: 'Boolean',
    description,
    evaluate: ([value]) => holds(value),
  });

/** Defines a check for null; if evaluating the argument fails, the value counts as null. */
const nullCheck = (name: string, description: string, holds: (value: Value) => boolean): PipelineFunction =>
  defineFunction({
    name,
    parameters: [{ ...parameter('value', 'Object'), onError: { becomesNull: true } }],
    returns: 'Boolean',
    description,
    evaluate: ([value]) => holds(value),
  });

export const typeCheckFunctions = [
  check('is_bool', 'Returns true if the value is a Boolean.', (value) => typeof value === 'boolean'),
  check('is_collection', 'Returns true if the value is a list; a map is none.', isList),
  check('is_date', 'Returns true if the value is a date.', (value) => value instanceof DateTime),
  check(
    'is_double',
    'Returns true if the value is a floating point number; a whole number is none.',
    (value) => typeof value === 'number',
  ),
  check('is_ip', 'Returns true if the value was made by to_ip; a text is none.', (value) => value instanceof IpAddress),
  check(
    'is_json',
    'Returns true if the value is a JSON tree, as parse_json makes it.',
    (value) => value instanceof JsonNode,
  ),
  check('is_list', 'Returns true if the value is a list.', isList),
  check(
    'is_long',
    'Returns true if the value is a whole number of 64 bits. Numbers of JSON texts and parts of dates have 32 bits: see to_long.',
    (value) => typeof value === 'bigint',
  ),
  check('is_map', 'Returns true if the value is a map, e.g. the result of regex or grok.', isMap),
  nullCheck(
    'is_not_null',
    'Returns true if the value is not null. An error in the argument counts as null.',
    (value) => value !== null,
  ),
  nullCheck(
    'is_null',
    'Returns true if the value is null. An error in the argument counts as null.',
    (value) => value === null,
  ),
  check(
    'is_number',
    'Returns true if the value is a number of any type.',
    (value) => isNumeric(value) || value instanceof Integer,
  ),
  check('is_period', 'Returns true if the value is a period.', (value) => value instanceof Period),
  check('is_string', 'Returns true if the value is a text.', (value) => typeof value === 'string'),
  check('is_url', 'Returns true if the value was made by to_url.', (value) => value instanceof UrlValue),
];

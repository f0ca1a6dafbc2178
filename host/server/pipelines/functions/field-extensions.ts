/** Rule functions on fields that later versions of the reference server have added (extensions), and csv_to_map. */
import { CsvLineError, csvLineDefaults, csvLineValues } from '../../foundation/csv-line.js';
import { defineFunction, EvaluationError, optional, parameter, prepared, type PipelineFunction } from '../function.js';
import type { Message } from '../message.js';
import { textOf } from '../value-text.js';
import type { List, Value } from '../values.js';
import { needed, spendElements } from './bounds.js';
import { rename, wholeMatcher } from './message-fields.js';

const message = optional('message', 'Message', 'Default: the message that the rule runs on.');

const getField = defineFunction({
  name: 'get_field',
  parameters: [parameter('field', 'String'), message],
  returns: 'Object',
  extension: true,
  description: 'The value of the field of this name; null where there is none.',
  evaluate: ([field, target], context) => (field === null ? null : (target ?? context.message).get(field)),
});

const removeSingleField = defineFunction({
  name: 'remove_single_field',
  parameters: [parameter('field', 'String'), message],
  returns: 'Void',
  extension: true,
  description: 'Removes the field of exactly this name. message, source, timestamp and gl2_ fields stay.',
  evaluate([field, target], context) {
    if (field !== null) (target ?? context.message).remove(field);
  },
});

const textsOf = (list: List | null | undefined): ReadonlySet<string> =>
  new Set((list ?? []).flatMap((one) => (one === null ? [] : (textOf(one) ?? []))));

/** Removes fields for which the test holds. */
function removeWhere(target: Message, holds: (name: string, value: Value) => boolean): void {
  for (const [name, value] of [...target.entries()]) if (holds(name, value)) target.remove(name);
}

const pattern = prepared(optional('pattern', 'String', 'Regular expression.'), wholeMatcher, 'java.util.regex.Pattern');

const removeMultipleFields = defineFunction({
  name: 'remove_multiple_fields',
  parameters: [pattern, optional('names', 'List', 'Exact names.'), message],
  returns: 'Void',
  extension: true,
  description: 'Removes fields whose whole name matches the regular expression or is in the list.',
  evaluate([matches, names, target], context) {
    const listed = textsOf(names);
    removeWhere(target ?? context.message, (name) => listed.has(name) || matches?.(name) === true);
  },
});

const removeStringFieldsByValue = defineFunction({
  name: 'remove_string_fields_by_value',
  parameters: [pattern, optional('values', 'List', 'Exact texts.'), message],
  returns: 'Void',
  extension: true,
  description: 'Removes fields whose value is a text that matches the regular expression as a whole or is in the list.',
  evaluate([matches, values, target], context) {
    const listed = textsOf(values);
    removeWhere(
      target ?? context.message,
      (_, value) => typeof value === 'string' && (listed.has(value) || matches?.(value) === true),
    );
  },
});

const renameFields = defineFunction({
  name: 'rename_fields',
  parameters: [parameter('fields', 'Map', 'Old name → new name.'), message],
  returns: 'Void',
  extension: true,
  description: 'Renames several fields, as rename_field does one.',
  evaluate([fields, target], context) {
    for (const [from, to] of fields ?? []) if (typeof to === 'string') rename(target ?? context.message, from, to);
  },
});

/** Returns an argument of one character. @throws EvaluationError when the text has another length */
function character(given: string | null | undefined, name: string, otherwise: string): string {
  const text = given ?? otherwise;
  if (text.length !== 1) throw new EvaluationError(`The argument ${name} must be one character.`);
  return text;
}

const csvToMap = defineFunction({
  name: 'csv_to_map',
  parameters: [
    parameter('value', 'String', 'One line of separated values.'),
    parameter('fieldNames', 'List', 'Names of the values, in their order.'),
    optional('separator', 'String', 'Default: a comma.'),
    optional('quoteChar', 'String', 'Default: a double quote.'),
    optional('escapeChar', 'String', 'Default: a backslash.'),
    optional('strictQuotes', 'Boolean', 'Ignores text outside of quotes.'),
    optional('trimLeadingWhitespace', 'Boolean', 'Default: true.'),
    optional('ignoreExtraCsvValues', 'Boolean', 'Leaves out values without a name, instead of failing.'),
  ],
  returns: 'Map',
  extension: true,
  description: 'Takes one line of separated values apart.',
  evaluate([text, fieldNames, separator, quote, escape, strictQuotes, trim, ignoreExtra], context) {
    if (text === null) return null;
    const names = needed(fieldNames, 'fieldNames').map((name) => (name === null ? '' : (textOf(name) ?? '')));
    spendElements(context, names.length);
    context.spend(text.length);
    const values = csvValues(text, {
      separator: character(separator, 'separator', csvLineDefaults.separator),
      quote: character(quote, 'quoteChar', csvLineDefaults.quote),
      escape: character(escape, 'escapeChar', csvLineDefaults.escape),
      strictQuotes: strictQuotes ?? csvLineDefaults.strictQuotes,
      trimLeadingWhitespace: trim ?? csvLineDefaults.trimLeadingWhitespace,
    });
    if (values.length > names.length ? ignoreExtra !== true : values.length < names.length)
      throw new EvaluationError(`The line has ${values.length} values for ${names.length} names.`);
    return new Map<string, Value>(names.map((name, index) => [name, values[index] ?? '']));
  },
});

function csvValues(...line: Parameters<typeof csvLineValues>): string[] {
  try {
    return csvLineValues(...line);
  } catch (error) {
    if (error instanceof CsvLineError) throw new EvaluationError(error.message);
    throw error;
  }
}

export const fieldExtensions: readonly PipelineFunction[] = [
  getField,
  removeSingleField,
  removeMultipleFields,
  removeStringFieldsByValue,
  renameFields,
  csvToMap,
];

/** Rule functions that read and change fields of a message. */
import { RegexError, TextTooLongError } from '../../regex/bounded-regex.js';
import { cachedJavaRegex } from '../../regex/java-regex.js';
import { defineFunction, EvaluationError, optional, parameter } from '../function.js';
import type { Message } from '../message.js';
import type { Value } from '../values.js';
import { needed } from './bounds.js';

const message = optional('message', 'Message', 'Default: the message that the rule runs on.');

/** Replaces every character that a field name cannot have by an underscore. */
const cleaned = (name: string): string => name.replace(/[^A-Za-z0-9_.\-@]/g, '_');

interface Naming {
  readonly prefix: string | null | undefined;
  readonly suffix: string | null | undefined;
  readonly isClean: boolean | null | undefined;
}

function setNamed(target: Message, field: string | null, value: Value, { prefix, suffix, isClean }: Naming): void {
  if (field === null || field === '') return;
  if (!prefix && !suffix && !isClean) return target.set(field, value);
  const name = `${prefix ?? ''}${field}${suffix ?? ''}`;
  target.set(isClean ? cleaned(name) : name, value);
}

const hasField = defineFunction({
  name: 'has_field',
  parameters: [parameter('field', 'String'), message],
  returns: 'Boolean',
  description: 'Returns true if the message has a field of exactly this name.',
  evaluate: ({ 0: field, 1: target }, context) => field !== null && (target ?? context.message).has(field),
});

const setField = defineFunction({
  name: 'set_field',
  parameters: [
    parameter('field', 'String'),
    { ...parameter('value', 'Object'), onError: { becomesNullWithParameter: 'default' } },
    optional('prefix', 'String', 'Put before the name.'),
    optional('suffix', 'String', 'Put behind the name.'),
    message,
    optional('default', 'Object', 'Used when the value is null or cannot be evaluated.'),
    optional('clean_field', 'Boolean', 'Replaces characters that names cannot have by underscores.'),
  ],
  returns: 'Void',
  description:
    'Sets a field of the message. Names that cannot be stored, null and empty texts leave the message as it is.',
  // The arguments are destructured by index, because iterating over all seven is slow and most calls have two
  // arguments.
  evaluate({ 0: field, 1: value, 2: prefix, 3: suffix, 4: target, 5: otherwise, 6: isClean }, context) {
    setNamed(target ?? context.message, field, value ?? otherwise ?? null, { prefix, suffix, isClean });
  },
});

const setFields = defineFunction({
  name: 'set_fields',
  parameters: [
    parameter('fields', 'Map'),
    optional('prefix', 'String', 'Put before every name.'),
    optional('suffix', 'String', 'Put behind every name.'),
    message,
    optional('clean_fields', 'Boolean', 'Replaces characters that names cannot have by underscores.'),
  ],
  returns: 'Void',
  description: 'Sets a field of the message for every entry of the map, as set_field does.',
  evaluate([fields, prefix, suffix, target, isClean], context) {
    if (fields === null) return;
    context.spend(fields.size);
    for (const [field, value] of fields) setNamed(target ?? context.message, field, value, { prefix, suffix, isClean });
  },
});

/**
 * Renames a field if the message has it; a field with the new name is overwritten. A field that rules cannot remove,
 * such as `message`, is copied. If the new name is invalid, the value is lost, as on reference servers.
 */
export function rename(target: Message, from: string, to: string): void {
  if (from === to || !target.has(from)) return;
  target.set(to, target.get(from));
  target.remove(from);
}

const renameField = defineFunction({
  name: 'rename_field',
  parameters: [parameter('old_field', 'String'), parameter('new_field', 'String'), message],
  returns: 'Void',
  description: 'Renames a field, when the message has it. A field of the new name is overwritten.',
  evaluate([from, to, target], context) {
    if (from !== null && to !== null) rename(target ?? context.message, from, to);
  },
});

/**
 * Creates a function that tells whether a whole text matches a regular expression; it throws an EvaluationError for a
 * text that is too long.
 * @throws EvaluationError when the expression is invalid
 */
export function wholeMatcher(pattern: string): (text: string) => boolean {
  // A pattern of word characters only is compared directly, without the regular expression engine.
  if (/^\w*$/.test(pattern)) return (text) => text === pattern;
  let compiled;
  try {
    compiled = cachedJavaRegex(`^(?:${pattern})$`);
  } catch (error) {
    if (error instanceof RegexError) throw new EvaluationError(error.message);
    throw error;
  }
  return (text) => {
    try {
      return compiled.isIn(text);
    } catch (error) {
      if (error instanceof TextTooLongError) throw new EvaluationError(error.message);
      throw error;
    }
  };
}

function removeMatching(target: Message, pattern: string): void {
  const matches = wholeMatcher(pattern);
  for (const name of [...target.names()]) if (matches(name)) target.remove(name);
}

const removeField = defineFunction({
  name: 'remove_field',
  parameters: [parameter('field', 'String', 'Regular expression for the whole name.'), message],
  returns: 'Void',
  description:
    'Removes every field whose whole name matches the regular expression. message, source, timestamp and gl2_ fields stay.',
  evaluate([field, target], context) {
    removeMatching(target ?? context.message, needed(field, 'field'));
  },
});

const normalizeFields = defineFunction({
  name: 'normalize_fields',
  parameters: [message],
  returns: 'Void',
  description: 'Turns the names of all fields of the message into lower case.',
  evaluate(_, context) {
    for (const name of [...context.message.names()]) rename(context.message, name, name.toLowerCase());
  },
});

export const messageFieldFunctions = [hasField, setField, setFields, renameField, removeField, normalizeFields];

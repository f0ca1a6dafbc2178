/** Decides which messages a stream accepts (contract data-intake, stream_rule_types and "Stream routing"). */
import type { MatchingType, StreamRule, StreamRuleType } from '../../../../api/contract/streams.schema.js';
import { BoundedRegex, regexProblem, TextTooLongError } from '../../regex/bounded-regex.js';
import type { IncomingMessage } from '../../store/types.js';
import type { StreamDocument } from './streams.js';

export const streamRuleTypes: readonly StreamRuleType[] = [
  { id: 1, name: 'EXACT', short_desc: 'match exactly', long_desc: 'match exactly' },
  { id: 2, name: 'REGEX', short_desc: 'match regular expression', long_desc: 'match regular expression' },
  { id: 3, name: 'GREATER', short_desc: 'greater than', long_desc: 'be greater than' },
  { id: 4, name: 'SMALLER', short_desc: 'smaller than', long_desc: 'be smaller than' },
  { id: 5, name: 'PRESENCE', short_desc: 'field presence', long_desc: 'be present' },
  { id: 6, name: 'CONTAINS', short_desc: 'contain', long_desc: 'contain' },
  { id: 7, name: 'ALWAYS_MATCH', short_desc: 'always match', long_desc: 'always match' },
  { id: 8, name: 'MATCH_INPUT', short_desc: 'match input', long_desc: 'match input' },
];

/** Returns the value of a field by its name in the API; undefined: the message lacks it. */
export type FieldOf = (name: string) => unknown;

/** Tests a message by one rule. `impossible`: the field is missing, so neither the rule nor its inversion matches. */
type Test = (field: FieldOf) => boolean | 'impossible';

const javaDouble = /^\s*[+-]?(\d+\.?\d*([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?)[dDfF]?\s*$/;

/** Converts a value to a number, as rules of the types GREATER and SMALLER do; undefined: the value is no number. */
export function asDouble(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const text = String(value);
  return javaDouble.test(text) ? Number.parseFloat(text) : undefined;
}

/** Creates a test of a field's text; a missing field matches only if the rule is inverted. */
function onText(rule: StreamRule, matches: (text: string) => boolean): Test {
  return (field) => {
    const value = field(rule.field ?? '');
    return value === undefined || value === null ? rule.inverted : matches(String(value)) !== rule.inverted;
  };
}

function onNumber(rule: StreamRule, compare: (value: number, limit: number) => boolean): Test {
  const limit = asDouble(rule.value ?? '');
  return (field) => {
    const value = field(rule.field ?? '');
    if (value === undefined || value === null) return 'impossible';
    const number = asDouble(value);
    return number !== undefined && limit !== undefined && compare(number, limit) !== rule.inverted;
  };
}

/**
 * Creates a test by regular expression, compiled lazily, so that a change of rules does not compile all expressions at
 * once.
 */
function onPattern(rule: StreamRule): Test {
  let test: Test | undefined;
  return (field) => (test ??= compiledPattern(rule))(field);
}

/**
 * Compiles a regular expression that matches anywhere in the value, with the dot matching newlines and with a limited
 * amount of work per value. A rule with an invalid pattern matches nothing, even if it is inverted.
 */
function compiledPattern(rule: StreamRule): Test {
  let pattern: BoundedRegex;
  try {
    pattern = new BoundedRegex(rule.value ?? '');
  } catch {
    return () => false;
  }
  const test = onText(rule, (text) => pattern.isIn(text));
  return (field) => {
    try {
      return test(field);
    } catch (error) {
      // The result is unknown, so neither the rule nor its inversion matches.
      if (error instanceof TextTooLongError) return false;
      throw error;
    }
  };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '');
}

/** Rule types in the order of their cost: cheap rules are evaluated first. */
const order = [7, 5, 1, 8, 3, 4, 6, 2];

function testOf(rule: StreamRule): Test {
  const wanted = rule.value ?? '';
  switch (rule.type) {
    case 1:
      return onText(rule, (text) => text.trim() === wanted);
    case 2:
      return onPattern(rule);
    case 3:
      return onNumber(rule, (value, limit) => value > limit);
    case 4:
      return onNumber(rule, (value, limit) => value < limit);
    case 5:
      return (field) => isPresent(field(rule.field ?? '')) !== rule.inverted;
    case 6:
      return onText(rule, (text) => text.includes(wanted));
    case 7:
      return () => !rule.inverted;
    case 8:
      return onText({ ...rule, field: 'gl2_source_input' }, (id) => id.toLowerCase() === wanted.toLowerCase());
    default:
      return () => false;
  }
}

/** Compiles a rule to a function that tells whether the fields of a message match it. */
export function compileRule(rule: StreamRule): (field: FieldOf) => boolean {
  const test = testOf(rule);
  return (field) => test(field) === true;
}

/** Tells whether the fields of a message match a rule, independently of other rules of the stream. */
export const ruleMatches = (rule: StreamRule, field: FieldOf): boolean => compileRule(rule)(field);

/** Tells from the results of all its rules whether a stream accepts a message. */
export function taken(results: readonly boolean[], matching: MatchingType): boolean {
  return matching === 'OR' ? results.includes(true) : results.length > 0 && !results.includes(false);
}

/** Explains why a rule of this type cannot have the value; undefined: the value is valid. */
export function valueProblem(type: number, value: string): string | undefined {
  if ((type === 3 || type === 4) && asDouble(value) === undefined) return 'Value must be a number.';
  return type === 2 ? regexProblem(value) : undefined;
}

/**
 * Compiles the rules of a stream to a function that tells whether the stream accepts a message; a stream without rules
 * accepts none.
 */
export function compileStream({ rules, matching_type }: StreamDocument): (field: FieldOf) => boolean {
  if (rules.length === 0) return () => false;
  const tests = [...rules].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type)).map(testOf);
  return matching_type === 'OR'
    ? (field) => tests.some((test) => test(field) === true)
    : (field) => tests.every((test) => test(field) === true);
}

/** Returns a function that reads the fields of an incoming message in their stored form. */
export function fieldsOf(message: IncomingMessage): FieldOf {
  return (name) => {
    switch (name) {
      case 'message':
        return message.message;
      case 'source':
        return message.source;
      case 'timestamp':
        return new Date(message.timestamp).toISOString();
      case 'full_message':
        return message.fullMessage;
      case 'gl2_source_input':
        return message.inputId;
      case 'gl2_remote_ip':
        return message.remote?.address;
      case 'gl2_remote_port':
        return message.remote?.port;
      default:
        return Object.hasOwn(message.fields, name) ? message.fields[name] : undefined;
    }
  };
}

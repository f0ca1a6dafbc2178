/**
 * Determines which fields a condition reads and which fields the actions of a rule change. Rules with equal conditions
 * then share one evaluation, as long as no rule in between has changed a field that the condition reads.
 */
import type { CallExpression, Expression, Statement } from '../../../api/pipeline-language/index.js';
import type { BoundCall, CheckedRule } from './checked.js';
import { constantFieldName } from './direct-tests.js';

export interface ConditionReads {
  /** Text that is equal for two conditions only if they give the same result on the same message. */
  readonly key: string;
  readonly fields: ReadonlySet<string>;
}

/** Functions that return the same result for the same arguments while one message is processed, and have no effects. */
const steady: ReadonlySet<string> = new Set([
  ...['to_bool', 'to_double', 'to_ip', 'to_long', 'to_map', 'to_string', 'to_url'],
  ...['is_bool', 'is_collection', 'is_date', 'is_double', 'is_ip', 'is_json', 'is_list', 'is_long', 'is_map'],
  ...['is_not_null', 'is_null', 'is_number', 'is_period', 'is_string', 'is_url'],
  ...[
    'abbreviate',
    'capitalize',
    'concat',
    'contains',
    'ends_with',
    'first_non_null',
    'length',
    'lowercase',
    'replace',
  ],
  ...['starts_with', 'substring', 'swapcase', 'uncapitalize', 'uppercase', 'join', 'split', 'key_value'],
  ...['regex', 'regex_replace', 'grok', 'from_input', 'cidr_match', 'in_private_net', 'urldecode', 'urlencode'],
  ...['parse_json', 'flatten_json', 'select_jsonpath', 'parse_unix_milliseconds', 'parse_date', 'format_date'],
  ...['syslog_facility', 'syslog_level', 'expand_syslog_priority', 'expand_syslog_priority_as_string'],
]);

/** Functions whose results may differ between calls, but that modify neither the message nor any value. */
const harmless: ReadonlySet<string> = new Set([
  ...['now', 'to_date', 'flex_parse_date', 'debug', 'metric_counter_inc', 'has_field'],
  ...['lookup', 'lookup_value', 'lookup_has_value', 'lookup_string_list', 'lookup_string_list_contains'],
]);

/** Actions that change streams or drop a message, but change none of its fields. */
const fieldless: ReadonlySet<string> = new Set(['drop_message', 'route_to_stream', 'remove_from_stream']);

/**
 * Returns the fields that a condition reads. Undefined: the condition does not only read single fields, or it calls a
 * function whose result may change.
 */
export function conditionReads(checked: CheckedRule): ConditionReads | undefined {
  const fields = new Set<string>();
  const key = keyOf(checked.tree.condition, checked, fields);
  return key === undefined ? undefined : { key, fields };
}

function keyOf(expression: Expression, checked: CheckedRule, fields: Set<string>): string | undefined {
  const all = (parts: readonly (Expression | undefined)[]): string | undefined => {
    const keys: string[] = [];
    for (const part of parts) {
      const key = part ? keyOf(part, checked, fields) : '';
      if (key === undefined) return undefined;
      keys.push(key);
    }
    return keys.join(',');
  };
  const wrapped = (kind: string, parts: readonly (Expression | undefined)[]): string | undefined => {
    const keys = all(parts);
    return keys === undefined ? undefined : `${kind}(${keys})`;
  };
  switch (expression.kind) {
    case 'literal':
      return `${typeof expression.value} ${JSON.stringify(String(expression.value))}`;
    case 'field': {
      const name = constantFieldName(expression.field, checked);
      if (name === undefined) return undefined;
      fields.add(name);
      return `$${JSON.stringify(name)}`;
    }
    case 'property':
      return wrapped(`property ${JSON.stringify(expression.name)}`, [expression.object]);
    case 'index':
      return wrapped('index', [expression.object, expression.index]);
    case 'signed':
      return wrapped(expression.isNegative ? '-' : '+', [expression.operand]);
    case 'not':
      return wrapped('not', [expression.operand]);
    case 'binary':
      return wrapped(expression.operator, [expression.left, expression.right]);
    case 'list':
      return wrapped('list', expression.elements);
    case 'map':
      return wrapped(
        `map ${JSON.stringify(expression.entries.map(({ key }) => key))}`,
        expression.entries.map(({ value }) => value),
      );
    case 'call': {
      const bound = checked.calls.get(expression);
      if (!bound) return undefined;
      const { name } = bound.function;
      const values = bound.arguments.map((argument) => argument?.value);
      if (name === 'has_field') {
        const field = constantText(bound, 0);
        if (field === undefined || values[1] !== undefined) return undefined;
        fields.add(field);
        return `has ${JSON.stringify(field)}`;
      }
      return steady.has(name) ? wrapped(`call ${name}`, values) : undefined;
    }
    case 'variable':
    case 'message':
      return undefined;
  }
}

function constantText({ arguments: given }: BoundCall, index: number): string | undefined {
  const value = given[index]?.value;
  return value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined;
}

/** Returns the fields that the actions of a rule may change; undefined: any field. */
export function changedFields(checked: CheckedRule): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  for (const statement of checked.tree.statements) {
    const changed = changedBy(statement, checked);
    if (!changed) return undefined;
    for (const name of changed) fields.add(name);
  }
  return fields;
}

function changedBy(statement: Statement, checked: CheckedRule): readonly string[] | undefined {
  if (statement.kind === 'let') return isHarmless(statement.value, checked) ? [] : undefined;
  const bound = checked.calls.get(statement.call);
  if (!bound || !areHarmless(statement.call, checked)) return undefined;
  const { name, parameters } = bound.function;
  if (fieldless.has(name) || harmless.has(name)) return [];
  const only = (...names: readonly string[]): boolean =>
    bound.arguments.every((argument, index) => !argument || names.includes(parameters[index]?.name ?? ''));
  const [first, second] = [constantText(bound, 0), constantText(bound, 1)];
  if (first === undefined) return undefined;
  switch (name) {
    case 'set_field':
      return only('field', 'value', 'default') ? [first.trim()] : undefined;
    case 'remove_field':
      // A text with other characters is a regular expression, which may match many fields.
      return only('field') && /^\w+$/.test(first) ? [first] : undefined;
    case 'rename_field':
      return only('old_field', 'new_field') && second !== undefined ? [first, second.trim()] : undefined;
    default:
      return undefined;
  }
}

const areHarmless = (call: CallExpression, checked: CheckedRule): boolean =>
  [...call.positional, ...(call.named ?? []).map(({ value }) => value)].every((value) => isHarmless(value, checked));

function isHarmless(expression: Expression, checked: CheckedRule): boolean {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'message':
      return true;
    case 'field':
      return isHarmless(expression.field, checked);
    case 'property':
      return isHarmless(expression.object, checked);
    case 'index':
      return isHarmless(expression.object, checked) && isHarmless(expression.index, checked);
    case 'signed':
    case 'not':
      return isHarmless(expression.operand, checked);
    case 'binary':
      return isHarmless(expression.left, checked) && isHarmless(expression.right, checked);
    case 'list':
      return expression.elements.every((element) => isHarmless(element, checked));
    case 'map':
      return expression.entries.every(({ value }) => isHarmless(value, checked));
    case 'call': {
      const { name, pure } = checked.calls.get(expression)?.function ?? {};
      return (
        name !== undefined &&
        (pure === true || steady.has(name) || harmless.has(name)) &&
        areHarmless(expression, checked)
      );
    }
  }
}

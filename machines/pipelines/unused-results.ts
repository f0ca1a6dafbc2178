/** Finds calls that only compute a value which nothing in the rule uses, as in `lowercase($message.user);`. */
import type { CallExpression, Expression, RuleTree } from '../../api/pipeline-language/index.js';
import { inside } from '../../api/pipeline-language/walk.js';
import { wrapped, type QuickFix } from './finding.js';
import type { RuleTypes } from './rule-types.js';

/**
 * Functions with a result that also change a message, a table or the given value. So a call of them is useful even if
 * its result is not used.
 */
const changing = /^(?:lookup|create_message$|clone_message$|map_)/;
const valueTypes = new Set(['String', 'Long', 'Double', 'Boolean', 'DateTime', 'IpAddress', 'Object']);
const fieldsTypes = new Set(['Map', 'GrokResult']);

export interface UnusedResult {
  readonly call: CallExpression;
  /**
   * Fix that stores the result in the message. It is undefined if a field cannot contain a result of this type, or if
   * it is not clear to which single field the result belongs.
   */
  readonly fix: QuickFix | undefined;
}

/** Returns the calls of a rule whose results are lost. */
export function unusedResults(tree: RuleTree, types: RuleTypes): readonly UnusedResult[] {
  return tree.statements.flatMap((statement) => {
    if (statement.kind === 'let' || changing.test(statement.call.name)) return [];
    const { call } = statement;
    const type = types.of(call);
    if (types.parameters(call).length === 0 || type === 'Void') return [];
    if (fieldsTypes.has(type)) return [{ call, fix: { ...wrapped(call, 'set_fields'), label: 'Store it as fields' } }];
    const field = valueTypes.has(type) ? onlyField(call, tree) : undefined;
    return [{ call, fix: field === undefined ? undefined : storedIn(call, field) }];
  });
}

function storedIn({ from, to }: CallExpression, field: string): QuickFix {
  return {
    label: `Store it in ${field}`,
    edits: [
      { from, to: from, insert: `set_field("${field}", ` },
      { from: to, to, insert: ')' },
    ],
  };
}

/**
 * Returns the field from which a value is computed, directly or by way of variables. Returns undefined unless there is
 * exactly one such field.
 */
function onlyField(value: Expression, tree: RuleTree): string | undefined {
  const fields = new Set<string>();
  const seen = new Set<string>();
  const open = [value];
  for (let expression = open.pop(); expression; expression = open.pop()) {
    for (const part of inside(expression)) {
      if (part.kind === 'field' && part.field.kind === 'variable') fields.add(part.field.name);
      if (part.kind !== 'variable' || seen.has(part.name)) continue;
      seen.add(part.name);
      for (const one of tree.statements) if (one.kind === 'let' && one.name === part.name) open.push(one.value);
    }
  }
  const [first] = fields;
  return fields.size === 1 && first !== undefined && /^[\w@-]+$/.test(first) ? first : undefined;
}

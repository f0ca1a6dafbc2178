/**
 * Converts the errors that the server reports for a source to findings with positions and, where possible, quick fixes.
 */
import type { ParseError } from '../../api/contract/pipelines.js';
import { parseRule, type CallExpression, type Expression, type RuleTree } from '../../api/pipeline-language/index.js';
import { wrapped, type Finding, type QuickFix } from './finding.js';
import { nearestName } from './nearest-name.js';
import { typeName, type RuleFacts } from './rule-facts.js';
import { RuleTypes } from './rule-types.js';
import { syntaxFix } from './syntax-fixes.js';
import { expressionsOf } from '../../api/pipeline-language/walk.js';

/** Names of the functions that convert a value, by the type that they return. */
const converters: Readonly<Record<string, string>> = {
  String: 'to_string',
  Long: 'to_long',
  Double: 'to_double',
  Boolean: 'to_bool',
  IpAddress: 'to_ip',
  Map: 'to_map',
};

/** Returns the offset of a line (from 1) and column (from 0). It is the length of the text if there is no such line. */
export function offsetOf(source: string, line: number, column: number): number {
  let at = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const newline = source.indexOf('\n', at);
    if (newline < 0) return source.length;
    at = newline + 1;
  }
  return Math.min(source.length, at + column);
}

export function findingsOfErrors(source: string, errors: readonly ParseError[], facts: RuleFacts): readonly Finding[] {
  const { tree } = { tree: undefined, ...parseRule(source) };
  return errors.map((error) => {
    const from = offsetOf(source, error.line, error.position_in_line);
    const fix = tree ? fixOf(source, tree, from, error, facts) : syntaxFix(source, from);
    return {
      kind: 'error',
      from,
      to: tokenEnd(source, from),
      title: error.reason.replace(placeInReason, ''),
      ...(fix && { fix }),
    };
  });
}

/** Matches the position in the text of an error, because the position is displayed separately. */
const placeInReason = / in line \d+ pos \d+\.?$/;

/** Returns the end of the word, string or character that starts at an offset. */
function tokenEnd(source: string, from: number): number {
  const token = /^(?:[$\w`]+|"(?:\\[^]|[^"\\])*"|\S)/.exec(source.slice(from, from + 1000));
  return from + (token?.[0].length ?? 0);
}

function fixOf(
  source: string,
  tree: RuleTree,
  from: number,
  error: ParseError,
  facts: RuleFacts,
): QuickFix | undefined {
  const all = [...expressionsOf(tree)];
  const types = new RuleTypes(tree, facts.functions);
  switch (error.type) {
    case 'undeclared_function': {
      const call = all.find((one): one is CallExpression => one.kind === 'call' && one.from === from);
      return (
        call &&
        renamed(
          call,
          call.name,
          facts.functions.map(({ name }) => name),
        )
      );
    }
    case 'undeclared_variable': {
      const name = /^\w+/.exec(source.slice(from))?.[0] ?? '';
      const variables = tree.statements.flatMap((one) => (one.kind === 'let' ? one.name : []));
      return renamed({ from }, name, variables) ?? fieldFix(from, name, facts);
    }
    case 'incompatible_argument_type':
      return convertedArgument(all, types, from);
    case 'incompatible_types': {
      // Nested operators may begin at the same place; only the wrong one has operands of different types.
      for (const one of all) {
        const fix = one.kind === 'binary' && one.from === from ? convertedOperand(one, types) : undefined;
        if (fix) return fix;
      }
      return undefined;
    }
    case 'incompatible_type':
      return negationFix(all, types, from);
    case 'invalid_function_argument':
      return parameterFix(all, types, from);
    default:
      return undefined;
  }
}

function renamed({ from }: { readonly from: number }, name: string, known: readonly string[]): QuickFix | undefined {
  return replaced({ from }, name, nearestName(name, known));
}

function replaced({ from }: { readonly from: number }, name: string, by: string | undefined): QuickFix | undefined {
  if (by === undefined) return undefined;
  return { label: `Use ${by}`, edits: [{ from, to: from + name.length, insert: by }] };
}

/** Returns the quick fix that reads a message field, if an unknown name is the name of a field. */
function fieldFix(from: number, name: string, facts: RuleFacts): QuickFix | undefined {
  if (!facts.fields.includes(name)) return undefined;
  return { label: `Read the field ${name}`, edits: [{ from, to: from, insert: '$message.' }] };
}

/**
 * Returns the quick fix of `not a == b`, which means `(not a) == b`. Also returns the quick fix of `not` before a value
 * that is no Boolean.
 */
function negationFix(all: readonly Expression[], types: RuleTypes, from: number): QuickFix | undefined {
  const not = all.find((one) => one.kind === 'not' && one.from === from && types.of(one.operand) !== 'Boolean');
  if (not?.kind !== 'not') return undefined;
  const { operand } = not;
  const compared = all.find((one) => one.kind === 'binary' && one.left === not && isComparison(one.operator));
  if (compared)
    return {
      label: 'Negate the comparison',
      edits: [
        { from: operand.from, to: operand.from, insert: '(' },
        { from: compared.to, to: compared.to, insert: ')' },
      ],
    };
  return {
    label: 'Compare with true',
    edits: [
      { from: operand.from, to: operand.from, insert: '(' },
      { from: operand.to, to: operand.to, insert: ' == true)' },
    ],
  };
}

const isComparison = (operator: string): boolean => ['==', '!=', '<', '<=', '>', '>='].includes(operator);

/**
 * Returns the quick fix of a named argument whose parameter does not exist. The fix uses an unused parameter with a
 * similar name, otherwise the only required parameter that is missing.
 */
function parameterFix(all: readonly Expression[], types: RuleTypes, from: number): QuickFix | undefined {
  const call = all.find((one) => one.kind === 'call' && one.from === from && one.named !== undefined);
  if (call?.kind !== 'call') return undefined;
  const parameters = types.parameters(call);
  const names = parameters.map(({ name }) => name);
  const given = (call.named ?? []).map(({ name }) => name);
  const wrong = call.named?.find(({ name }) => !names.includes(name));
  const unused = names.filter((name) => !given.includes(name));
  if (!wrong) return undefined;
  const missing = parameters.filter(({ name, optional }) => !optional && unused.includes(name)).map(({ name }) => name);
  return (
    renamed(wrong, wrong.name, unused) ?? (missing.length === 1 ? replaced(wrong, wrong.name, missing[0]) : undefined)
  );
}

/** Returns the quick fix that converts the first argument whose type is wrong; undefined if no conversion is known. */
function convertedArgument(all: readonly Expression[], types: RuleTypes, from: number): QuickFix | undefined {
  for (const call of all) {
    if (call.kind !== 'call') continue;
    for (const { name, type } of types.parameters(call)) {
      const argument = types.argument(call, name);
      const wanted = typeName(type);
      const converter = converters[wanted];
      if (!argument || !converter || (call.from !== from && argument.from !== from)) continue;
      const given = types.of(argument);
      if (given !== wanted) return wrapped(argument, converter);
    }
  }
  return undefined;
}

/** Returns the quick fix that converts an operand of type Object to the other operand's type, or a Long to a Double. */
function convertedOperand(
  { left, right }: Extract<Expression, { kind: 'binary' }>,
  types: RuleTypes,
): QuickFix | undefined {
  const [leftType, rightType] = [types.of(left), types.of(right)];
  const toRight = converters[rightType];
  const toLeft = converters[leftType];
  if (leftType === 'Object' && toRight) return wrapped(left, toRight);
  if (rightType === 'Object' && toLeft) return wrapped(right, toLeft);
  if (rightType === 'Double' && leftType === 'Long') return wrapped(left, 'to_double');
  return leftType === 'Double' && rightType === 'Long' ? wrapped(right, 'to_double') : undefined;
}

/**
 * Finds and renames variables in templates by parsing them, so that `${user.a!"x"}` and `<#if user.a??>` are found,
 * too.
 */
import type { Expression, Node } from './nodes.js';
import { parseTemplate } from './parse.js';
import { TemplateError } from './template-error.js';

interface Use {
  readonly name: string;
  /** Offset of the name in `user.NAME`, or of the string literal in `user["NAME"]`. */
  readonly at: number;
}

const ungrouped = (expression: Expression): Expression =>
  expression.kind === 'group' ? ungrouped(expression.inner) : expression;

function usesIn(expression: Expression | undefined, found: Use[]): void {
  if (!expression) return;
  switch (expression.kind) {
    case 'member': {
      const target = ungrouped(expression.target);
      const name = ungrouped(expression.name);
      if (target.kind === 'name' && target.name === 'user' && name.kind === 'literal' && typeof name.value === 'string')
        found.push({ name: name.value, at: name.at });
      usesIn(target, found);
      usesIn(name, found);
      return;
    }
    case 'list':
      for (const item of expression.items) usesIn(item, found);
      return;
    case 'builtIn':
      usesIn(expression.target, found);
      for (const one of expression.arguments ?? []) usesIn(one, found);
      return;
    case 'default':
      usesIn(expression.target, found);
      usesIn(expression.fallback, found);
      return;
    case 'exists':
      usesIn(expression.target, found);
      return;
    case 'group':
      usesIn(expression.inner, found);
      return;
    case 'not':
    case 'negative':
      usesIn(expression.operand, found);
      return;
    case 'binary':
      usesIn(expression.left, found);
      usesIn(expression.right, found);
      return;
    default:
  }
}

function usesInNodes(nodes: readonly Node[], found: Use[]): void {
  for (const node of nodes) {
    if (node.kind === 'interpolation') usesIn(node.expression, found);
    else if (node.kind === 'assign') usesIn(node.value, found);
    else if (node.kind === 'if') {
      for (const { condition, body } of node.branches) {
        usesIn(condition, found);
        usesInNodes(body, found);
      }
    } else if (node.kind === 'for') {
      usesIn(node.sequence, found);
      usesInNodes(node.body, found);
      usesInNodes(node.otherwise, found);
    } else if (node.kind === 'sep') usesInNodes(node.body, found);
    else if (node.kind === 'indent') {
      usesIn(node.count, found);
      usesInNodes(node.body, found);
    }
  }
}

function usesOf(source: string): Use[] {
  const found: Use[] = [];
  try {
    usesInNodes(parseTemplate(source), found);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    // An earlier version may have stored a template that does not parse. In such a template only the form
    // `${user.NAME}` is found.
    for (const match of source.matchAll(/\$\{\s*user\.(\w+)/g)) {
      const name = match[1] ?? '';
      found.push({ name, at: match.index + match[0].length - name.length });
    }
  }
  return found;
}

/** Returns the names of the variables `user.NAME` that a template reads. */
export const variablesOf = (source: string): ReadonlySet<string> => new Set(usesOf(source).map(({ name }) => name));

/** Matches a string literal; a raw one, such as `r"a\b"`, has no escapes. */
const literalPattern = /r"[^"]*"|r'[^']*'|(["'])(?:\\.|(?!\1)[^\\])*\1/sy;

/** Returns the template with every use of a variable renamed. */
export function renameVariable(source: string, from: string, to: string): string {
  const places = usesOf(source)
    .filter(({ name }) => name === from)
    .map(({ at }) => at)
    .sort((a, b) => b - a);
  let text = source;
  for (const at of new Set(places)) {
    literalPattern.lastIndex = at;
    const literal = literalPattern.exec(source)?.[0];
    const quotes = literal?.startsWith('r') ? 2 : 1;
    const renamed = literal === undefined ? to : literal.slice(0, quotes) + to + literal.slice(-1);
    text = text.slice(0, at) + renamed + text.slice(at + (literal ?? from).length);
  }
  return text;
}

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
  /** Offset behind the name or the string literal. */
  readonly end: number;
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
        found.push({ name: name.value, at: name.at, end: name.end });
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
    // An earlier version may have stored a template that does not parse, and the template in an editor may be
    // unfinished. In such a template only the form `user.NAME` is found: in interpolations, and in lines from a directive
    // or macro call on, because an expression may contain `>`. Comments are skipped.
    for (const { 0: part, index } of source.matchAll(/<#--[^]*?(?:-->|$)|\$\{[^}\n]*|<[#@][^\n]*/g)) {
      if (part.startsWith('<#--')) continue;
      for (const use of part.matchAll(/(?<![\w.])user\.(\w+)/g)) {
        const [whole, name = ''] = use;
        const end = index + use.index + whole.length;
        found.push({ name, at: end - name.length, end });
      }
    }
  }
  return found;
}

/** Returns the names of the variables `user.NAME` that a template reads. */
export const variablesOf = (source: string): ReadonlySet<string> => new Set(usesOf(source).map(({ name }) => name));

/** Returns the template with every use of a variable renamed. */
export function renameVariable(source: string, from: string, to: string): string {
  const uses = usesOf(source)
    .filter(({ name }) => name === from)
    .sort((a, b) => a.at - b.at);
  let text = '';
  let done = 0;
  for (const { at, end } of uses) {
    // A name after a dot has no quotes. A raw literal, such as `r"name"`, begins with two characters.
    const [opening = ''] = /^r?["']/.exec(source.slice(at, end)) ?? [];
    text += source.slice(done, at) + opening + to + opening.slice(-1);
    done = end;
  }
  return text + source.slice(done);
}

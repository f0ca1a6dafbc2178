/** Converts the parse trees of the grammar to syntax trees. */
import type { SyntaxNode } from '@lezer/common';
import type {
  BinaryOperator,
  CallExpression,
  Expression,
  NamedArgument,
  PipelineTree,
  RuleTree,
  Span,
  StageMatching,
  StageTree,
  Statement,
} from './ast.js';
import { decodeNumber, decodeText, type Decoded } from './literals.js';

/** Maximum depth of nested expressions; in the rules of published content packs it is less than 100. */
const deepestExpression = 1000;

/** Thrown for a text that the grammar accepts but the language does not allow. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly at: Span,
  ) {
    super(message);
  }
}

const spanOf = ({ from, to }: Span): Span => ({ from, to });

export class TreeBuilder {
  #depth = 0;

  constructor(private readonly text: string) {}

  rule(top: SyntaxNode): RuleTree {
    const name = this.#name(top);
    const statements: Statement[] = [];
    for (let node = top.firstChild; node; node = node.nextSibling) {
      if (node.name === 'Action')
        statements.push({ kind: 'action', call: this.#call(child(node, 'Call')), ...spanOf(node) });
      else if (node.name === 'Let')
        statements.push({
          kind: 'let',
          name: this.#identifier(child(node, 'VariableName')),
          value: this.#expression(last(node, ';')),
          ...spanOf(node),
        });
    }
    const condition = child(top, 'Condition').firstChild;
    if (!condition) throw new Refusal('The condition is missing.', spanOf(top));
    return { ...name, condition: this.#expression(condition), statements, rest: this.#rest(top.getChild('Rest')) };
  }

  pipeline(top: SyntaxNode): PipelineTree {
    const keyword = child(top, 'PipelineKeyword');
    if (this.#slice(keyword).toLowerCase() !== 'pipeline')
      throw new Refusal(`"${this.#slice(keyword)}" is not expected here: a pipeline begins with "pipeline".`, keyword);
    return {
      ...this.#name(top, 'PipelineName'),
      stages: top.getChildren('Stage').map((stage) => this.#stage(stage)),
      endAt: spanOf(child(top, 'End')),
    };
  }

  #stage(node: SyntaxNode): StageTree {
    const at = child(node, 'StageNumber');
    const text = this.#slice(at).replaceAll(/[_\s+]/g, '');
    const number = Number(text);
    if (!/^-?\d+$/.test(text) || number < -(2 ** 31) || number >= 2 ** 31)
      throw new Refusal(`The number of a stage must be a whole number of 32 bits, not ${this.#slice(at)}.`, at);
    const matchAt = spanOf(child(node, 'Match'));
    const match = this.#slice(matchAt).toLowerCase() as StageMatching;
    const rules = node.getChildren('StageRule').map((rule) => ({ ...this.#name(rule), ...spanOf(rule) }));
    return { number, numberAt: spanOf(at), match, matchAt, rules, ...spanOf(node) };
  }

  #name(node: SyntaxNode, kind = 'RuleName'): { readonly name: string; readonly nameAt: Span } {
    const at = child(node, kind);
    return { name: this.text.slice(at.from + 1, at.to - 1), nameAt: spanOf(at) };
  }

  #rest(node: SyntaxNode | null): Span | undefined {
    if (!node) return undefined;
    const blank = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y.exec(this.#slice(node))?.[0].length ?? 0;
    return node.from + blank >= node.to ? undefined : { from: node.from + blank, to: node.to };
  }

  #slice({ from, to }: Span): string {
    return this.text.slice(from, to);
  }

  /** Returns the name without backticks. @param node an identifier, or a node that contains nothing else */
  #identifier(node: SyntaxNode): string {
    const text = this.#slice(node);
    return text.startsWith('`') ? text.slice(1, -1) : text;
  }

  #decoded<T>(node: Span, decoded: Decoded<T>, offset = 0): T {
    if ('value' in decoded) return decoded.value;
    throw new Refusal(decoded.reason, { from: node.from + offset + decoded.at, to: node.to });
  }

  #expression(node: SyntaxNode): Expression {
    if (++this.#depth > deepestExpression)
      throw new Refusal(
        `Expressions may not be deeper than ${deepestExpression} levels: split this one by let.`,
        spanOf(node),
      );
    const expression = this.#ofKind(node);
    this.#depth -= 1;
    return expression;
  }

  #ofKind(node: SyntaxNode): Expression {
    const at = spanOf(node);
    const first = node.firstChild;
    switch (node.name) {
      case 'String':
        return {
          kind: 'literal',
          value: this.#decoded(node, decodeText(this.text.slice(node.from + 1, node.to - 1)), 1),
          ...at,
        };
      case 'Number':
        return { kind: 'literal', value: this.#decoded(node, decodeNumber(this.#slice(node), false)), ...at };
      case 'Boolean':
        return { kind: 'literal', value: this.#slice(node) === 'true', ...at };
      case 'Variable':
      case 'FieldName':
        return { kind: 'variable', name: this.#identifier(node), ...at };
      case 'Message':
        return { kind: 'message', ...at };
      case 'Field':
        return { kind: 'field', field: this.#expression(last(node)), ...at };
      case 'Group': {
        return { ...this.#expression(last(node, ')')), ...at };
      }
      case 'Property': {
        if (!first) break;
        const name = this.#identifier(child(node, 'PropertyName'));
        return { kind: 'property', object: this.#expression(first), name, ...at };
      }
      case 'Index':
        if (!first) break;
        return { kind: 'index', object: this.#expression(first), index: this.#expression(last(node, ']')), ...at };
      case 'Not':
        return { kind: 'not', operand: this.#expression(last(node)), ...at };
      case 'Signed':
        return this.#signed(node);
      case 'Binary':
        return this.#binary(node);
      case 'List':
        return { kind: 'list', elements: this.#inside(node), ...at };
      case 'Map':
        return {
          kind: 'map',
          entries: node.getChildren('Entry').map((entry) => ({
            key: this.#identifier(child(entry, 'Key')),
            value: this.#expression(last(entry)),
          })),
          ...at,
        };
      case 'Call':
        return this.#call(node);
    }
    throw new Error(`There is no expression of the kind ${node.name}.`);
  }

  /** Returns the expressions within the brackets or parentheses of a node. */
  #inside(node: SyntaxNode): Expression[] {
    const expressions: Expression[] = [];
    for (let inner = node.firstChild?.nextSibling; inner?.nextSibling; inner = inner.nextSibling)
      if (inner.name !== ',' && !isComment(inner)) expressions.push(this.#expression(inner));
    return expressions;
  }

  #signed(node: SyntaxNode): Expression {
    const operand = last(node);
    const isNegative = this.text[node.from] === '-';
    // A sign directly before a number is part of it; otherwise the smallest Long could not be written.
    if (operand.name === 'Number' && operand.from === node.from + 1)
      return {
        kind: 'literal',
        value: this.#decoded(node, decodeNumber(this.#slice(operand), isNegative)),
        ...spanOf(node),
      };
    return { kind: 'signed', isNegative, operand: this.#expression(operand), ...spanOf(node) };
  }

  #binary(node: SyntaxNode): Expression {
    const left = node.firstChild;
    const sign = left && nextOf(left);
    if (!left || !sign) throw new Error('An operator has no left side.');
    if (/^[+-]$/.test(this.#slice(sign)) && /^\d|^\.\d/.test(this.text.slice(sign.to, sign.to + 2)))
      throw new Refusal(
        `A sign directly before a number belongs to the number: write "${this.#slice(sign)} " with a space to compute.`,
        sign,
      );
    return {
      kind: 'binary',
      operator: operatorOf(this.#slice(sign)),
      left: this.#expression(left),
      right: this.#expression(last(node)),
      ...spanOf(node),
    };
  }

  #call(node: SyntaxNode): CallExpression {
    const list = child(node, 'Arguments');
    const named = list.getChildren('Named').map((argument): NamedArgument => ({
      name: this.#identifier(child(argument, 'ParameterName')),
      value: this.#expression(last(argument)),
      ...spanOf(argument),
    }));
    return {
      kind: 'call',
      name: this.#slice(child(node, 'FunctionName')),
      positional: named.length > 0 ? [] : this.#inside(list),
      named: named.length > 0 ? named : undefined,
      ...spanOf(node),
    };
  }
}

const isComment = ({ name }: SyntaxNode): boolean => name === 'LineComment' || name === 'BlockComment';

function child(node: SyntaxNode, name: string): SyntaxNode {
  const found = node.getChild(name);
  if (!found) throw new Error(`${node.name} has no ${name}.`);
  return found;
}

function nextOf(node: SyntaxNode): SyntaxNode | null {
  let next = node.nextSibling;
  while (next && isComment(next)) next = next.nextSibling;
  return next;
}

/**
 * Returns the last child of a node that is no comment.
 * @param end name of a closing token, which is skipped
 */
function last(node: SyntaxNode, end?: string): SyntaxNode {
  let found = node.lastChild;
  while (found && (isComment(found) || found.name === end)) found = found.prevSibling;
  if (!found) throw new Error(`${node.name} is empty.`);
  return found;
}

function operatorOf(text: string): BinaryOperator {
  const operator = text.toLowerCase();
  if (operator === '&&') return 'and';
  if (operator === '||') return 'or';
  return operator as BinaryOperator;
}

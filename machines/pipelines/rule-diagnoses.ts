/**
 * Warnings and hints about a rule without syntax errors, with quick fixes where possible. The functions are pure and
 * need no server, so that the editor shows the findings while the user types.
 */
import type {
  BinaryExpression,
  CallExpression,
  Expression,
  RuleTree,
  Span,
} from '../../api/pipeline-language/index.js';
import { wrapped, type Finding, type QuickFix } from './finding.js';
import { nearestName } from './nearest-name.js';
import type { RuleFacts } from './rule-facts.js';
import { RuleTypes } from './rule-types.js';
import { unusedResults } from './unused-results.js';
import { expressionsOf, inside } from '../../api/pipeline-language/walk.js';

export function diagnose(source: string, tree: RuleTree, facts: RuleFacts): readonly Finding[] {
  return new Diagnoses(source, tree, facts).all();
}

const isComparison = (operator: string): boolean => ['<', '<=', '>', '>='].includes(operator);
const isArithmetic = (operator: string): boolean => ['+', '-', '*', '/', '%'].includes(operator);

class Diagnoses {
  readonly #found: Finding[] = [];
  readonly #types: RuleTypes;

  constructor(
    private readonly source: string,
    private readonly tree: RuleTree,
    private readonly facts: RuleFacts,
  ) {
    this.#types = new RuleTypes(tree, facts.functions);
  }

  all(): readonly Finding[] {
    // Without the descriptions of functions the type of every call would be unknown.
    if (this.facts.functions.length > 0) {
      this.#condition(this.tree.condition);
      for (const expression of expressionsOf(this.tree)) {
        if (expression.kind === 'binary') this.#binary(expression);
        if (expression.kind === 'call') this.#call(expression);
      }
      this.#results();
    }
    this.#variables();
    this.#afterDrop();
    this.#rest();
    return this.#found.sort((one, other) => one.from - other.from);
  }

  #say(kind: Finding['kind'], { from, to }: Span, title: string, text: string, fix?: QuickFix): void {
    const code = title
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/^-|-$/g, '');
    this.#found.push({ kind, from, to, title, text, code, ...(fix && { fix }) });
  }

  #slice({ from, to }: Span): string {
    return this.source.slice(from, to);
  }

  /**
   * Reports conditions, and operands of `and`, `or` and `not` in them, that are not Boolean and so can never be true.
   */
  #condition(expression: Expression): void {
    if (expression.kind === 'not') return this.#condition(expression.operand);
    if (expression.kind === 'binary' && (expression.operator === 'and' || expression.operator === 'or')) {
      this.#condition(expression.left);
      this.#condition(expression.right);
      return;
    }
    const type = this.#types.of(expression);
    if (type === 'Boolean') return;
    const simple = expression.kind !== 'binary';
    const { from, to } = expression;
    this.#say(
      'warning',
      expression,
      'never true',
      `A condition must be a Boolean, this is ${type === 'Object' ? 'a value of any type' : `a ${type}`}: it counts as false.`,
      {
        label: 'Compare with true',
        edits: simple
          ? [{ from: to, to, insert: ' == true' }]
          : [
              { from, to: from, insert: '(' },
              { from: to, to, insert: ') == true' },
            ],
      },
    );
  }

  #binary(expression: BinaryExpression): void {
    const { operator, left, right } = expression;
    const types = [this.#types.of(left), this.#types.of(right)];
    const bothUnknown = types.every((type) => type === 'Object');
    if (bothUnknown && isComparison(operator))
      this.#say(
        'warning',
        expression,
        'fails on text',
        'Two values of any type can only be compared when both are numbers of the same kind.',
        this.#bothWrapped(expression, 'to_long'),
      );
    if (bothUnknown && isArithmetic(operator))
      this.#say(
        'warning',
        expression,
        'fails on text and whole numbers',
        `Two values of any type are computed as Doubles: "${operator}" fails on everything else.`,
        this.#bothWrapped(expression, operator === '+' ? 'to_string' : 'to_double'),
      );
    if (operator === '==' || operator === '!=') this.#equality(expression);
  }

  #equality({ operator, left, right, ...at }: BinaryExpression): void {
    const field = [left, right].find((one) => this.#types.of(one) === 'Object');
    const literal = [left, right].find((one) => one.kind === 'literal');
    const isNumber =
      literal?.kind === 'literal' && (typeof literal.value === 'bigint' || typeof literal.value === 'number');
    if (field && isNumber) {
      const convert = typeof literal.value === 'bigint' ? 'to_long' : 'to_double';
      this.#say(
        'warning',
        at,
        'may never be equal',
        `Whole numbers of JSON messages arrive with 32 bits, and a text is no number: neither is ever equal to ${this.#slice(literal)}.`,
        wrapped(field, convert),
      );
      return;
    }
    if (operator === '!=' && left.kind === 'field')
      this.#say(
        'hint',
        at,
        'false without the field',
        `A message without ${this.#slice(left)} does not meet this condition: "!=" is false when its left side is missing.`,
        {
          label: 'Be true without the field as well',
          edits: [
            { from: at.from, to: at.from, insert: 'not (' },
            { from: this.#operatorAt(left, right), to: this.#operatorAt(left, right) + 2, insert: '==' },
            { from: at.to, to: at.to, insert: ')' },
          ],
        },
      );
  }

  #operatorAt(left: Span, right: Span): number {
    return left.to + this.source.slice(left.to, right.from).indexOf('!=');
  }

  #bothWrapped({ left, right }: BinaryExpression, call: string): QuickFix {
    const edits = [wrapped(left, call), wrapped(right, call)].flatMap((fix) => fix.edits);
    return { label: `Wrap both in ${call}()`, edits };
  }

  #call(call: CallExpression): void {
    const text = (parameter: string): { readonly value: string; readonly at: Span } | undefined => {
      const argument = this.#types.argument(call, parameter);
      if (argument?.kind !== 'literal' || typeof argument.value !== 'string') return undefined;
      return { value: argument.value, at: argument };
    };
    const { streams, tables, patterns, allStreams } = this.facts;
    if (call.name === 'route_to_stream' || call.name === 'remove_from_stream') {
      const known = allStreams ? streams : undefined;
      this.#known(
        text('name'),
        known?.map(({ title }) => title),
        'stream',
        'the function does nothing',
      );
      this.#known(
        text('id'),
        known?.map(({ id }) => id),
        'stream',
        'the function does nothing',
      );
    }
    this.#known(text('lookup_table'), tables, 'lookup table', 'the lookup finds nothing');
    const pattern = call.name === 'grok' ? text('pattern') : undefined;
    for (const [, name = ''] of pattern?.value.matchAll(/%\{(\w+)(?::[^}]*)?\}/g) ?? [])
      this.#known({ value: name, at: pattern?.at ?? call }, patterns, 'grok pattern', 'the function fails');
    const removed = call.name === 'remove_field' ? text('field') : undefined;
    if (removed && /(^|[^\\])\.(?![*+?{])/.test(removed.value))
      this.#say(
        'hint',
        removed.at,
        'a dot matches every character',
        'The name is a regular expression: every field whose whole name matches it is removed.',
        {
          label: 'Mean the dot itself',
          edits: [
            {
              ...removed.at,
              insert: this.#slice(removed.at).replace(/(^|[^\\])\.(?![*+?{])/g, '$1\\\\.'),
            },
          ],
        },
      );
  }

  #known(
    text: { readonly value: string; readonly at: Span } | undefined,
    known: readonly string[] | undefined,
    kind: string,
    effect: string,
  ): void {
    if (!text || !known || text.value === '' || known.includes(text.value)) return;
    const { value, at } = text;
    const nearest = nearestName(value, known);
    const source = this.#slice(at);
    const place = source.indexOf(value);
    this.#say(
      'warning',
      at,
      `unknown ${kind}`,
      `There is no ${kind} "${value}": ${effect}.`,
      nearest === undefined || place < 0
        ? undefined
        : {
            label: `Use "${nearest}"`,
            edits: [{ from: at.from + place, to: at.from + place + value.length, insert: nearest }],
          },
    );
  }

  #variables(): void {
    const used = new Set<string>();
    for (const expression of expressionsOf(this.tree)) {
      if (expression.kind === 'variable') used.add(expression.name);
      // `$message.x` reads the variable x if there is such a variable.
      if (expression.kind === 'field' && expression.field.kind === 'variable') used.add(expression.field.name);
    }
    for (const statement of this.tree.statements) {
      if (statement.kind !== 'let' || used.has(statement.name)) continue;
      const { from, to, name, value } = statement;
      const isHarmless = [...inside(value)].every(({ kind }) => kind !== 'call');
      this.#say('hint', { from, to }, 'unused variable', `The variable "${name}" is never read.`, {
        label: isHarmless ? 'Remove it' : 'Remove it with its call',
        edits: [{ from: this.#lineStart(from), to: this.#lineEnd(to), insert: '' }],
      });
    }
  }

  #results(): void {
    for (const { call, fix } of unusedResults(this.tree, this.#types))
      this.#say(
        'warning',
        call,
        'result not used',
        `${call.name}() gives a new value and leaves the message as it is, so its result is lost.`,
        fix,
      );
  }

  #lineStart(at: number): number {
    const start = this.source.lastIndexOf('\n', at - 1) + 1;
    return this.source.slice(start, at).trim() === '' ? start : at;
  }

  #lineEnd(at: number): number {
    const end = this.source.indexOf('\n', at);
    return end >= 0 && this.source.slice(at, end).trim() === '' ? end + 1 : at;
  }

  /** Reports statements without effect after the message was dropped: changes of the message, and variables. */
  #afterDrop(): void {
    const { statements } = this.tree;
    const at = statements.findIndex(
      (one) =>
        one.kind === 'action' &&
        one.call.name === 'drop_message' &&
        one.call.positional.length === 0 &&
        !one.call.named,
    );
    for (const statement of at < 0 ? [] : statements.slice(at + 1)) {
      const lost = statement.kind === 'let' || /^(set_|rename_|remove_|route_|normalize_)/.test(statement.call.name);
      if (lost)
        this.#say('warning', statement, 'has no effect', 'The message was already dropped, so this change is lost.', {
          label: 'Remove it',
          edits: [{ from: this.#lineStart(statement.from), to: this.#lineEnd(statement.to), insert: '' }],
        });
    }
  }

  #rest(): void {
    const { rest } = this.tree;
    if (!rest) return;
    this.#say('warning', rest, 'text after "end"', 'A rule ends at its first "end": what follows is ignored.', {
      label: 'Remove it',
      edits: [{ ...rest, insert: '' }],
    });
  }
}

/** Determines the types of expressions for the editor's checks; only the check of the server is binding. */
import type { CallExpression, Expression, RuleTree } from '../../api/pipeline-language/index.js';
import type { FunctionDescriptor, FunctionParameter } from '../../api/contract/pipelines.js';
import { typeName } from './rule-facts.js';

/** Short name of a type: `Long`, `Double`, `String`, `Boolean`, `Object` … */
export type StaticType = string;

export class RuleTypes {
  readonly #variables = new Map<string, StaticType>();
  readonly #functions: ReadonlyMap<string, FunctionDescriptor>;

  constructor(tree: RuleTree, functions: readonly FunctionDescriptor[]) {
    this.#functions = new Map(functions.map((one) => [one.name, one]));
    for (const statement of tree.statements)
      if (statement.kind === 'let') this.#variables.set(statement.name, this.of(statement.value));
  }

  of(expression: Expression): StaticType {
    switch (expression.kind) {
      case 'literal':
        return { bigint: 'Long', number: 'Double', string: 'String', boolean: 'Boolean' }[
          typeof expression.value as 'bigint' | 'number' | 'string' | 'boolean'
        ];
      case 'variable':
        return this.#variables.get(expression.name) ?? 'Object';
      case 'message':
        return 'Message';
      case 'field':
      case 'property':
      case 'index':
        return 'Object';
      case 'signed':
        return this.of(expression.operand);
      case 'not':
        return 'Boolean';
      case 'list':
        return 'List';
      case 'map':
        return 'Map';
      case 'call': {
        const called = this.#functions.get(expression.name);
        return called ? typeName(called.return_type) : 'Object';
      }
      case 'binary': {
        const { operator } = expression;
        if (!['+', '-', '*', '/', '%'].includes(operator)) return 'Boolean';
        const left = this.of(expression.left);
        return left === 'Period' ? this.of(expression.right) : left;
      }
    }
  }

  /** Returns the argument that a call passes for a parameter; undefined if it passes no such argument. */
  argument(call: CallExpression, parameter: string): Expression | undefined {
    if (call.named) return call.named.find(({ name }) => name === parameter)?.value;
    const index = this.#functions.get(call.name)?.params.findIndex(({ name }) => name === parameter) ?? -1;
    return call.positional[index];
  }

  parameters(call: CallExpression): readonly FunctionParameter[] {
    return this.#functions.get(call.name)?.params ?? [];
  }
}

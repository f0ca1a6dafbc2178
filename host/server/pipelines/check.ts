/**
 * Checks the static types, variables and calls of a parsed rule, and computes its constants once. Types follow the
 * order of the text: a variable has the type of the last `let` before its use.
 */
import type { BinaryExpression, CallExpression, Expression, RuleTree } from '../../../api/pipeline-language/index.js';
import { bindArguments } from './bind-arguments.js';
import type { BoundCall, CheckedRule, FunctionCatalogue } from './checked.js';
import { constantCall } from './constant-call.js';
import { arithmetic, compared, indexed, isEqual, negated } from './operators.js';
import { excerpt, type RuleProblem, type RuleWarningType } from './problems.js';
import { propertyOf } from './properties.js';
import { mapTypes, type Value, type ValueType } from './values.js';

interface Variable {
  readonly slot: number;
  readonly type: ValueType;
  readonly constant: { readonly value: Value } | undefined;
  readonly letAt: { readonly from: number; readonly to: number };
  isUsed: boolean;
}

export function checkRule(source: string, tree: RuleTree, functions: FunctionCatalogue): CheckedRule {
  return new Checker(source, tree, functions).check();
}

class Checker {
  readonly #errors: RuleProblem[] = [];
  readonly #warnings: RuleProblem<RuleWarningType>[] = [];
  readonly #types = new Map<Expression, ValueType>();
  readonly #constants = new Map<Expression, Value>();
  /** Reasons why computing constants has failed, by expression. */
  readonly #failures = new Map<Expression, string>();
  readonly #calls = new Map<CallExpression, BoundCall>();
  readonly #slots = new Map<Expression, number>();
  readonly #variables = new Map<string, Variable>();
  #slotCount = 0;

  constructor(
    private readonly source: string,
    private readonly tree: RuleTree,
    private readonly functions: FunctionCatalogue,
  ) {}

  check(): CheckedRule {
    const { condition, statements, rest } = this.tree;
    if (this.#type(condition) !== 'Boolean')
      this.#warnings.push({
        type: 'condition_not_boolean',
        at: condition,
        reason: 'A condition that is no Boolean is never true: compare it, for example with == true.',
      });
    for (const statement of statements) {
      if (statement.kind === 'action') {
        this.#type(statement.call);
        continue;
      }
      const { name, value } = statement;
      const type = this.#type(value);
      const slot = this.#slotCount++;
      this.#slots.set(value, slot);
      this.#endOf(this.#variables.get(name));
      this.#variables.set(name, { slot, type, constant: this.#constant(value), letAt: statement, isUsed: false });
    }
    for (const variable of this.#variables.values()) this.#endOf(variable);
    if (rest) this.#warnings.push({ type: 'text_after_end', at: rest, reason: 'Text after the first end is ignored.' });
    return {
      source: this.source,
      tree: this.tree,
      errors: this.#errors,
      warnings: this.#warnings,
      types: this.#types,
      constants: this.#constants,
      calls: this.#calls,
      slots: this.#slots,
      slotCount: this.#slotCount,
    };
  }

  #endOf(variable: Variable | undefined): void {
    if (variable && !variable.isUsed)
      this.#warnings.push({ type: 'unused_variable', at: variable.letAt, reason: 'This variable is never used.' });
  }

  #constant(expression: Expression): { readonly value: Value } | undefined {
    const value = this.#constants.get(expression);
    return value === undefined ? undefined : { value };
  }

  /**
   * Stores the value of an expression if all its parts are constants. If computing the value, or the value of a part,
   * has failed, the reason is stored instead.
   */
  #compute(expression: Expression, parts: readonly Expression[], compute: (values: Value[]) => Value): void {
    const values: Value[] = [];
    for (const part of parts) {
      const value = this.#constants.get(part);
      if (value === undefined) {
        const failure = this.#failures.get(part);
        if (failure !== undefined) this.#failures.set(expression, failure);
        return;
      }
      values.push(value);
    }
    try {
      this.#constants.set(expression, compute(values));
    } catch (cause) {
      this.#failures.set(expression, cause instanceof Error ? cause.message : String(cause));
    }
  }

  #type(expression: Expression): ValueType {
    const type = this.#checked(expression);
    this.#types.set(expression, type);
    return type;
  }

  #checked(expression: Expression): ValueType {
    switch (expression.kind) {
      case 'literal':
        this.#constants.set(expression, expression.value);
        return literalTypes[typeof expression.value as 'bigint'];
      case 'variable':
        return this.#variable(expression, expression.name);
      case 'message':
        return 'Message';
      case 'field':
        return this.#field(expression, expression.field);
      case 'property': {
        const { object, name } = expression;
        if (this.#type(object) !== 'Message')
          this.#compute(expression, [object], ([value = null]) => propertyOf(value, name));
        return 'Object';
      }
      case 'index':
        return this.#index(expression, expression.object, expression.index);
      case 'signed': {
        const type = this.#type(expression.operand);
        this.#compute(expression, [expression.operand], ([value = null]) => negated(value, expression.isNegative));
        return type;
      }
      case 'not': {
        const type = this.#type(expression.operand);
        if (type !== 'Boolean')
          this.#error('incompatible_type', expression, `Expected type Boolean but found ${type}`, expression.operand);
        this.#compute(expression, [expression.operand], ([value]) => value !== true);
        return 'Boolean';
      }
      case 'binary':
        return this.#binary(expression);
      case 'list':
        for (const element of expression.elements) this.#type(element);
        this.#compute(expression, expression.elements, (values) => values);
        return 'List';
      case 'map': {
        const values = expression.entries.map(({ value }) => value);
        for (const value of values) this.#type(value);
        this.#compute(
          expression,
          values,
          (computed) => new Map(expression.entries.map(({ key }, index) => [key, computed[index] ?? null])),
        );
        return 'Map';
      }
      case 'call':
        return this.#call(expression);
    }
  }

  #error(type: RuleProblem['type'], at: Expression, reason: string, focus?: Expression): void {
    this.#errors.push({ type, at, reason, ...(focus && { focus }) });
  }

  #variable(expression: Expression, name: string): ValueType {
    const variable = this.#variables.get(name);
    if (!variable) {
      this.#error('undeclared_variable', expression, `Undeclared variable ${name}`);
      return 'Object';
    }
    variable.isUsed = true;
    this.#slots.set(expression, variable.slot);
    if (variable.constant) this.#constants.set(expression, variable.constant.value);
    return variable.type;
  }

  #field(expression: Expression, field: Expression): ValueType {
    if (field.kind === 'variable' && !this.#variables.has(field.name)) {
      this.#types.set(field, 'String');
      this.#constants.set(field, field.name);
      return 'Object';
    }
    const type = this.#type(field);
    if (type !== 'String')
      this.#error(
        'incompatible_type',
        expression,
        `Expected type String but found ${type} for the name of a field`,
        field,
      );
    return 'Object';
  }

  #index(expression: Expression, object: Expression, index: Expression): ValueType {
    const objectType = this.#type(object);
    const indexType = this.#type(index);
    const expected =
      objectType === 'List' || objectType === 'JsonNode' ? 'Long' : mapTypes.has(objectType) ? 'String' : undefined;
    if (expected === undefined)
      this.#error('non_indexable', expression, `Cannot index value of type ${objectType}`, object);
    else if (indexType !== expected)
      this.#error(
        'incompatible_index_type',
        expression,
        `Expected type ${expected} but found ${indexType} when indexing`,
        index,
      );
    else this.#compute(expression, [object, index], ([value = null, at = null]) => indexed(value, at));
    return 'Object';
  }

  #binary(expression: BinaryExpression): ValueType {
    const { operator, left, right } = expression;
    const leftType = this.#type(left);
    const rightType = this.#type(right);
    const errorsBefore = this.#errors.length;
    const isSame = leftType === rightType && leftType !== 'Void';
    const isCalendar = (operator === '+' || operator === '-') && isDateAndPeriod(leftType, rightType);
    if (operator !== '==' && operator !== '!=' && !isSame && !isCalendar)
      this.#error(
        'incompatible_types',
        expression,
        `Incompatible types (${excerpt(this.source, left)}) : ${leftType} <=> (${excerpt(this.source, right)}) : ${rightType}`,
      );
    const type = this.#binaryType(expression, leftType, rightType);
    // An expression with a type error is not computed as a constant, so that each mistake is reported only once.
    if (this.#errors.length > errorsBefore) return type;
    this.#compute(expression, [left, right], ([a = null, b = null]) => {
      switch (operator) {
        case 'and':
          return a === true && b === true;
        case 'or':
          return a === true || b === true;
        case '==':
        case '!=':
          return isEqual(a, b, operator);
        case '<':
        case '<=':
        case '>':
        case '>=':
          return compared(a, b, operator);
        default:
          return arithmetic(a, b, operator, type);
      }
    });
    return type;
  }

  #binaryType(expression: BinaryExpression, left: ValueType, right: ValueType): ValueType {
    const { operator } = expression;
    switch (operator) {
      case '+':
      case '-':
        break;
      case '*':
      case '/':
      case '%':
        return left === 'Long' && right === 'Long' ? 'Long' : 'Double';
      default:
        return 'Boolean';
    }
    if (left === 'DateTime' || right === 'DateTime') {
      if (operator === '+' && left === right)
        this.#error('invalid_operation', expression, 'Invalid operation: two dates cannot be added');
      return 'DateTime';
    }
    if (left !== right) return 'Double';
    if (left === 'String' && operator === '-')
      this.#error('invalid_operation', expression, 'Invalid operation: a text cannot be subtracted from a text');
    return left === 'Long' || left === 'String' || left === 'Period' ? left : 'Double';
  }

  #call(call: CallExpression): ValueType {
    for (const argument of call.positional) this.#type(argument);
    for (const { value } of call.named ?? []) this.#type(value);
    const called = this.functions.get(call.name);
    if (!called) {
      this.#error('undeclared_function', call, `Unknown function ${call.name}`);
      return 'Void';
    }
    const bound: BoundCall = {
      function: called,
      arguments: bindArguments(call, called, {
        source: this.source,
        typeOf: (argument) => this.#types.get(argument) ?? 'Object',
        constantOf: (argument) => this.#constant(argument),
        failureOf: (argument) => this.#failures.get(argument),
        error: (problem) => this.#errors.push(problem),
        warn: (problem) => this.#warnings.push(problem),
      }),
    };
    this.#calls.set(call, bound);
    const result = constantCall(bound);
    if (result && 'value' in result) this.#constants.set(call, result.value);
    else if (result) this.#failures.set(call, result.failure);
    return called.returns;
  }
}

const literalTypes = { bigint: 'Long', number: 'Double', string: 'String', boolean: 'Boolean' } as const;

const isDateAndPeriod = (left: ValueType, right: ValueType): boolean =>
  (left === 'DateTime' && right === 'Period') || (left === 'Period' && right === 'DateTime');

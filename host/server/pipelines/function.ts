/**
 * Type of a built-in function, and the context of a call. One function is one object; the catalogue in `functions/`
 * lists them.
 *
 * A function that waits for something (a DNS server, a web service) calls `context.waitFor`. Everything else is
 * synchronous.
 */
import type { Message } from './message.js';
import type { Services } from './services.js';
import type { DateTime, IpAddress, JsonNode, List, MapValue, Period, UrlValue, Value, ValueType } from './values.js';

/** Parameter types and the JavaScript types of their values. */
export interface ParameterValues {
  Long: bigint;
  Double: number;
  String: string;
  Boolean: boolean;
  DateTime: DateTime;
  Period: Period;
  List: List;
  Map: MapValue;
  JsonNode: JsonNode;
  Message: Message;
  IpAddress: IpAddress;
  URL: UrlValue;
  Object: Value;
}

export type ParameterType = keyof ParameterValues;

export interface Parameter<Type extends ParameterType = ParameterType, Prepared = unknown> {
  readonly name: string;
  readonly type: Type;
  /** True for a parameter that may be omitted; the function then gets `undefined`. */
  readonly optional?: boolean;
  readonly description?: string;
  /**
   * Full Java name that `GET rule/functions` reports as `transformed_type`; absent: the name of the parameter's type.
   */
  readonly transformedType?: string;
  /**
   * Converts a non-null value into the form that `evaluate` gets, for instance a compiled expression or a network. For
   * a constant it is called once, when the rule is parsed; an error that it throws then becomes the cause of an
   * `invalid_function_argument`. For other values it is called at run time, and the last results are cached per call.
   */
  prepare?(value: ParameterValues[Type]): Prepared;
  /**
   * Defines how an error in evaluating the argument is handled. `becomesNull`: the argument is null (`is_null`).
   * `becomesNullWithParameter`: the argument is null if the named parameter is given (`set_field` with a default).
   * Absent: the error ends the rule.
   */
  readonly onError?: { readonly becomesNull: true } | { readonly becomesNullWithParameter: string };
}

/** Type of the value that `evaluate` gets for a parameter; undefined is possible for optional parameters only. */
type Argument<P> =
  P extends Parameter<infer Type, infer Prepared>
    ? | (P extends { readonly prepare: (value: never) => infer Result }
          ? Result
          : unknown extends Prepared
            ? ParameterValues[Type]
            : Prepared)
      | null
      | (P extends { readonly optional: true } ? undefined : never)
    : never;

type Arguments<Parameters extends readonly Parameter[]> = {
  readonly [Index in keyof Parameters]: Argument<Parameters[Index]>;
};

/** Services that a call may use besides its arguments. */
export interface CallContext {
  /** The message on which the rule runs; functions use it if their argument `message` is absent or null. */
  readonly message: Message;
  readonly services: Services;
  /** Id and title of the rule; a rule that is only tried has a fixed id such as `simulated`. */
  readonly rule: { readonly id: string; readonly title: string };
  /** Returns the present time in epoch milliseconds. */
  now(): number;
  /**
   * Creates a message that is processed and stored in addition to the present message.
   * @throws EvaluationError when rules have created 1,000 messages for the received message
   */
  createMessage(text: string, source: string, timestamp: DateTime): Message;
  /**
   * Copies a message under a new id.
   * @param preventLoops controls copies of copies. true: the result is null for a message that is itself a copy made by
   * this rule. false: copies of copies are not limited. undefined: an EvaluationError is thrown when the rule has
   * copied its own copies 100 times
   * @throws EvaluationError also when rules have created 1,000 messages for the received message
   */
  cloneMessage(message: Message, preventLoops: boolean | undefined): Message | null;
  /**
   * Returns the result of an asynchronous operation. The first call with a key starts the operation and interrupts the
   * evaluation of the statement. The statement is repeated once the result is there; then the call returns the result.
   * Therefore a function must call `waitFor` before it causes any side effect.
   * @param key distinguishes the operations of one message
   * @throws the reason of a rejected promise; EvaluationError when the operation takes more than 10 seconds, or when
   * the rules of the message have waited for more than 30 seconds
   */
  waitFor<T>(key: string, start: () => Promise<T>): T;
  /**
   * Counts the memory of a result, in UTF-16 units or elements.
   * @throws BudgetError when the rule or the message has used up its memory
   */
  spend(units: number): void;
}

export interface PipelineFunction {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly returns: ValueType;
  /** Full Java name of the return type that `GET rule/functions` reports; absent: the name of the type. */
  readonly returnTypeName?: string;
  /** True: a call whose arguments are all constant is itself constant, and evaluated when the rule is parsed. */
  readonly pure: boolean;
  readonly description: string;
  /** True: the function is an extension, which version 5.1.8 of the reference server does not have. */
  readonly extension?: true;
  /**
   * Computes the result of a call with one argument; undefined: `evaluate` is needed. Frequent functions have a
   * shortcut, because it saves allocating the list of arguments.
   */
  readonly shortcut?: (value: unknown) => Value | undefined;
  /** Evaluates a call. @throws EvaluationError that names the wrong value and the reason */
  readonly evaluate: (args: readonly unknown[], context: CallContext) => Value | undefined;
}

export interface Definition<Parameters extends readonly Parameter[]> extends Omit<
  PipelineFunction,
  'parameters' | 'evaluate' | 'pure'
> {
  readonly parameters: Parameters;
  readonly pure?: boolean;
  /** Evaluates a call; the arguments have the order of the parameters. A function of type Void returns nothing. */
  readonly evaluate: (args: Arguments<Parameters>, context: CallContext) => Value | void;
}

/** Defines a function, so that the arguments of `evaluate` have the types of the parameters. */
export const defineFunction = <const Parameters extends readonly Parameter[]>(
  definition: Definition<Parameters>,
): PipelineFunction => ({
  ...definition,
  pure: definition.pure ?? false,
  // The rule checker has verified that the arguments have the types of the parameters.
  evaluate: definition.evaluate as unknown as PipelineFunction['evaluate'],
});

/** Declares a parameter; its type is kept for the arguments of `evaluate`: `parameter('value', 'String')`. */
export const parameter = <const Type extends ParameterType>(name: string, type: Type, description?: string) =>
  ({ name, type, ...(description !== undefined && { description }) }) as const;

/** Declares a parameter that a call may omit. */
export const optional = <const Type extends ParameterType>(name: string, type: Type, description?: string) =>
  ({ name, type, optional: true, ...(description !== undefined && { description }) }) as const;

/**
 * Declares a parameter whose values are converted once: `prepared(parameter('pattern', 'String'), compile,
 * 'java.util.regex.Pattern')`.
 */
export const prepared = <const P extends { readonly type: ParameterType }, Result>(
  base: P,
  prepare: (value: ParameterValues[P['type']]) => Result,
  transformedType?: string,
) =>
  ({ ...base, prepare, ...(transformedType !== undefined && { transformedType }) }) as P & {
    readonly prepare: (value: ParameterValues[P['type']]) => Result;
  };

/** Thrown when a value is invalid; the error ends the rule and is stored as a processing error of the message. */
export class EvaluationError extends Error {
  override readonly name: string = 'EvaluationError';
}

/** Thrown when a rule, or all rules of a message together, have used up their share of time or memory. */
export class BudgetError extends EvaluationError {
  override readonly name = 'BudgetError';
}

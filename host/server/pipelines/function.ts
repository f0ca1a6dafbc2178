/**
 * The shape of a built-in function and of what a call may use. One function is one object; the catalogue in `functions/` lists them.
 *
 * A function that waits for something (a DNS server, a web service) calls `context.waitFor`. Everything else is synchronous.
 */
import type { Message } from './message.js';
import type { Services } from './services.js';
import type { DateTime, IpAddress, JsonNode, List, MapValue, Period, UrlValue, Value, ValueType } from './values.js';

/** Types that a parameter can have, and how their values look at run time. */
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
  /** True for a parameter that may be left out; the function then gets `undefined`. */
  readonly optional?: boolean;
  readonly description?: string;
  /** Full Java name that `GET rule/functions` gives as `transformed_type`, when it is not the one of the type. */
  readonly transformedType?: string;
  /**
   * Turns a value that is not null into the form that `evaluate` gets: a compiled expression, a network. Of a constant it is called once,
   * when the rule is parsed, and what it throws is the cause of an `invalid_function_argument`; of other values it is called at run time,
   * and the last results are remembered per call.
   */
  prepare?(value: ParameterValues[Type]): Prepared;
  /**
   * Says what an error in evaluating the argument becomes: `null` always gives null (`is_null`); the name of another parameter gives null
   * when that parameter is given (`set_field` with a default). Absent: the error ends the rule.
   */
  readonly onError?: { readonly becomesNull: true } | { readonly becomesNullWithParameter: string };
}

/** The value that `evaluate` gets for a parameter: never undefined for a required one. */
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
  /** The message that the rule runs on. A parameter `message` that is absent or null means this one. */
  readonly message: Message;
  readonly services: Services;
  /** Id and title of the rule; unsaved rules have an id of their own. */
  readonly rule: { readonly id: string; readonly title: string };
  /** The present instant, epoch milliseconds. */
  now(): number;
  /** Makes a message that is processed and stored beside this one. @throws EvaluationError beyond 1,000 for one message */
  createMessage(text: string, source: string, timestamp: DateTime): Message;
  /**
   * Makes a copy with another id.
   * @param preventLoops true: null for what is itself a copy made by this rule; false: unlimited copies of copies; undefined: an error
   *   beyond 100 of them
   */
  cloneMessage(message: Message, preventLoops: boolean | undefined): Message | null;
  /**
   * The result of something that takes time. The first call with a key starts it and ends the evaluation of the statement, which is
   * evaluated anew once the result is there; then the call gives the result. So it must come before every side effect of the function.
   * @param key tells apart what is waited for within one message
   * @throws EvaluationError what the promise was rejected with, or that it took more than the time limit
   */
  waitFor<T>(key: string, start: () => Promise<T>): T;
  /** Accounts for memory that a result takes, in UTF-16 units or elements. @throws BudgetError when the message has used up its share */
  spend(units: number): void;
}

export interface PipelineFunction {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly returns: ValueType;
  /** Full Java name of the return type that `GET rule/functions` gives, when it is not the one of the type. */
  readonly returnTypeName?: string;
  /** A call whose arguments are all constant is itself constant, and evaluated when the rule is parsed. */
  readonly pure: boolean;
  readonly description: string;
  /** The reference of 5.1.8 does not have it. */
  readonly extension?: true;
  /**
   * Gives the result for the first argument alone, or undefined when `evaluate` has to look. Functions that most rules call have it: a call
   * with one argument then makes no list of arguments.
   */
  readonly shortcut?: (value: unknown) => Value | undefined;
  /** @throws EvaluationError with a text that says what is wrong with which value */
  readonly evaluate: (args: readonly unknown[], context: CallContext) => Value | undefined;
}

export interface Definition<Parameters extends readonly Parameter[]> extends Omit<
  PipelineFunction,
  'parameters' | 'evaluate' | 'pure'
> {
  readonly parameters: Parameters;
  readonly pure?: boolean;
  /** Arguments come in the order of the parameters. A function of type Void gives nothing. */
  readonly evaluate: (args: Arguments<Parameters>, context: CallContext) => Value | void;
}

/** Types the arguments of `evaluate` by the parameters. */
export const defineFunction = <const Parameters extends readonly Parameter[]>(
  definition: Definition<Parameters>,
): PipelineFunction => ({
  ...definition,
  pure: definition.pure ?? false,
  // The checker of rules has proven that arguments have the types of the parameters.
  evaluate: definition.evaluate as unknown as PipelineFunction['evaluate'],
});

/** A parameter whose type is kept for the arguments of `evaluate`: `parameter('value', 'String')`. */
export const parameter = <const Type extends ParameterType>(name: string, type: Type, description?: string) =>
  ({ name, type, ...(description !== undefined && { description }) }) as const;

/** A parameter that a call may leave out. */
export const optional = <const Type extends ParameterType>(name: string, type: Type, description?: string) =>
  ({ name, type, optional: true, ...(description !== undefined && { description }) }) as const;

/** A parameter whose values are prepared once: `prepared(parameter('pattern', 'String'), compile, 'java.util.regex.Pattern')`. */
export const prepared = <const P extends { readonly type: ParameterType }, Result>(
  base: P,
  prepare: (value: ParameterValues[P['type']]) => Result,
  transformedType?: string,
) =>
  ({ ...base, prepare, ...(transformedType !== undefined && { transformedType }) }) as P & {
    readonly prepare: (value: ParameterValues[P['type']]) => Result;
  };

/** An error in a value: it ends the statement and becomes a processing error of the message. */
export class EvaluationError extends Error {
  override readonly name: string = 'EvaluationError';
}

/** The rule or the message has used up its share of steps or memory. */
export class BudgetError extends EvaluationError {
  override readonly name = 'BudgetError';
}

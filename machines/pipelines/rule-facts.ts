/** Contains the names of the server's objects that the rule editor completes and checks. */
import type { FunctionDescriptor } from '../../api/contract/pipelines.js';

export interface RuleFacts {
  readonly functions: readonly FunctionDescriptor[];
  /** Names of the message fields. */
  readonly fields: readonly string[];
  /** Streams of the server; undefined while they are loading, so that unknown names are not reported as errors. */
  readonly streams: readonly { readonly id: string; readonly title: string }[] | undefined;
  /** True if the user may see all streams, so that a stream that is not listed does not exist. */
  readonly allStreams: boolean;
  /** Names of the lookup tables; undefined: they are not known, so that unknown names are not reported. */
  readonly tables: readonly string[] | undefined;
  /** Names of the grok patterns; undefined: they are not known, so that unknown names are not reported. */
  readonly patterns: readonly string[] | undefined;
  /** Titles of the rules, for pipelines; undefined: they are not known. */
  readonly rules?: readonly string[] | undefined;
}

export const noFacts: RuleFacts = {
  functions: [],
  fields: [],
  streams: undefined,
  allStreams: false,
  tables: undefined,
  patterns: undefined,
};

/** Returns the class name in a full Java name, for example `String` in `java.lang.String`. */
export const typeName = (type: string): string =>
  type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);

/** Formats a signature, for example `regex(pattern, value, [group_names])`; optional parameters are in brackets. */
export function signatureOf({ name, params }: FunctionDescriptor): string {
  return `${name}(${params.map((one) => (one.optional ? `[${one.name}]` : one.name)).join(', ')})`;
}

/** Formats a signature with types, for example `regex(pattern: String, value: String, [group_names: List]) : Map`. */
export function typedSignatureOf({ name, params, return_type: type }: FunctionDescriptor): string {
  const written = params.map((one) => {
    const text = `${one.name}: ${typeName(one.type)}`;
    return one.optional ? `[${text}]` : text;
  });
  return `${name}(${written.join(', ')}) : ${typeName(type)}`;
}

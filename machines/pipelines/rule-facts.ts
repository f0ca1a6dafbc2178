/** External facts for the editor: names for completion and checks. */
import type { FunctionDescriptor } from '../../api/contract/pipelines.js';

export interface RuleFacts {
  readonly functions: readonly FunctionDescriptor[];
  /** Names of message fields. */
  readonly fields: readonly string[];
  /** Known streams; undefined while they are loading, so that unknown names are not reported. */
  readonly streams: readonly { readonly id: string; readonly title: string }[] | undefined;
  /** True if the user may see every stream, so that an unlisted name does not exist. */
  readonly allStreams: boolean;
  readonly tables: readonly string[] | undefined;
  readonly patterns: readonly string[] | undefined;
  /** Titles of rules, for pipelines; undefined: unknown. */
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

/** Returns the last part of a full Java name, as in `String`. */
export const typeName = (type: string): string =>
  type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);

/** Formats `regex(pattern, value, [group_names])`: optional parameters in brackets. */
export function signatureOf({ name, params }: FunctionDescriptor): string {
  return `${name}(${params.map((one) => (one.optional ? `[${one.name}]` : one.name)).join(', ')})`;
}

/** Formats `regex(pattern: String, value: String, [group_names: List]) : Map`. */
export function typedSignatureOf({ name, params, return_type: type }: FunctionDescriptor): string {
  const written = params.map((one) => {
    const text = `${one.name}: ${typeName(one.type)}`;
    return one.optional ? `[${text}]` : text;
  });
  return `${name}(${written.join(', ')}) : ${typeName(type)}`;
}

/** Shapes of fields that are computed from a stored field while a search runs; reference servers have none of them. */
import { Type, type Static } from '@sinclair/typebox';

export const computedKinds = ['regex', 'grok', 'key_value', 'json'] as const;
export type ComputedKind = (typeof computedKinds)[number];

/** Maximum number of computed fields in one search. */
export const mostComputedFields = 20;
/** Maximum number of characters of a computed field's pattern. */
export const longestComputedPattern = 1000;

const Kind = Type.Union(computedKinds.map((kind) => Type.Literal(kind)));

/** Definition of a computed field; the execution state maps the name of the field to it as JSON text. */
export const ComputedDefinition = Type.Object({
  kind: Kind,
  /** Stored text field from which the value is taken. */
  source: Type.String({ minLength: 1, maxLength: 256 }),
  /** Regular expression, grok pattern, key, or path in a JSON text such as `items[0].id`. */
  pattern: Type.String({ minLength: 1, maxLength: longestComputedPattern }),
  /** Name of the capture of a regular expression or grok pattern; absent: the first capture. */
  capture: Type.Optional(Type.String({ maxLength: 100 })),
  /** True: the value is converted to a number; a message whose value is no number lacks the field. */
  number: Type.Optional(Type.Boolean()),
});
export type ComputedDefinition = Static<typeof ComputedDefinition>;

/** Maximum number of sample texts in one preview. */
export const mostComputedSamples = 20;

export const ComputedPreviewBody = Type.Object({
  kind: Kind,
  pattern: Type.String({ minLength: 1, maxLength: longestComputedPattern }),
  texts: Type.Array(Type.String({ maxLength: 32_768 }), { maxItems: mostComputedSamples }),
});
export type ComputedPreviewBody = Static<typeof ComputedPreviewBody>;

export interface ComputedPreview {
  /**
   * The captures of a regular expression or grok pattern, in their order. For the other kinds of computed fields, the
   * list has one entry without a name.
   */
  fields: {
    /** Name of the capture; empty if it has none. */
    name: string;
    /** Value in each text; null where nothing was found. */
    values: (string | null)[];
  }[];
}

import { Type, type Static } from '@sinclair/typebox';

const optionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** Maximum number of characters of a pattern's name; an import reports longer names with their lines. */
const longestGrokName = 200;
const longestGrokPattern = 16_384;
/** Maximum number of characters of a text on which a pattern is tested. */
const longestGrokSample = 32_768;

/** A grok pattern to store; the server ignores the id in the body. */
export const GrokPatternBody = Type.Object({
  id: optionalText,
  name: Type.String({ maxLength: longestGrokName }),
  pattern: Type.String({ maxLength: longestGrokPattern }),
  content_pack: optionalText,
});
export type GrokPatternBody = Static<typeof GrokPatternBody>;

export const GrokPatternList = Type.Object({ patterns: Type.Array(GrokPatternBody, { maxItems: 2000 }) });
export type GrokPatternList = Static<typeof GrokPatternList>;

export const GrokImportQuery = Type.Object({
  /** Treatment of existing patterns: `DROP_ALL_EXISTING` deletes all that are not imported. */
  'import-strategy': Type.Optional(
    Type.Union([
      Type.Literal('ABORT_ON_CONFLICT'),
      Type.Literal('REPLACE_ON_CONFLICT'),
      Type.Literal('DROP_ALL_EXISTING'),
    ]),
  ),
  /** True means the import strategy REPLACE_ON_CONFLICT; older clients send this parameter instead. */
  replace: Type.Optional(Type.Boolean()),
});
export type GrokImportQuery = Static<typeof GrokImportQuery>;

export const GrokTestBody = Type.Object({
  grok_pattern: GrokPatternBody,
  sampleData: Type.String({ maxLength: longestGrokSample }),
});
export type GrokTestBody = Static<typeof GrokTestBody>;

export const GrokTesterBody = Type.Object({
  pattern: Type.String({ maxLength: longestGrokPattern }),
  string: Type.String({ maxLength: longestGrokSample }),
  named_captures_only: Type.Optional(Type.Boolean()),
});
export type GrokTesterBody = Static<typeof GrokTesterBody>;

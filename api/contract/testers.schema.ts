/** Request bodies of the extractor testers (contract data-intake tools.*). */
import { Type, type Static } from '@sinclair/typebox';

export const RegexQuery = Type.Object({ regex: Type.String({ minLength: 1 }) });
export type RegexQuery = Static<typeof RegexQuery>;

export const RegexTestBody = Type.Object({ regex: Type.String(), string: Type.String() });
export type RegexTestBody = Static<typeof RegexTestBody>;

export const RegexReplaceTestBody = Type.Object({
  regex: Type.String(),
  /** Replacement text; an empty text means `$1`, the first capture group. */
  replacement: Type.String(),
  replace_all: Type.Boolean(),
  string: Type.String(),
});
export type RegexReplaceTestBody = Static<typeof RegexReplaceTestBody>;

const filled = Type.String({ minLength: 1 });

/** Separator text. Its length is limited, because the answer repeats it many times. */
const separator = Type.String({ minLength: 1, maxLength: 256 });
const short = Type.String({ maxLength: 256 });

export const JsonTestBody = Type.Object({
  flatten: Type.Boolean(),
  list_separator: separator,
  key_separator: separator,
  kv_separator: separator,
  replace_key_whitespace: Type.Optional(Type.Boolean()),
  key_whitespace_replacement: Type.Optional(short),
  key_prefix: Type.Optional(short),
  string: filled,
});
export type JsonTestBody = Static<typeof JsonTestBody>;

export const SplitTestBody = Type.Object({
  split_by: Type.String(),
  /** Number of the part to return, counted from 1. */
  index: Type.Integer(),
  string: Type.String(),
});
export type SplitTestBody = Static<typeof SplitTestBody>;

export const SubstringTestBody = Type.Object({
  start: Type.Integer(),
  /** End position; the character at this position is not included. */
  end: Type.Integer(),
  string: Type.String(),
});
export type SubstringTestBody = Static<typeof SubstringTestBody>;

export const ContainsTestBody = Type.Object({ search_string: Type.String(), string: Type.String() });
export type ContainsTestBody = Static<typeof ContainsTestBody>;

export const LookupTestBody = Type.Object({ lookup_table_name: Type.String(), string: Type.String() });
export type LookupTestBody = Static<typeof LookupTestBody>;

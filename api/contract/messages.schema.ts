import { Type, type Static } from '@sinclair/typebox';

/** Query of the word splitter; there is one analyzer, whatever is asked for. */
export const AnalyzeQuery = Type.Object({ string: Type.String(), analyzer: Type.Optional(Type.String()) });
export type AnalyzeQuery = Static<typeof AnalyzeQuery>;

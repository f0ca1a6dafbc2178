import { Type, type Static } from '@sinclair/typebox';

/** Query of the word splitter; there is one analyzer, whatever is asked for. */
export const AnalyzeQuery = Type.Object({ string: Type.String(), analyzer: Type.Optional(Type.String()) });
export type AnalyzeQuery = Static<typeof AnalyzeQuery>;

/** A message as it would come over the network, and what to read it with. */
export const ParseRequest = Type.Object({
  message: Type.String(),
  codec: Type.String(),
  remote_address: Type.String(),
  configuration: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
});
export type ParseRequest = Static<typeof ParseRequest>;

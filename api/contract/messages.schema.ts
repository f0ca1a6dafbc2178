import { Type, type Static } from '@sinclair/typebox';

/** Query for the tokens of a text. The server has only one analyzer, so it ignores `analyzer`. */
export const AnalyzeQuery = Type.Object({ string: Type.String(), analyzer: Type.Optional(Type.String()) });
export type AnalyzeQuery = Static<typeof AnalyzeQuery>;

/** A message as received over the network, with the codec that decodes it. */
export const ParseRequest = Type.Object({
  message: Type.String(),
  codec: Type.String(),
  remote_address: Type.String(),
  configuration: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
});
export type ParseRequest = Static<typeof ParseRequest>;

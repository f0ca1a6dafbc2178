import { Type, type Static } from '@sinclair/typebox';
import { TimeRange } from './time-range.schema.js';

const id = Type.String({ minLength: 1, maxLength: 200 });

/** Additional rights of a guest: own queries, export, alerts of the streams. */
export const EmbedAllowance = Type.Union([Type.Literal('query'), Type.Literal('export'), Type.Literal('alerts')]);

/** The subject of the token: exactly one of `view`, `message` and `streams`; `widget` narrows a view to one widget. */
const scope = {
  view: Type.Optional(id),
  widget: Type.Optional(id),
  message: Type.Optional(Type.Object({ index: id, id })),
  streams: Type.Optional(Type.Array(id, { minItems: 1, maxItems: 100 })),
};
const limits = {
  /** Query in search syntax; answers only contain matching messages. */
  filter: Type.Optional(Type.String({ minLength: 1, maxLength: 5_000 })),
  /** Replaces the range of every call. */
  range: Type.Optional(TimeRange),
  /** Maximum age in seconds of the messages in answers. */
  longest_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 315_360_000 })),
  /** Origins of pages that may use the token; absent: any origin that the server allows. */
  origins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 20 })),
  allow: Type.Optional(Type.Array(EmbedAllowance, { maxItems: 3 })),
};
const minutes = Type.Integer({ minimum: 1, maximum: 60 });

export const EmbedTokenRequest = Type.Object({
  /** Name of the guest for lists and the log. */
  guest: Type.String({ minLength: 1, maxLength: 200 }),
  ...scope,
  ...limits,
  /** Minutes until the token expires; default 15. */
  minutes: Type.Optional(minutes),
});

export const EmbedTokenRenewal = Type.Object({ minutes: Type.Optional(minutes) });

export const EmbedToken = Type.Object({
  id: Type.String(),
  guest: Type.String(),
  ...scope,
  ...limits,
  /** Username of the user who made the token. */
  issuer: Type.String(),
  /** Times as ISO instants; `last_access` is null until the first use. */
  created_at: Type.String(),
  expires_at: Type.String(),
  last_access: Type.Union([Type.String(), Type.Null()]),
});

export type EmbedAllowance = Static<typeof EmbedAllowance>;
export type EmbedTokenRequest = Static<typeof EmbedTokenRequest>;
export type EmbedTokenRenewal = Static<typeof EmbedTokenRenewal>;
export type EmbedToken = Static<typeof EmbedToken>;

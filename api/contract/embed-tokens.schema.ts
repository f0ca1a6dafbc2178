import { Type, type Static } from '@sinclair/typebox';
import { TimeRange } from './time-range.schema.js';

const id = Type.String({ minLength: 1, maxLength: 200 });

/** Allowances of a guest beyond looking: own queries, export, alerts of the streams. */
export const EmbedAllowance = Type.Union([Type.Literal('query'), Type.Literal('export'), Type.Literal('alerts')]);

/** Exactly one of `view`, `message` and `streams` says what the token is for; `widget` narrows a view to one of its widgets. */
const scope = {
  view: Type.Optional(id),
  widget: Type.Optional(id),
  message: Type.Optional(Type.Object({ index: id, id })),
  streams: Type.Optional(Type.Array(id, { minItems: 1, maxItems: 100 })),
};
const limits = {
  /** Search syntax; every answer holds only messages that match it. */
  filter: Type.Optional(Type.String({ minLength: 1, maxLength: 5_000 })),
  /** Takes the place of every range that a call names. */
  range: Type.Optional(TimeRange),
  /** Seconds before now of which a call sees nothing older. */
  longest_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 315_360_000 })),
  /** Origins of the pages that may use the token; absent: any that the server lets call it. */
  origins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 20 })),
  allow: Type.Optional(Type.Array(EmbedAllowance, { maxItems: 3 })),
};
const minutes = Type.Integer({ minimum: 1, maximum: 60 });

export const EmbedTokenRequest = Type.Object({
  /** Name of the guest, as lists and the log show it. */
  guest: Type.String({ minLength: 1, maxLength: 200 }),
  ...scope,
  ...limits,
  /** Minutes until the token expires; 15 when absent. */
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
  /** ISO instants; `last_access` is null until it is used. */
  created_at: Type.String(),
  expires_at: Type.String(),
  last_access: Type.Union([Type.String(), Type.Null()]),
});

export type EmbedAllowance = Static<typeof EmbedAllowance>;
export type EmbedTokenRequest = Static<typeof EmbedTokenRequest>;
export type EmbedTokenRenewal = Static<typeof EmbedTokenRenewal>;
export type EmbedToken = Static<typeof EmbedToken>;

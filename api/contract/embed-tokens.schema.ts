import { Type, type Static } from '@sinclair/typebox';
import { TimeRange } from './time-range.schema.js';

const id = Type.String({ minLength: 1, maxLength: 200 });

/** Permission of a guest beyond reading: `query` runs own queries, `export` exports messages, `alerts` reads alerts. */
export const EmbedAllowance = Type.Union([Type.Literal('query'), Type.Literal('export'), Type.Literal('alerts')]);

/**
 * Names the object that an embed token gives access to: exactly one of `view`, `message` and `streams`; `widget` limits
 * a view to one widget.
 */
const scope = {
  view: Type.Optional(id),
  widget: Type.Optional(id),
  message: Type.Optional(Type.Object({ index: id, id })),
  streams: Type.Optional(Type.Array(id, { minItems: 1, maxItems: 100 })),
};
const limits = {
  /** Query in search syntax; answers contain only messages that match it. */
  filter: Type.Optional(Type.String({ minLength: 1, maxLength: 5_000 })),
  /** Time range that replaces the range of every call. */
  range: Type.Optional(TimeRange),
  /** Maximum age in seconds of the messages in answers; absent: there is no limit. */
  longest_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 315_360_000 })),
  /** Origins of the pages that may use the token; absent: all origins that the server allows. */
  origins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 20 })),
  allow: Type.Optional(Type.Array(EmbedAllowance, { maxItems: 3 })),
};
const lifetime = { minimum: 1, maximum: 60 };
const minutes = Type.Integer(lifetime);

/** Unknown members and `null` are refused: a limit whose name is misspelt would give a token without this limit. */
const exact = { additionalProperties: false, exact: true };

export const EmbedTokenRequest = Type.Object(
  {
    /** Name of the guest, which appears in lists of tokens and in the log. */
    guest: Type.String({ minLength: 1, maxLength: 200 }),
    ...scope,
    ...limits,
    /** Lifetime of the token in minutes; the default is 15. */
    minutes: Type.Optional(minutes),
  },
  exact,
);

export const EmbedTokenRenewal = Type.Object(
  {
    minutes: Type.Optional(
      Type.Integer({
        ...lifetime,
        description:
          'Minutes from now until the token expires; the default is the lifetime with which the token was created.',
      }),
    ),
  },
  exact,
);

export const EmbedToken = Type.Object({
  id: Type.String(),
  guest: Type.String(),
  ...scope,
  ...limits,
  /** Username of the user who created the token. */
  issuer: Type.String(),
  /** Creation time. All times of a token are ISO 8601 in UTC; `last_access` is null until the token is first used. */
  created_at: Type.String(),
  /** Lifetime in minutes with which the token was created; a renewal without `minutes` uses this lifetime again. */
  minutes,
  expires_at: Type.String(),
  last_access: Type.Union([Type.String(), Type.Null()]),
});

export type EmbedAllowance = Static<typeof EmbedAllowance>;
export type EmbedTokenRequest = Static<typeof EmbedTokenRequest>;
export type EmbedTokenRenewal = Static<typeof EmbedTokenRenewal>;
export type EmbedToken = Static<typeof EmbedToken>;

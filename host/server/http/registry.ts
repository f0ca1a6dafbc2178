/**
 * Implements the registry of the API: every endpoint of `api/contract` is served exactly once, behind its permission
 * rule, with its request validated. The server refuses to start when an endpoint is missing.
 */
import { text as textOf } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '../../../api/client.js';
import { OptionalKind, type Static, type TOptional, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  ParamsOf,
  PermissionRule,
  QueryOf,
  Shapes,
} from '../../../api/contract/endpoint.js';
import { parseJson } from '../../../api/json.js';
import { allows } from '../../../api/permissions.js';
import { fillPermission, type Caller } from '../auth/caller.js';
import { compiledLater } from '../foundation/compiled-schema.js';
import { BadRequestError, ForbiddenError, NotFoundError, UnauthorizedError } from '../foundation/errors.js';
import { withOmitted } from '../foundation/omitted-members.js';
import { firstError } from './schema-errors.js';

/** Represents a response that is sent in pieces, for instance an export; the endpoint defines its content type. */
export class StreamedAnswer {
  constructor(
    readonly stream: Readable,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

export interface ServedRequest<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The caller. @throws UnauthorizedError if the caller of a public endpoint is not authenticated */
  readonly user: Caller;
  /** The caller; undefined: the endpoint is public and the request is unauthenticated. */
  readonly caller: Caller | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly raw: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handler<E> = (
  request: ServedRequest<E>,
) => AnswerOf<E> | StreamedAnswer | Promise<AnswerOf<E> | StreamedAnswer>;

/** Type of the values that a schema accepts. An optional body may be absent. */
type Let<S extends TSchema> = S extends TOptional<TSchema> ? Static<S> | undefined : Static<S>;
type Keys<T> = keyof Exclude<T, undefined>;
type IsAny<T> = 0 extends 1 & T ? true : false;
/**
 * Tells whether two types are equal: each is assignable to the other, and neither has a property that the other lacks.
 */
type Same<A, B> =
  IsAny<A> extends true ? false : [A, B, Keys<A>, Keys<B>] extends [B, A, Keys<B>, Keys<A>] ? true : false;

type SchemaPart<T, S, Name extends string> = [T] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : S extends TSchema
    ? { readonly [K in Name]: Same<Let<S>, T> extends true ? S : { readonly 'the schema is not of this type': T } }
    : { readonly [K in Name]: TSchema };

export interface Parts {
  readonly query?: TSchema | undefined;
  readonly body?: TSchema | undefined;
}

/**
 * Requires a schema of exactly the right type for every part of the request that the endpoint's types name, and none
 * for other parts.
 */
export type SchemaOf<E, P extends Parts = Parts> = SchemaPart<QueryOf<E>, P['query'], 'query'> &
  SchemaPart<BodyOf<E>, P['body'], 'body'>;

export interface Served {
  readonly endpoint: Endpoint;
  /** Schemas with which query and body of a request are validated. */
  readonly schema: Parts;
  /** Enforces the permission, validates the request, runs the guards, and calls the handler. */
  readonly answer: (
    raw: FastifyRequest,
    reply: FastifyReply,
    caller: Caller | undefined,
    signal: AbortSignal,
    /** Body that is used instead of the body of `raw` for the request of a guest; absent: the body of `raw`. */
    body?: unknown,
  ) => Promise<unknown>;
}

/**
 * Returns method and path of an endpoint, without the names of its parameters. Endpoints with equal method and path
 * differ in the content types of their bodies.
 */
export const placeOf = ({ method, path }: Endpoint) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

/** Returns the key of an endpoint in the registry: method, path, and the type of the body unless it is JSON. */
export const keyOf = (endpoint: Endpoint) =>
  endpoint.consumes === 'json' ? placeOf(endpoint) : `${placeOf(endpoint)} (${endpoint.consumes})`;

/**
 * Enforces the permission rule of an endpoint, except for rules that its handler checks.
 * @throws UnauthorizedError without a caller, unless the endpoint is public; ForbiddenError when the caller lacks the
 * permission
 */
export function enforce(
  rule: PermissionRule,
  params: Readonly<Record<string, string>>,
  caller: Caller | undefined,
): void {
  if (rule === 'public') return;
  if (!caller) throw new UnauthorizedError();
  if (rule === 'session' || 'handler' in rule) return;
  const wanted = ('needs' in rule ? [rule.needs] : rule.anyOf).map((template) => fillPermission(template, params));
  if (!wanted.some((permission) => allows(caller.permissions, permission))) {
    // `fillPermission` writes NUL in place of a name that no permission can contain. The error shows `*` in place of
    // the NUL, because only a permission for all entities covers such a name.
    throw new ForbiddenError(`Not authorized: this needs ${wanted.join(' or ').replaceAll('\u0000', '*')}.`);
  }
}

/**
 * Returns a function that validates a body and fills in omitted members; it rejects with BadRequestError for an invalid
 * body. Filling in and collecting errors run in separate turns of the event loop, because for a large body each takes
 * as long as parsing.
 */
function bodyReader(schema: TSchema | undefined): (value: unknown) => Promise<unknown> {
  if (!schema) return () => Promise.resolve(undefined);
  const compiled = compiledLater(schema);
  const optional = OptionalKind in schema;
  return async (value) => {
    const check = compiled();
    if (optional && (value === undefined || value === null)) return undefined;
    if (value === undefined) throw new BadRequestError('The request body is missing.');
    if (check.Check(value)) return value;
    const filled = withOmitted(schema, value);
    await nextTurn();
    if (check.Check(filled)) return filled;
    await nextTurn();
    throw new BadRequestError(firstError(check, filled, 'Request body'));
  };
}

/**
 * Returns a function that validates query parameters, fills in defaults, and throws BadRequestError for invalid ones.
 * Parameters are texts, so numbers, booleans and single values of lists are converted first.
 */
function queryReader(schema: TSchema | undefined): (value: unknown) => unknown {
  if (!schema) return () => undefined;
  const compiled = compiledLater(schema);
  return (value) => {
    const check = compiled();
    const converted = Value.Default(schema, Value.Convert(schema, { ...(value as object) }));
    if (!check.Check(converted)) throw new BadRequestError(firstError(check, converted, 'Query parameter'));
    return converted;
  };
}

interface CallParts {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Returns a reply that ignores headers and status, for calls within the process. */
function innerReply(): FastifyReply {
  const reply = {
    header: () => reply,
    code: () => reply,
    type: () => reply,
    headers: () => reply,
    raw: { once: () => undefined },
  };
  // Handlers use no other members of a reply.
  return reply as unknown as FastifyReply;
}

/** Checks a request before its handler runs. @throws ApiError to refuse the request */
export type Guard = (
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
  parts: { readonly query: unknown; readonly body: unknown },
  caller: Caller | undefined,
) => void;

export class Registry {
  readonly #served = new Map<string, Served>();
  readonly #guards: Guard[] = [];

  /** Adds a check that runs before the handler of every endpoint. */
  guard(guard: Guard): void {
    this.#guards.push(guard);
  }

  /**
   * Serves one endpoint of the contract.
   * @param schema schemas of query and body (`api/contract/*.schema.ts`)
   * @throws Error when the endpoint is served already
   */
  serve<Path extends string, S extends Shapes, const P extends Parts>(
    endpoint: Endpoint<Path, S>,
    schema: P & SchemaOf<Endpoint<Path, S>, P>,
    handler: Handler<Endpoint<Path, S>>,
  ): void {
    const key = keyOf(endpoint);
    if (this.#served.has(key)) throw new Error(`${key} is served twice.`);
    const parts: Parts = schema;
    const readBody = bodyReader(parts.body);
    const readQuery = queryReader(parts.query);
    type E = Endpoint<Path, S>;
    const answer: Served['answer'] = async (raw, reply, caller, signal, body = raw.body) => {
      const params = raw.params as Record<string, string>;
      enforce(endpoint.permission, params, caller);
      const request: ServedRequest<E> = {
        params: params as ParamsOf<E>,
        query: readQuery(raw.query) as QueryOf<E>,
        body: (await readBody(body)) as BodyOf<E>,
        get user() {
          if (!caller) throw new UnauthorizedError();
          return caller;
        },
        caller,
        signal,
        raw,
        reply,
      };
      for (const guard of this.#guards) guard(endpoint as Endpoint, params, request, caller);
      // The handler runs in a new turn of the event loop after the body was validated.
      if (raw.body !== undefined) await nextTurn();
      return handler(request);
    };
    this.#served.set(key, { endpoint: endpoint as Endpoint, schema: parts, answer });
  }

  serves(endpoint: Endpoint): boolean {
    return this.#served.has(keyOf(endpoint));
  }

  /**
   * Returns a client whose calls stay within the process, with the same validation, permissions and effects as over
   * HTTP. Calls reject with the ApiError that a caller over HTTP would receive. Status and headers of the response are
   * lost; a streamed response is parsed as JSON.
   */
  client(caller: Caller): Pick<Client, 'call'> {
    return {
      call: async (endpoint, ...[options]) => {
        const served = this.#served.get(keyOf(endpoint));
        if (!served) throw new NotFoundError(`This server has no ${endpoint.method} ${endpoint.path}.`);
        const { params = {}, query = {}, body, signal } = (options ?? {}) as CallParts;
        // Handlers read no other members of a request; the answer has the type that the endpoint declares.
        const request = { params, query, body, headers: {} } as unknown as FastifyRequest;
        const answer = await served.answer(request, innerReply(), caller, signal ?? new AbortController().signal);
        // Cast: `serve` accepts only handlers whose results have the type that the endpoint declares.
        return (answer instanceof StreamedAnswer ? parseJson(await textOf(answer.stream)) : answer) as never;
      },
    };
  }

  all(): readonly Served[] {
    return [...this.#served.values()];
  }

  /**
   * Compares the served endpoints with the contract.
   * @throws Error that names every endpoint that is described twice, is unknown to the contract, or has no handler or
   * no permission rule
   */
  complete(contract: readonly Endpoint[]): void {
    const problems: string[] = [];
    const known = new Set<string>();
    for (const endpoint of contract) {
      const key = keyOf(endpoint);
      if (known.has(key)) problems.push(`${key} is described twice`);
      known.add(key);
      if (!this.#served.has(key)) problems.push(`${key} has no handler`);
      if (!endpoint.permission) problems.push(`${key} has no permission rule`);
    }
    for (const key of this.#served.keys()) if (!known.has(key)) problems.push(`${key} is not in the contract`);
    if (problems.length > 0) throw new Error(`The routes do not match the contract: ${problems.join('; ')}.`);
  }
}

/** A client that answers requests in memory. */
import type { Client } from '../api/client.js';
import type { Endpoint } from '../api/contract/endpoint.js';
import { untyped } from './untyped.js';

/** Arguments of a call; it contains only properties that the caller passed. */
export interface FakeCall {
  /** Method and path of the endpoint with the names of its parameters, for instance `GET /users/{username}`. */
  readonly name: string;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: Record<string, unknown>;
  readonly background?: boolean;
  readonly keepalive?: boolean;
}

/**
 * Returns a client that records every call and answers it. Of the members of a client, it has only `baseUrl` and
 * `call`.
 */
export function fakeClient(answer: (call: FakeCall) => unknown) {
  const calls: FakeCall[] = [];
  const call = ({ method, path }: Endpoint, options: Omit<FakeCall, 'name'> = {}) => {
    const { params, query, body, background, keepalive } = options;
    const given = Object.entries({ params, query, body, background, keepalive: keepalive || undefined }).filter(
      ([, value]) => value !== undefined,
    );
    const made: FakeCall = { name: `${method} ${path}`, ...Object.fromEntries(given) };
    calls.push(made);
    return Promise.resolve().then(() => answer(made));
  };
  return { calls, client: untyped<Client>({ baseUrl: 'http://test', call }) };
}

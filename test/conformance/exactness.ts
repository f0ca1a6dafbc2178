/**
 * Runs the calls of `calls.ts`, and finds their permission rules in the checked-in table `answer-shapes.json` or in
 * `calls.ts`. The permissions in the server's code are not used.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Endpoint } from '../../api/contract/endpoint.js';
import { fillPath } from '../../api/contract/endpoint.js';
import { calls, rules, withoutRule, type Call } from './calls.js';
import { ruleOf, type Rule } from './rules.js';
import type { Shape, Types } from './shape.js';
import type { World } from './world.js';

type Row = readonly [method: string, path: string, status: number, permission: string | null, shape: Shape | null];
const table = JSON.parse(readFileSync(new URL('../../api/contract/answer-shapes.json', import.meta.url), 'utf8')) as {
  types: Types;
  endpoints: Row[];
};
export const { types } = table;

export const nameOf = ({ method, path, consumes }: Endpoint): string =>
  `${method} ${path}${consumes === 'text' ? ' (text)' : ''}`;

const place = (method: string, path: string): string => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/**
 * Returns the row of `answer-shapes.json` for an endpoint; undefined: the table has none. If the table has several rows
 * for the method and path, the row with the endpoint's status is preferred.
 */
export function rowOf({ method, path, status }: Endpoint): Row | undefined {
  const rows = table.endpoints.filter((row) => place(row[0], row[1]) === place(method, path));
  return rows.find((row) => row[2] === status) ?? rows[0];
}

/**
 * Returns the rule that decides who may call an endpoint. undefined: `withoutRule` names the endpoint.
 * @throws Error when neither the table nor `rules` contains a rule that can be parsed
 */
export function ruleFor(endpoint: Endpoint): Rule | undefined {
  const name = nameOf(endpoint);
  if (name in withoutRule) return undefined;
  const known = rules[name];
  if (known) return known;
  const row = rowOf(endpoint);
  const words = row?.[3];
  assert.ok(row && words, `${name} has no rule: neither in the table nor in calls.ts`);
  // The table and the endpoints use different names for path parameters.
  const ours = namesIn(endpoint.path);
  const renamed = new Map(namesIn(row[1]).map((theirs, at) => [theirs, ours[at] ?? theirs]));
  if (ours.length === 1 && ours[0] !== undefined) renamed.set('id', ours[0]);
  const rule = ruleOf(words);
  const permissions = rule.permissions.map((text) =>
    text.replace(/\{(\w+)\}/g, (_whole, theirs: string) => `{${renamed.get(theirs) ?? theirs}}`),
  );
  return { ...rule, permissions };
}

export interface Attempt {
  readonly status: number;
  readonly text: string;
  readonly params: Readonly<Record<string, string>>;
  readonly call: Call;
}

/**
 * Calls an endpoint.
 * @param token access token of the caller; undefined: the caller is not authenticated
 * @param prepared call to make; absent: a new one is created
 */
export async function attempt(
  world: World,
  endpoint: Endpoint,
  token: string | undefined,
  prepared?: Call,
): Promise<Attempt> {
  const call = prepared ?? (await callOf(world, endpoint));
  const who = token === undefined ? {} : { token };
  await call.prepare?.((method, path, json) => world.server.call(path, { method, json, ...who }));
  const params = { ...world.known, ...call.params };
  const path = fillPath(endpoint.path, params) + (call.query === undefined ? '' : `?${call.query}`);
  const response = await world.server.call(path, {
    method: endpoint.method,
    // Redirects are not followed, because some lead to a page of HTML.
    redirect: 'manual',
    ...who,
    ...(call.headers && { headers: call.headers }),
    ...(call.json !== undefined && { json: call.json }),
    ...(call.body !== undefined && { body: call.body }),
  });
  return { status: response.status, text: await response.text(), params, call };
}

export async function callOf(world: World, endpoint: Endpoint): Promise<Call> {
  return (await calls[nameOf(endpoint)]?.(world)) ?? {};
}

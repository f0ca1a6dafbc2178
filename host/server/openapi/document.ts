/**
 * Describes the served API as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html): paths, permissions,
 * parameters, and the bodies of requests and responses.
 */
import { OptionalKind, type TSchema } from '@sinclair/typebox';
import type { Endpoint, PermissionRule } from '../../../api/contract/endpoint.js';
import type { Served } from '../http/registry.js';
import { Yielder } from '../foundation/yielding.js';
import { answerSchema, answerTypes, type Schema } from './answers.js';

/** First path segments that name a resource only together with the second segment. */
const wide = new Set(['system', 'cluster', 'events', 'authz', 'views', 'search']);
const mediaTypes = { json: 'application/json', text: 'text/plain', csv: 'text/csv', bytes: 'application/octet-stream' };

/** Returns the resource that an endpoint belongs to, such as `system/inputs`. */
export function resourceOf({ path }: Pick<Endpoint, 'path'>): string {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  if (first === '') return 'root';
  return wide.has(first) && second !== '' ? `${first}/${second}` : first;
}

/** Returns a unique id of an operation, such as `getSystemInputsByInputId`. */
export function operationIdOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path.split(/[/{}._-]+/).filter((word) => word !== '');
  const named = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('{') ? `By${capital(part.slice(1, -1))}` : part.split(/[._-]/).map(capital).join(''),
    );
  return `${method.toLowerCase()}${words.length === 0 ? 'Root' : named.join('')}`;
}
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export function permissionText(rule: PermissionRule): string {
  if (rule === 'public') return 'Anybody may call it.';
  if (rule === 'session') return 'Whoever is signed in may call it.';
  if ('needs' in rule) return `Needs the permission ${rule.needs}${rule.also ? `, and ${rule.also}` : ''}.`;
  return 'anyOf' in rule ? `Needs the permission ${rule.anyOf.join(' or ')}.` : `Permission: ${rule.handler}.`;
}

/** Collects the schemas of recursive types, which get a name in the document. */
class Schemas {
  readonly named: Record<string, unknown> = {};

  /**
   * Returns a schema without the properties that only the validator uses, which are symbols and therefore missing in
   * JSON. Recursive types become references.
   */
  plain(schema: TSchema): Schema {
    return this.#withNames(JSON.parse(JSON.stringify(schema))) as Schema;
  }

  #withNames(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((inner) => this.#withNames(inner));
    if (typeof value !== 'object' || value === null) return value;
    const { $id, ...rest } = value as Readonly<Record<string, unknown>>;
    const read = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, this.#withNames(inner)]));
    const { $ref } = read;
    if (typeof $ref === 'string' && !$ref.startsWith('#')) return { $ref: `#/components/schemas/Recursive${$ref}` };
    if (typeof $id !== 'string') return read;
    this.named[`Recursive${$id}`] = read;
    return { $ref: `#/components/schemas/Recursive${$id}` };
  }
}

const isOptional = (schema: TSchema): boolean => OptionalKind in schema;

function queryParameters(query: TSchema | undefined, schemas: Schemas): Schema[] {
  const properties = (query?.['properties'] ?? {}) as Readonly<Record<string, TSchema>>;
  const required = (query?.['required'] ?? []) as readonly string[];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schemas.plain(schema),
  }));
}

const forgery: Schema = { $ref: '#/components/parameters/RequestedBy' };
const failure: Schema = {
  description: 'Description of the error.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};

interface Operation extends Record<string, unknown> {
  requestBody?: { required: boolean; content: Record<string, unknown> };
}

function operationOf({ endpoint, schema }: Served, schemas: Schemas): Operation {
  const { method, path, permission, produces, consumes, status } = endpoint;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const answer = produces === 'json' ? answerSchema(method, path) : { type: 'string' };
  const content = produces === 'nothing' ? undefined : { [mediaTypes[produces]]: { schema: answer ?? {} } };
  return {
    operationId: operationIdOf(endpoint),
    tags: [resourceOf(endpoint)],
    summary: `${method} ${path}`,
    description: permissionText(permission),
    'x-permission': permission,
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...queryParameters(schema.query, schemas),
      ...(method === 'GET' ? [] : [forgery]),
    ],
    ...(schema.body && {
      requestBody: {
        required: !isOptional(schema.body),
        content: { [mediaTypes[consumes]]: { schema: schemas.plain(schema.body) } },
      },
    }),
    responses: {
      [String(status)]: { description: 'It was done.', ...(content && { content }) },
      default: failure,
    },
    ...(permission === 'public' && { security: [] }),
  };
}

const schemes = {
  password: { type: 'http', scheme: 'basic', description: 'Name and password of a user.' },
  token: {
    type: 'http',
    scheme: 'basic',
    description:
      'An access token as the name and the word `token` as the password; or a session id and the word `session`.',
  },
  cookie: { type: 'apiKey', in: 'cookie', name: 'authentication', description: 'The session of the console.' },
};

const failureSchema = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    message: { type: 'string' },
    validation_errors: { type: 'object', additionalProperties: {} },
  },
};

/** Returns the OpenAPI document. @param server base address of the paths */
export async function openApi(served: readonly Served[], version: string, server: string): Promise<Schema> {
  const yielder = new Yielder();
  const schemas = new Schemas();
  const paths: Record<string, Record<string, Operation>> = {};
  // Paths that differ only in the names of their parameters become one path of the document.
  const pathOf = new Map<string, string>();
  const resources = new Set<string>();
  for (const one of served.toSorted((a, b) => (a.endpoint.path < b.endpoint.path ? -1 : 1))) {
    const { method, path } = one.endpoint;
    const shape = path.replace(/\{\w+\}/g, '{}');
    const known = pathOf.get(shape) ?? path;
    pathOf.set(shape, known);
    const operation = operationOf({ ...one, endpoint: { ...one.endpoint, path: known } }, schemas);
    const operations = (paths[known] ??= {});
    const same = operations[method.toLowerCase()];
    // Two endpoints with the same path and different media types of the body become one operation.
    if (same?.requestBody && operation.requestBody)
      Object.assign(same.requestBody.content, operation.requestBody.content);
    else operations[method.toLowerCase()] = operation;
    resources.add(resourceOf(one.endpoint));
    if (yielder.isOver) await yielder.pause();
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Log Console', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: server }],
    tags: [...resources].sort().map((name) => ({ name })),
    security: [{ token: [] }, { password: [] }, { cookie: [] }],
    paths,
    components: {
      securitySchemes: schemes,
      parameters: {
        RequestedBy: {
          name: 'X-Requested-By',
          in: 'header',
          required: true,
          description: 'Any value is accepted; pages of other sites cannot send the header.',
          schema: { type: 'string', default: 'api' },
        },
      },
      schemas: { ...answerTypes(), ...schemas.named, Failure: failureSchema },
    },
  };
}

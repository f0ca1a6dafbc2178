/** Request bodies of other clients: omitted and `null` members are handled like in a reference server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OptionalKind, Type, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { ExtractorRequest } from '../../../../api/contract/extractors.schema.js';
import { CreateIndexSetRequest, UpdateIndexSetRequest } from '../../../../api/contract/index-sets.schema.js';
import { PivotGroup, Search } from '../../../../api/contract/searches.schema.js';
import { RegexReplaceTestBody } from '../../../../api/contract/testers.schema.js';
import type { ServerContext } from '../../../../host/server/context.js';
import { withOmitted } from '../../../../host/server/foundation/omitted-members.js';
import { keyOf } from '../../../../host/server/http/registry.js';
import { registerRoutes } from '../../../../host/server/routes/index.js';

/** Replaces every service of the server and has every type, because the routes are registered but never called. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_target, name) => {
    if (name === Symbol.iterator) return () => [].values();
    if (name === Symbol.toPrimitive) return () => 0;
    return name === 'then' ? undefined : anything;
  },
  apply: () => anything,
});
// Only the schemas of the routes are read and no service is called, hence the casts.
const served = registerRoutes(anything as ServerContext, anything as never).all();

const patterned: Readonly<Record<string, string>> = { '^[0-9a-f]{24}$': 'a'.repeat(24), '^[1-9]\\d*[smhdwMy]$': '1d' };

/** Returns a value that the schema accepts, with every known member. */
function sample(schema: TSchema): unknown {
  if (schema.const !== undefined) return schema.const as unknown;
  if (schema['anyOf']) return sample((schema['anyOf'] as TSchema[])[0] ?? Type.Null());
  if (schema['allOf']) return Object.assign({}, ...(schema['allOf'] as TSchema[]).map(sample)) as unknown;
  switch (schema['type'] as string | undefined) {
    case 'object': {
      const parts = Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>);
      return Object.fromEntries(parts.map(([name, part]) => [name, sample(part)]));
    }
    case 'array': {
      const items = schema['items'] as TSchema;
      return items['$ref'] === undefined
        ? Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () => sample(items))
        : [];
    }
    case 'string':
      return patterned[String(schema['pattern'])] ?? 'a'.repeat(Math.max(1, Number(schema['minLength'] ?? 1)));
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** Returns all object schemas within a schema, with their paths. */
function objectsIn(schema: TSchema, path = ''): [path: string, schema: TSchema][] {
  const parts = Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>);
  const inner = [...((schema['anyOf'] ?? []) as TSchema[]), ...((schema['allOf'] ?? []) as TSchema[])];
  return [
    ...(schema['properties'] ? [[path, schema] as [string, TSchema]] : []),
    ...parts.flatMap(([name, part]) => objectsIn(part, `${path}.${name}`)),
    ...inner.flatMap((part) => objectsIn(part, path)),
    ...(schema['items'] ? objectsIn(schema['items'] as TSchema, `${path}[]`) : []),
    ...Object.values((schema['patternProperties'] ?? {}) as Record<string, TSchema>).flatMap((part) =>
      objectsIn(part, `${path}.*`),
    ),
  ];
}

/** Bodies in which zero, the default of an omitted number, is too small. A reference server refuses them as well. */
const tooSmall = [
  'PUT /chart_marks/{}.version',
  'PUT /events/alerts/silences/{}.version',
  'PUT /system/content_packs/{}/installations/{}.revision',
  'PUT /system/indices/index_set_defaults.shards',
];

test('no body of the contract requires a member that clients omit or send as null', () => {
  const refused = new Set<string>();
  let tried = 0;
  for (const { endpoint, schema } of served) {
    if (!schema.body) continue;
    for (const [path, part] of objectsIn(schema.body)) {
      if (part['exact'] === true) continue;
      const whole = sample(part) as Record<string, unknown>;
      const { $id: _name, ...alone } = part;
      const check = (value: unknown) => Value.Check(alone as TSchema, [part], withOmitted(alone as TSchema, value));
      assert.ok(check(whole), `the schema of ${keyOf(endpoint)}${path} accepts ${JSON.stringify(whole)}`);
      for (const [name, member] of Object.entries(part['properties'] as Record<string, TSchema>)) {
        if (!(OptionalKind in member) && !['boolean', 'integer', 'number'].includes(String(member['type']))) continue;
        const { [name]: _left, ...rest } = whole;
        tried += 2;
        if (!check(rest) || !check({ ...rest, [name]: null })) refused.add(`${keyOf(endpoint)}${path}.${name}`);
      }
    }
  }
  assert.deepEqual([...refused].sort(), tooSmall);
  assert.ok(tried > 800, `${tried} bodies were checked`);
});

const Choice = Type.Object({
  of: Type.Union([
    Type.Object({ type: Type.Literal('a'), on: Type.Boolean() }),
    Type.Object({ type: Type.Literal('b'), on: Type.Boolean({ default: true }), n: Type.Integer({ minimum: 0 }) }),
  ]),
  or: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  and: Type.Optional(Type.String()),
  all: Type.Optional(Type.Record(Type.String(), Type.Object({ on: Type.Boolean() }))),
});
const extractor = { title: 'T', source_field: 'm', target_field: 't', extractor_type: 'copy_input' };
const condition = { extractor_config: {}, condition_type: 'none', condition_value: '' };

const taken: readonly [what: string, TSchema, given: unknown, filled: unknown][] = [
  ['a default takes precedence over zero', Choice, { of: { type: 'b' } }, { of: { type: 'b', on: true, n: 0 } }],
  [
    'null is kept where the schema allows it, and omitted elsewhere',
    Choice,
    { of: { type: 'a' }, or: null, and: null },
    { of: { type: 'a', on: false }, or: null },
  ],
  [
    'members are filled in every value of a map',
    Choice,
    { of: { type: 'a' }, all: { x: {} } },
    { of: { type: 'a', on: false }, all: { x: { on: false } } },
  ],
  [
    'extractors in the form of public clients are converted',
    ExtractorRequest,
    { ...extractor, ...condition, cut_or_copy: 'copy', converters: { date: { date_format: 'yyyy' }, numeric: null } },
    {
      ...extractor,
      ...condition,
      cut_or_copy: 'copy',
      cursor_strategy: 'copy',
      converters: [
        { type: 'date', config: { date_format: 'yyyy' } },
        { type: 'numeric', config: null },
      ],
    },
  ],
  [
    'an omitted replace_all of a tester is false',
    RegexReplaceTestBody,
    { regex: 'a', replacement: '', string: 'a' },
    { regex: 'a', replacement: '', string: 'a', replace_all: false },
  ],
  [
    'the field of a pivot group also becomes a list of fields',
    PivotGroup,
    { type: 'values', field: 'source', limit: 15 },
    { type: 'values', field: 'source', fields: ['source'], limit: 15 },
  ],
  ['values of wrong types are unchanged', Choice, { of: 'a', all: [] }, { of: 'a', all: [] }],
];

test('the server fills in omitted members like a reference server', () => {
  for (const [what, schema, given, filled] of taken) assert.deepEqual(withOmitted(schema, given), filled, what);
});

test('the server creates index sets without shards, replicas and analyzer, and updates none without shards', () => {
  const {
    shards: _shards,
    replicas: _replicas,
    index_analyzer: _analyzer,
    ...rest
  } = sample(CreateIndexSetRequest) as Record<string, unknown>;
  const filled = withOmitted(CreateIndexSetRequest, rest) as Record<string, unknown>;
  assert.deepEqual([filled['shards'], filled['replicas'], filled['index_analyzer']], [1, 0, 'standard']);
  const updated = withOmitted(UpdateIndexSetRequest, rest) as Record<string, unknown>;
  assert.equal(updated['shards'], 0, 'the server refuses fewer than one shard');
});

test('a hostile body costs bounded work and changes no prototype', () => {
  const group = JSON.parse('{"type":"values","field":"a","__proto__":{"polluted":true}}') as unknown;
  const search = (count: number) => ({
    queries: Array.from({ length: count }, () => ({ search_types: [{ type: 'pivot', row_groups: [group] }] })),
  });
  assert.ok(Value.Check(Search, withOmitted(Search, search(100))));
  // Beyond the limit a body stays unchanged, and the schema refuses it.
  assert.ok(!Value.Check(Search, withOmitted(Search, search(20_000))));
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

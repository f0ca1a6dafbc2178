/**
 * Exports one entity of each kind or more as a content pack, and installs, updates and removes the pack. Each step
 * records its answer and what it changed in the lists of the server.
 */
import assert from 'node:assert/strict';
import type { DryRun } from '../../../../api/contract/content-packs.schema.js';
import { isObject } from '../../../../api/is-object.js';
import { wrapped } from '../../../../host/server/content-packs/values.js';
import { definition, entity, grok, pack, whole } from '../content-packs/sample-packs.js';
import { type AnswerRecord, type Body, differences, inAnyOrder, inText } from './administration-record.js';

/** An entity of the catalogue or of a pack. */
interface Described {
  readonly id: string;
  readonly title?: string;
  readonly type: { readonly name: string; readonly version: string };
  /** True: the installation has not created the entity. */
  readonly found_on_system?: boolean;
}
const listIn = (text: string, member: string): readonly Described[] => {
  const answer: unknown = JSON.parse(text);
  assert.ok(isObject(answer) && Array.isArray(answer[member]), `${member}: ${text}`);
  // Cast: the contract defines the entries of these lists.
  return answer[member] as Described[];
};

/** Lists in which the installation of a pack shows. */
const watched = [
  '/streams',
  '/system/inputs',
  '/system/outputs',
  '/system/grok?query=_copy',
  '/system/lookup/tables?per_page=0',
  '/system/lookup/caches?per_page=0',
  '/system/lookup/adapters?per_page=0',
  '/system/pipelines/rule',
  '/system/pipelines/pipeline',
  '/system/pipelines/connections',
  '/events/definitions?per_page=0',
  '/events/notifications?per_page=0',
  '/sidecar/configurations?per_page=0',
  '/sidecar/collectors/summary?query=mover',
  '/system/urlwhitelist',
  '/views?per_page=0&query=Overview',
  '/authz/grants-overview',
  '/system/content_packs/pack-one/installations',
];

const names = [
  ...['names', 'remote', 'adapter-[ab]', 'cache-[ab]', 'cut', 'keep all', 'late', 'wash', 'dry', 'ZZ_ABOVE', 'ZZ_LAST'],
  ...['Apron', 'mill', 'Yard', 'Stdout', 'Web', 'Broker', 'Raw', 'Alarm', 'Hook', 'Letter', 'Cpu', 'Disk'],
  ...['mover', 'App logs', 'web logs'],
];
const quotedName = new RegExp(String.raw`(\\?")(${names.join('|')})\1`, 'g');

/** Returns entities with other names, which a server therefore creates. Sources of rules name each other in quotes. */
const renamed = (entities: readonly unknown[]): readonly unknown[] =>
  // Cast: `JSON.parse` returns `any`.
  JSON.parse(
    inText(entities)
      .replaceAll(quotedName, '$1$2_copy$1')
      .replaceAll('%{ZZ_LAST}', '%{ZZ_LAST_copy}')
      .replace('{"@type":"string","@value":"out: "}', '{"@type":"parameter","@value":"PREFIX"}'),
  ) as unknown[];

/** Members of which a later revision changes the first that an entity has. */
const revisedMembers = ['description', 'summary', 'executable_path', 'template', 'value', 'title'];
/** Changes a text of an entity, so that an upgrade must update entities of each kind. */
const changed = (one: unknown): unknown => {
  if (!isObject(one) || !isObject(one['data']) || !isObject(one['type'])) return one;
  const { data, type } = one;
  // An entity of this kind names a stream of the server.
  if (type['name'] === 'stream_title') return one;
  const member = revisedMembers.find((name) => isObject(data[name]) && typeof data[name]['@value'] === 'string');
  if (member === undefined || !isObject(data[member])) return one;
  const text = `${String(data[member]['@value'])} changed`;
  return { ...one, data: { ...data, [member]: { ...data[member], '@value': text } } };
};

/** Returns entities as a later revision has them: with other values. */
const revised = (entities: readonly unknown[]): readonly unknown[] =>
  // Cast: `JSON.parse` returns `any`.
  JSON.parse(
    inText(entities.map(changed))
      .replaceAll('"@value":"about"', '"@value":"changed"')
      .replaceAll('"pattern":"z+"', '"pattern":"y+"')
      .replaceAll('"@value":"very busy"', '"@value":"quiet"')
      .replaceAll('"color":{"@type":"string","@value":"#445566"}', '"color":{"@type":"string","@value":"#000000"}')
      .replaceAll('has_field(\\"a\\")', 'has_field(\\"b\\")')
      .replaceAll('"@value":"calls the pager"', '"@value":"calls"'),
  ) as unknown[];

/** Sorts the streams of each pipeline, which are in the order of their ids. */
function connectedInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(connectedInOrder);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === 'connected_streams' ? inAnyOrder(one) : connectedInOrder(one),
    ]),
  );
}

const packOf = (rev: number, entities: readonly unknown[], id?: string): Body => {
  const made = pack(rev, [...entities], id);
  const prefix = { name: 'PREFIX', title: 'Prefix', description: 'd', type: 'string', default_value: 'in: ' };
  return { ...made, parameters: [...made.parameters, prefix] };
};

// Cast: the contract defines the answer.
const installationIn = (answer: string): string => (JSON.parse(answer) as { _id: string })._id;

type Step = (title: string, call: string, body?: Body) => Promise<string>;

/**
 * Plans an installation until nothing is left to decide. Entities that cannot be created are left out, which makes
 * others impossible that refer to them.
 * @param choose decides about an entity of which the server has another one with the same name
 */
async function decided(
  step: Step,
  title: string,
  path: string,
  choose: (conflict: NonNullable<DryRun['entities'][number]['conflict']>) => object,
): Promise<Record<string, object>> {
  const choices: Record<string, object> = {};
  for (let time = 1; ; time += 1) {
    const body = { parameters: {}, choices };
    const plan = await step(`${title}, plan ${time}`, `POST ${path}/installations/dry_run`, body);
    // Cast: the contract defines the answer.
    const { entities } = JSON.parse(plan) as DryRun;
    const open = entities.filter(({ action, conflict }) => action === 'impossible' || conflict?.chosen === null);
    if (open.length === 0) return choices;
    for (const { id, conflict } of open) choices[id] = conflict ? choose(conflict) : { action: 'skip' };
  }
}

/** Installs a pack whose entities have the names of the server's entities, but other texts, and removes it. */
async function conflicts(record: AnswerRecord, exported: readonly unknown[], step: Step): Promise<void> {
  const path = '/system/content_packs/conflicts';
  await step('conflicts', 'POST /system/content_packs', packOf(3, revised(exported), 'conflicts'));
  let at = 0;
  const choices = await decided(step, 'conflicts', `${path}/3`, ({ suggestion }) => {
    at += 1;
    return [{ action: 'rename', name: suggestion }, { action: 'take' }, { action: 'keep' }][at % 3] ?? {};
  });
  const installed = await step('renamed and taken', `POST ${path}/3/installations`, { parameters: {}, choices });
  record.keep('installedConflicts', installationIn(installed));
  await step('renamed and taken', `DELETE ${path}/installations/{installedConflicts}`);
  await step('renamed and taken', `DELETE ${path}`);
}

const streamWith = (id: string, more: object): unknown =>
  entity(
    'stream',
    id,
    wrapped({
      ...{ title: `Stream ${id}`, description: '', disabled: false, matching_type: 'AND', outputs: [] },
      ...{ alert_conditions: [], alarm_callbacks: [], default_stream: false, remove_matches: false, ...more },
    }),
  );
const ruleOf = (type: string, field: string, value: string): object => ({
  stream_rules: [{ type, field, value, inverted: false, description: '' }],
});
/** Entities that a server cannot create, or only without some of their parts. */
const faulty: readonly unknown[] = [
  streamWith('f1', ruleOf('NONE', 'a', 'b')),
  streamWith('f2', ruleOf('REGEX', 'a', '(')),
  streamWith('f3', ruleOf('GREATER', 'a', 'b')),
  streamWith('f4', ruleOf('MATCH_INPUT', '', 'f11')),
  streamWith('f5', ruleOf('MATCH_INPUT', '', 'none')),
  streamWith('f6', { ...ruleOf('PRESENCE', 'a', ''), outputs: ['f8', 'none'] }),
  streamWith('f7', { ...ruleOf('PRESENCE', 'a', ''), outputs: ['f8'] }),
  entity('output', 'f8', {
    title: wrapped('Faulty 8'),
    type: wrapped('org.graylog2.outputs.LoggingOutput'),
    configuration: wrapped({ prefix: 'p', colour: 'red' }),
  }),
  entity('output', 'f9', {
    title: wrapped('Faulty 9'),
    type: wrapped('log-console.outputs.http.HttpOutput'),
    configuration: wrapped({ url: 'x', format: 'XML' }),
  }),
  entity('output', 'f36', {
    title: wrapped(' '),
    type: wrapped('org.graylog2.outputs.LoggingOutput'),
    configuration: wrapped({ prefix: '' }),
  }),
  entity('output', 'f10', { title: wrapped('Faulty 10'), type: wrapped('none'), configuration: {} }),
  entity(
    'input',
    'f11',
    wrapped({
      ...{ title: 'Faulty 11', type: 'org.graylog2.inputs.raw.udp.RawUDPInput', global: true, static_fields: {} },
      configuration: { bind_address: '127.0.0.1', port: 0 },
      extractors: [
        {
          ...{ title: 'table', type: 'LOOKUP_TABLE', cursor_strategy: '', source_field: 'message', target_field: 't' },
          ...{ configuration: { lookup_table_name: 'names' }, condition_type: '', condition_value: '' },
          converters: [{ type: 'LOOKUP_TABLE', configuration: { lookup_table_name: 'remote' } }],
        },
      ],
    }),
  ),
  entity('input', 'f12', wrapped({ title: '', type: 'org.graylog2.inputs.raw.udp.RawUDPInput', global: true })),
  entity('input', 'f13', wrapped({ title: 'Faulty 13', type: 'none', global: true, configuration: {} })),
  entity('lookup_table', 'f14', wrapped({ name: 'f14', title: 'F', description: '', cache_name: 'none' })),
  entity('lookup_cache', 'f15', wrapped({ name: 'f15', title: 'F', configuration: { type: 'none' } })),
  entity('lookup_cache', 'f16', wrapped({ name: 'f16', configuration: { type: 'x' } })),
  entity('lookup_adapter', 'f17', wrapped({ name: 'f17', configuration: { type: 'csvfile', path: 'x' } })),
  entity('pipeline_rule', 'f18', wrapped({ title: 'f18', description: '', source: 'rule "f18"\nwhen\nthen\nend' })),
  entity('pipeline', 'f19', wrapped({ title: 'f19', source: 'pipeline "f19"\nstage x\nend', connected_streams: [] })),
  entity(
    'pipeline',
    'f20',
    wrapped({ title: 'f20', source: 'pipeline "f20"\nstage 0 match all\nend', connected_streams: ['none'] }),
  ),
  grok('f21', 'FAULTY_ONE', 'a+'),
  grok('f22', 'FAULTY_ONE', 'a+'),
  grok('f23', 'FAULTY_ONE', 'b+'),
  grok('f24', 'FAULTY_TWO', '('),
  grok('f25', 'FAULTY THREE', 'a'),
  definition('f26', 'none', 'f28', 60_000),
  definition('f27', 'f7', 'none', 0),
  entity('notification', 'f28', { title: wrapped(''), config: { type: 'http-notification-v1', url: wrapped('x') } }),
  entity('notification', 'f29', { title: wrapped('F'), description: wrapped(''), config: { type: 'x' } }),
  entity('sidecar_collector', 'f30', wrapped({ name: 'a b', service_type: 'x', node_operating_system: 'x' })),
  entity(
    'sidecar_collector_configuration',
    'f31',
    wrapped({ collector_id: 'none', title: 'f31', color: '#112233', template: 't' }),
  ),
  entity('url_whitelist_entry', 'f32', { ...{ id: 'f32', type: 'regex', title: 'F', value: '(' } }),
  entity('stream_title', 'f33', wrapped({ title: 'No such stream' })),
  entity('grok_pattern', 'f34', { name: 'F' }, '9'),
  entity('none', 'f35', {}),
];

/** Plans a pack of faulty entities, installs what the server can create, and removes it. */
async function faults(record: AnswerRecord, step: Step): Promise<void> {
  const path = '/system/content_packs/faulty';
  await step('faults', 'POST /system/content_packs', packOf(1, faulty, 'faulty'));
  await step('faults', `POST ${path}/1/installations`, { parameters: {} });
  const choices = await decided(step, 'faults', `${path}/1`, () => ({ action: 'take' }));
  const installed = await step('the rest', `POST ${path}/1/installations`, { parameters: {}, choices });
  record.keep('installedRest', installationIn(installed));
  await step('the rest', `DELETE ${path}/installations/{installedRest}`);
  await step('the rest', `DELETE ${path}`);
}

/** @returns the recorded texts of the steps, by their titles */
export async function packSections(record: AnswerRecord): Promise<Map<string, string>> {
  const sections = new Map<string, string>();
  const lists = async (): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {};
    for (const path of watched) {
      const { status, text } = await record.send('admin', `GET ${path}`);
      assert.equal(status, 200, `${path}: ${text}`);
      found[path] = JSON.parse(record.readable(text));
    }
    return found;
  };
  let before = await lists();
  const step = async (title: string, call: string, body?: Body): Promise<string> => {
    const { status, text } = await record.send('officer', call, body);
    if (status < 300 && call.endsWith('/installations'))
      for (const { id, title: name = '', type, found_on_system: isFormer } of listIn(text, 'entities'))
        if (!isFormer) record.keep(`made_${type.name}_${name.replaceAll(/\W/g, '_')}`, id);
    const after = await lists();
    // Some lists are in the order of ids, which are random.
    const changed = differences(before, after)
      .map((line) => `  ${line}`)
      .sort();
    before = after;
    const told = record.told({ status, text }, connectedInOrder);
    sections.set(`${title}: ${call}`, [told, ...changed].join('\n'));
    return text;
  };

  const known = listIn((await record.send('admin', 'GET /system/catalog')).text, 'entities').filter(
    ({ type, title }) => !/^(grok_pattern|sidecar_collector)$/.test(type.name) || /ZZ_|mover/.test(title ?? ''),
  );
  const wanted = known.map(({ id, type }) => ({ id, type }));
  // A pack has new ids on each export, so its entities get names in the order of the catalogue.
  const first = await record.send('admin', 'POST /system/catalog', { entities: wanted });
  const exported = listIn(first.text, 'entities');
  exported.forEach(({ id, type }, at) => record.keep(`exported_${type.name}_${at}`, id));
  sections.set('export', record.told(first, connectedInOrder));

  await step('present', 'POST /system/content_packs', packOf(1, exported, 'present'));
  await step('present', 'POST /system/content_packs/present/1/installations/dry_run', { parameters: {} });
  await step('present', 'POST /system/content_packs/present/1/installations', { parameters: {} });
  await step('present', 'DELETE /system/content_packs/present');

  await conflicts(record, exported, step);
  await faults(record, step);

  const more = [
    entity('stream_title', 't1', wrapped({ title: 'Yard' })),
    entity('grok_pattern', 'g3', { name: 'PACKMORE', pattern: 'm', colour: 'red' }),
  ];
  const entities = [...renamed(exported), ...whole(), ...more];
  const path = '/system/content_packs/pack-one';
  await step('new', 'POST /system/content_packs', packOf(1, entities));
  await step('new', `POST ${path}/1/installations/dry_run`, { parameters: {} });
  const parameters = {
    PORT: { '@type': 'integer', '@value': 0 },
    PREFIX: { '@type': 'string', '@value': 'chosen: ' },
  };
  const installed = await step('new', `POST ${path}/1/installations`, { parameters, comment: 'about' });
  record.keep('installedPack', installationIn(installed));
  await step('new', `POST ${path}/1/installations/dry_run`, { parameters });
  await step('new', 'POST /system/catalog', {
    entities: listIn(installed, 'entities')
      .filter(({ found_on_system: isFormer }) => !isFormer)
      .map(({ id, type }) => ({ id, type })),
  });

  await step('revised', 'POST /system/content_packs', packOf(2, revised(entities.slice(1))));
  await step('revised', `PUT ${path}/installations/{installedPack}`, { revision: 2, parameters: {} });
  await step('removed', `GET ${path}/installations/{installedPack}/uninstall_details`);
  await step('removed', `DELETE ${path}/installations/{installedPack}`);
  await step('removed', `DELETE ${path}`);
  return sections;
}

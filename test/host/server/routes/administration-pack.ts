/**
 * Exports one entity of each kind or more as a content pack, and installs, updates and removes the pack. Each step
 * records its answer and what it changed in the lists of the server.
 */
import assert from 'node:assert/strict';
import { isObject } from '../../../../api/is-object.js';
import { wrapped } from '../../../../host/server/content-packs/values.js';
import { entity, pack, whole } from '../content-packs/sample-packs.js';
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

/** Returns entities as a later revision has them: with other values, and without the first of them. */
const revised = (entities: readonly unknown[]): readonly unknown[] =>
  // Cast: `JSON.parse` returns `any`.
  JSON.parse(
    inText(entities.slice(1).map(changed))
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
  // Cast: the contract defines the answer.
  record.keep('installedPack', (JSON.parse(installed) as { _id: string })._id);
  await step('new', `POST ${path}/1/installations/dry_run`, { parameters });
  await step('new', 'POST /system/catalog', {
    entities: listIn(installed, 'entities')
      .filter(({ found_on_system: isFormer }) => !isFormer)
      .map(({ id, type }) => ({ id, type })),
  });

  await step('revised', 'POST /system/content_packs', packOf(2, revised(entities)));
  await step('revised', `PUT ${path}/installations/{installedPack}`, { revision: 2, parameters: {} });
  await step('removed', `GET ${path}/installations/{installedPack}/uninstall_details`);
  await step('removed', `DELETE ${path}/installations/{installedPack}`);
  await step('removed', `DELETE ${path}`);
  return sections;
}

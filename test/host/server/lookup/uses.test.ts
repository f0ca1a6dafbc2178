// The uses of a lookup table are found, shown to those who may read them, and renamed with the table, with the stored
// results.
import { test } from 'node:test';
import type { Caller } from '../../../../host/server/auth/caller.js';
import {
  fixedUses,
  provisionedUse,
  renameUses,
  shownUses,
  type UsesNeeds,
} from '../../../../host/server/lookup/uses.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { memoryDocuments } from '../intake/recording-sink.js';
import { compareTable, rowsOf, type Row } from '../recorded-table.js';

const table = (name: string) => ({ lookup_table_name: name });
const extractor = (id: string, type: string, config: object, converters: readonly object[] = []) => ({
  ...{ id, title: `Title of ${id}`, type, extractor_config: config, converters, revision: 4 },
});
const converter = (type: string, config: object) => ({ type, config });
const parameter = (name: string, from: string) => ({ name, lookup_table: from, key: 'k' });
const provider = (name: string) => ({ type: 'lookup-v1', table_name: name, key_field: 'k' });
const stored: Readonly<Record<string, readonly object[]>> = {
  inputs: [
    {
      id: 'i1',
      title: 'Input',
      extractors: [
        extractor('own', 'lookup_table', table('t')),
        extractor('of another', 'lookup_table', table('u'), [converter('lookup_table', table('t'))]),
        extractor('both', 'lookup_table', table('t'), [converter('lookup_table', table('t')), converter('hash', {})]),
        extractor('none', 'copy_input', table('t'), [converter('hash', table('t'))]),
      ],
    },
    { id: 'i2', title: 'Without' },
  ],
  decorators: [
    {
      id: 'd1',
      type: 'org.graylog2.decorators.LookupTableDecorator',
      config: { ...table('t'), source_field: 'a', target_field: 'b' },
      stream: null,
    },
    {
      id: 'd2',
      type: 'org.graylog2.decorators.LookupTableDecorator',
      config: { ...table('t'), source_field: 'c', target_field: 'd' },
      stream: 's',
    },
    { id: 'd3', type: 'org.graylog2.decorators.LookupTableDecorator', config: table('u'), stream: null },
    { id: 'd4', type: 'org.graylog2.decorators.FormatStringDecorator', config: table('t'), stream: null },
  ],
  event_definitions: [
    { id: 'e1', title: 'Parameter', config: { query_parameters: [parameter('p', 't'), parameter('q', 'u'), null] } },
    {
      id: 'e2',
      title: 'Field',
      config: {},
      field_spec: { f: { data_type: 'string', providers: [provider('t'), provider('u')] } },
    },
    {
      id: 'e3',
      title: 'None',
      config: { query_parameters: [parameter('p', 'u')] },
      field_spec: { f: { providers: [{ type: 'template-v1', table_name: 't' }] } },
    },
    { id: 'e4', title: 'Text', config: { query_parameters: 'x' } },
  ],
  pipeline_rules: [
    { id: 'r1', title: 'Rule', source: 'rule "r" when true then set_field("a", lookup_value("t", "k")); end' },
    { id: 'r2', source: 'rule "s" when true then set_field("a", lookup_value("t", "u")); end' },
    { id: 'r3', title: 'Other', source: 'rule "t" when true then set_field("t", lookup_value("u", "t")); end' },
  ],
};
const searches = new Map([
  ['q1', { id: 'q1', parameters: [parameter('p', 't'), parameter('q', 'u')] }],
  ['q2', { id: 'q2', parameters: [parameter('p', 'u')] }],
  ['q3', { id: 'q3', parameters: [parameter('p', 't')] }],
]);

/** Documents in memory with the entities of `stored`, and with archives of views and searches. */
async function filled(): Promise<UsesNeeds & { readonly told: string[] }> {
  const documents = memoryDocuments();
  for (const [name, all] of Object.entries(stored))
    // Cast: each stored document has an id.
    for (const one of all) await documents.collection(name).put(structuredClone(one) as { id: string });
  const kept = structuredClone(searches);
  const views = [
    { id: 'v1', search_id: 'q1', title: 'Search', type: 'SEARCH' },
    { id: 'v2', search_id: 'q2', title: 'Other', type: 'SEARCH' },
    { id: 'v3', search_id: 'q3', title: 'Dashboard', type: 'DASHBOARD' },
    { id: 'v4', search_id: 'none', title: 'Lost', type: 'SEARCH' },
  ];
  const archive = (name: string) =>
    name === 'views'
      ? { heads: () => views }
      : {
          head: (id: string) => (kept.has(id) ? { parameterized: id !== 'plain' } : undefined),
          read: (id: string) => Promise.resolve(kept.get(id)),
          update: (id: string, change: (old: unknown) => { id: string; parameters: never[] }) => {
            kept.set(id, change(kept.get(id)));
            return Promise.resolve();
          },
        };
  const told: string[] = [];
  return {
    // Cast: the uses read only these methods of the archives.
    documents: { ...documents, archive } as unknown as Documents,
    changeExtractors: async (id, change) => {
      const inputs = documents.collection<{ id: string; extractors: never[] }>('inputs');
      // Cast: the test does not declare the extractors of the collection.
      await inputs.update(id, (old) => ({ ...old, extractors: [...change(old.extractors)] as never[] }));
    },
    onChanged: (kind, id) => Promise.resolve(told.push(`${kind} ${id}`)),
    told,
  };
}

const callerWith = (...permissions: string[]): Caller =>
  // Cast: the uses read only the permissions of a caller.
  ({ id: 'u', username: 'u', permissions }) as unknown as Caller;

test('finding, showing and renaming the uses of a lookup table has the stored results', async () => {
  const needs = await filled();
  const readers = [
    ['*'],
    [],
    ['inputs:read'],
    ['inputs:read:i1', 'decorators:read'],
    ['streams:read:s', 'eventdefinitions:read:e2', 'view:read:v1', 'pipeline_rule:read'],
    ['inputs:edit:i1', 'inputs:read', 'decorators:edit', 'eventdefinitions:edit', 'pipeline_rule:edit', 'view:edit'],
    ['inputs:edit:i2', 'inputs:read', 'decorators:edit', 'eventdefinitions:edit', 'pipeline_rule:edit', 'view:edit'],
  ];
  const all = async (of: UsesNeeds) => {
    const found: Record<string, unknown> = {};
    for (const name of Object.keys(stored)) found[name] = of.documents.collection(name).all();
    found['searches'] = await Promise.all(
      [...searches.keys()].map((id) => of.documents.archive<{ id: string }, object>('searches').read(id)),
    );
    return found;
  };
  const after = await filled();
  await renameUses(after, 't', 'new', callerWith('*'));
  const marked = await filled();
  await compareTable('lookup/uses.txt', {
    shown: rowsOf(readers, (permissions) => shownUses(needs, 't', callerWith(...permissions))),
    'of a table without uses': [['none', () => shownUses(needs, 'none', callerWith('*'))]],
    'uses that may not be changed': rowsOf(readers, (permissions) => fixedUses(needs, 't', callerWith(...permissions))),
    renamed: Object.entries(await all(after)).map(([name, entities]): Row => [name, () => entities]),
    'listeners are told': [['of each use', () => after.told]],
    provisioned: [
      ['none', () => provisionedUse(marked, 't')],
      ['another', async () => (await mark('i2'), provisionedUse(marked, 't'))],
      ['the input of an extractor', async () => (await mark('i1'), provisionedUse(marked, 't'))],
    ],
  });
  async function mark(entity: string): Promise<void> {
    await marked.documents
      .collection<{ id: string; entity: string }>('provisioned')
      .put({ id: `mark ${entity}`, entity });
  }
});

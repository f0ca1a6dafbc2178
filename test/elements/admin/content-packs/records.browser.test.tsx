/** Records the content pack pages: see records/recorder.ts. */
import { contentPacksPages } from '../../../../elements/admin/content-packs/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import stored from './content-packs.record.txt';

const api = '/system/content_packs';
const hostile = '<img src=x onerror="globalThis.hacked=1">';
const text = (value: string) => ({ '@type': 'string', '@value': value });
const constraint = (version: string) => ({ type: 'server-version', version });
const entity = (type: string, id: string, data: object) => ({
  ...{ v: '1', type: { name: type, version: '1' }, id, data, constraints: [constraint('>=5.1.0')] },
});
const pattern = entity('grok_pattern', 'g', { name: 'CLASH', pattern: 'theirs' });
const stream = entity('stream', 's', {
  title: text('Web'),
  description: text('d'),
  disabled: { '@type': 'boolean', '@value': false },
});
const dashboard = entity('dashboard', 'd', { title: text(hostile), count: { '@type': 'integer', '@value': 3 } });
const parameter = (name: string, type: string, default_value: unknown, more: object = {}) => ({
  ...{ name, title: `Title ${name}`, description: `About ${name}`, type, default_value, ...more },
});
const parameters = [
  parameter('PORT', 'integer', 514),
  parameter('NAME', 'string', 'usual'),
  parameter('ON', 'boolean', true),
  parameter('SHARE', 'double', null, { description: '' }),
];
const pack = (id: string, rev: number, more: object = {}) => ({
  ...{ v: '1', id, rev, name: `Pack ${id}`, summary: 'Of a firewall', vendor: 'me', url: 'https://example.org/' },
  ...{ description: 'Read this first.', server_version: '5.1.8' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', parameters, entities: [pattern, stream, dashboard], ...more },
});
const p1 = [pack('p1', 1, { entities: [pattern], parameters: [] }), pack('p1', 2)];
const plain = pack('p2', 1, { name: hostile, url: '', description: '', parameters: [], entities: [] });
const installed = (id: string, title: string, more: object = {}) => ({
  ...{ id, title, type: { name: 'stream', version: '1' }, content_pack_entity_id: id, found_on_system: false, ...more },
});
const installation = (id: string, more: object = {}) => ({
  ...{
    _id: id,
    content_pack_id: 'p1',
    content_pack_revision: 1,
    parameters: { PORT: { '@type': 'integer', '@value': 5 } },
  },
  ...{ entities: [installed('s1', 'Web'), installed('g1', hostile, { found_on_system: true })], comment: 'first' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', created_by: 'ada', ...more },
});
const planned = (id: string, action: string, more: object = {}) => ({
  ...{
    id,
    type: stream.type,
    title: `Entity ${id}`,
    action,
    detail: `About ${id}`,
    warnings: [],
    parameters: [],
    ...more,
  },
});
interface Asked {
  readonly parameters?: Record<string, { '@value': unknown }>;
  readonly choices?: Record<string, { action: string; name?: string }>;
}
/** Returns the dry run of the server: the user's choice resolves the conflict. */
const dryRun = ({ choices = {}, parameters: given = {} }: Asked) => {
  const chosen = choices['g'] ?? null;
  const conflict = {
    ...{ mine: 'a\nmine\nc', theirs: 'a\ntheirs\nc', references: 1, choices: ['keep', 'take', 'rename', 'skip'] },
    ...{ suggestion: 'CLASH_2', chosen },
  };
  return {
    entities: [
      planned('g', 'conflict', { type: pattern.type, title: 'CLASH', conflict }),
      planned('s', 'create', { warnings: ['Port 514 is taken.'], parameters: ['PORT'] }),
      ...['reuse', 'impossible', 'skip', 'update', 'unchanged', 'gone'].map((action) => planned(action, action)),
    ],
    parameters: parameters.map((one) => ({
      ...one,
      value: given[one.name]?.['@value'] ?? one.default_value,
      problem: one.default_value === null && given[one.name] === undefined ? 'It has no value.' : null,
      warning: one.name === 'PORT' ? 'Port 514 is taken.' : null,
      suggestion: one.name === 'PORT' ? 515 : null,
    })),
    constraints: [
      { constraint: constraint('>=5.1.0'), fulfilled: true },
      { constraint: { type: 'plugin-version', plugin: 'org.example', version: '>=9' }, fulfilled: false },
    ],
    warnings: ['A part of the file is unknown.'],
    problems: chosen ? [] : ['Grok pattern "CLASH": choose.'],
  };
};
const excerpt = (type: string, id: string, title: string) => ({ id, title, type: { name: type, version: '1' } });

const admin = administration(contentPacksPages, () => ({
  [`GET ${api}/latest`]: () => ({
    total: 2,
    content_packs: [p1[1], plain],
    content_packs_metadata: { p1: { 1: { installation_count: 1 }, 2: { installation_count: 0 } } },
  }),
  'GET /system/content_pack_library': () => ({
    packs: [
      { id: 'l1', rev: 1, name: 'Linux', summary: 'hosts', vendor: 'v', description: '', stored: false },
      { id: 'l2', rev: 3, name: hostile, summary: '', vendor: 'v', description: '', stored: true },
    ],
  }),
  'POST /system/content_pack_library/l1': () => ({ id: 'l1', rev: 1, name: 'Linux', warnings: [] }),
  'GET /system/provisioned': () => ({ objects: [{ type: 'stream', id: 's9', file: 'web.yaml' }] }),
  [`GET ${api}/p1`]: () => ({
    content_pack_revisions: { 1: p1[0], 2: p1[1] },
    constraints_result: {
      1: [],
      2: [
        { constraint: constraint('>=5.1.0'), fulfilled: true },
        { constraint: { type: 'plugin-version', plugin: 'org.example', version: '>=9' }, fulfilled: false },
      ],
    },
  }),
  [`GET ${api}/p1/installations`]: () => ({
    total: 2,
    installations: [installation('i1'), installation('i2', { comment: '', content_pack_revision: 2, entities: [] })],
  }),
  [`GET ${api}/p1/installations/i1/uninstall_details`]: () => ({
    entities: [installed('s1', 'Web'), installed('s2', hostile)],
    kept: [installed('g1', 'CLASH')],
    changed: ['s1'],
  }),
  [`GET ${api}/p1/installations/i2/uninstall_details`]: () => ({ entities: [installed('s1', 'Web')] }),
  [`DELETE ${api}/p1/installations/*`]: () => ({
    content_pack: p1[1],
    uninstalled: {
      entities: [installed('s2', 'Mail')],
      failed_entities: [installed('s3', 'Stuck')],
      skipped_entities: [],
      failures: {},
    },
  }),
  // Cast: the console sends this form of body.
  [`POST ${api}/p1/2/installations/dry_run`]: ({ body }) => dryRun(JSON.parse(body ?? '{}') as Asked),
  [`POST ${api}/p1/2/installations`]: () => installation('i3'),
  [`PUT ${api}/p1/installations/i1`]: () => installation('i1', { content_pack_revision: 2 }),
  [`POST ${api}`]: ({ body }) => {
    const { id = 'new', name = 'new' } = JSON.parse(body ?? '{}') as { id?: string; name?: string };
    return { id, rev: 1, name, warnings: [] };
  },
  'GET /system/catalog': () => ({
    entities: [
      excerpt('stream', 's', 'Web'),
      excerpt('stream', 's7', hostile),
      excerpt('grok_pattern', 'g', 'CLASH'),
      excerpt('dashboard', 'd', 'Board'),
    ],
  }),
  'POST /system/catalog': () => ({ entities: [stream, dashboard] }),
}));

const rights = ['contentpack:create', 'contentpack:install:p1', 'contentpack:uninstall:p1', 'contentpack:delete:p1'];
const missing = { [`GET ${api}/p1`]: () => new Response('{}', { status: 404 }) };
const noLibrary = { 'GET /system/content_pack_library': () => new Response('{}', { status: 404 }) };

recordedPages(admin, {
  file: 'content-packs.record.txt',
  stored,
  pages: [
    {
      route: '/system/contentpacks',
      base: ['contentpack:read'],
      permissions: [...rights, 'contentpack:install'],
      // The entry is a link that the browser would follow.
      skip: /<img|menuitem Download/,
      variants: {
        'no packs and no library': {
          [`GET ${api}/latest`]: () => ({ total: 0, content_packs: [], content_packs_metadata: {} }),
          ...noLibrary,
          'GET /system/provisioned': () => ({ objects: [] }),
        },
        'many packs': {
          [`GET ${api}/latest`]: () => ({
            total: 12,
            content_packs: Array.from({ length: 12 }, (_, index) => ({ ...plain, id: `m${index}`, name: `M${index}` })),
            content_packs_metadata: {},
          }),
        },
      },
    },
    {
      route: '/system/contentpacks/p1',
      skip: /menuitem Download|version 1|\(2\)$/i,
      base: ['contentpack:read'],
      permissions: rights,
      variants: {
        'no such pack': missing,
        'a pack without installations': {
          [`GET ${api}/p1/installations`]: () => ({ total: 0, installations: [] }),
          [`GET ${api}/p1`]: () => ({ content_pack_revisions: { 1: { ...plain, id: 'p1' } }, constraints_result: {} }),
        },
        'a server without a library': noLibrary,
      },
    },
    {
      route: '/system/contentpacks/p1/2/install',
      base: ['contentpack:install'],
      skip: /^button (Change|Reuse|Unchanged|Not|Skip|No )/,
      variants: {
        'no such pack': missing,
        'a server without dry runs': {
          [`POST ${api}/p1/2/installations/dry_run`]: () => new Response('{}', { status: 404 }),
        },
      },
    },
    {
      route: '/system/contentpacks/p1/2/install',
      ...{ state: 'with decisions', skip: /^(searchbox|button)/, submit: ['button Install 5 entities'] },
      values: { 'Title SHARE': '1.5', 'Title PORT': '515' },
    },
    {
      route: '/system/contentpacks/p1/2/install?installation=i1',
      ...{ state: 'with decisions', skip: /^(searchbox|button)/, submit: ['button Upgrade'] },
      values: { 'Title SHARE': '1.5', 'Title PORT': '515' },
    },
    {
      route: '/system/contentpacks/create',
      base: ['contentpack:create'],
      skip: /^(searchbox|button|checkbox .*(1 of 1|2 of 2))/,
      values: { 'URL (optional)': 'https://example.org/new' },
      variants: { 'an empty server': { 'GET /system/catalog': () => ({ entities: [] }) } },
    },
    {
      route: '/system/contentpacks/create',
      state: 'at the preview',
      first: [
        ...(['textbox Name', 'textbox Summary', 'textbox Vendor', 'checkbox Stream (0 of 2)'] as const),
        ...(['button Next', 'button Next'] as const),
      ],
      values: { Name: ' New ', Summary: 'about it', Vendor: 'me' },
      only: /^button Create/,
    },
    // A new version is the newest one even if it is based on an older version.
    { route: '/system/contentpacks/p1/1/edit', brief: true, only: /^$/ },
    {
      route: '/system/contentpacks/p1/2/edit',
      base: ['contentpack:create', 'contentpack:read'],
      skip: /^(searchbox|button (Parameters|Preview|Next))/,
      submit: ['button Next', 'button Next', 'button Create'],
      values: { 'URL (optional)': 'https://example.org/new' },
    },
    {
      route: '/system/contentpacks/p1/2/edit',
      state: 'at the parameters',
      first: ['button Next'],
      skip: /^button (Content|Parameters|Preview|Previous|Next|Cancel|Apply parameters$|.* \([34]\)|(Edit|Delete) \(2\))/,
      values: { 'Default value': 'true' },
    },
  ],
});

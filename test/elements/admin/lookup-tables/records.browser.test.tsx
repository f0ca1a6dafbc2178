/** Compares the pages of lookup tables, caches and data adapters, and the form of each type, with their records. */
import { lookupTablesPages } from '../../../../elements/admin/lookup-tables/pages.js';
import { adapterTypes } from '../../../../api/lookup/adapters/index.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import { lookupAnswers } from './lookup-world.js';
import stored from './lookup-tables.record.txt';

const at = '/system/lookuptables';
const base = ['lookuptables:read'];
const api = '/system/lookup';
const admin = administration(lookupTablesPages, lookupAnswers);
const others = / (<img.*|Owners|Rows|Bare|File.*)$/;

recordedPages(admin, {
  file: 'lookup-tables.record.txt',
  stored,
  pages: [
    {
      route: at,
      base,
      permissions: ['lookuptables:create', 'lookuptables:edit:t1', 'lookuptables:delete:t1'],
      skip: others,
    },
    {
      route: `${at}/caches`,
      base,
      permissions: ['lookuptables:create', 'lookuptables:edit:c1', 'lookuptables:delete:c1'],
      skip: others,
    },
    {
      route: `${at}/data_adapters`,
      base,
      permissions: ['lookuptables:create', 'lookuptables:edit:a1', 'lookuptables:delete:a1'],
      skip: / (?!Owners$)\S+$/,
    },
    {
      route: `${at}/create`,
      base: [...base, 'lookuptables:create'],
      values: { 'Default single value': '9007199254740993', 'Default multi value': '{"a":9007199254740993}' },
      skip: /^combobox Type of the value/,
    },
    { route: `${at}/caches/create`, base: [...base, 'lookuptables:create'] },
    {
      route: `${at}/caches/create`,
      state: 'in memory',
      brief: true,
      values: { 'Cache Type': 'guava_cache' },
      first: ['combobox Cache Type'],
      skip: /^(combobox Cache Type|button Cancel)$/,
    },
    { route: `${at}/data_adapters/create`, base: [...base, 'lookuptables:create'] },
    {
      route: `${at}/data_adapters/create`,
      state: 'from a CSV file',
      brief: true,
      values: { 'Data Adapter Type': 'csvfile', Separator: ';', 'Quote character': "'" },
      first: ['combobox Data Adapter Type'],
      skip: /^(combobox Data Adapter Type|button Cancel)$/,
    },
    {
      route: `${at}/table/teams`,
      base,
      permissions: ['lookuptables:edit:t1', 'lookuptables:edit:a2'],
      values: { 'Key of the new row': 'new' },
      only: /^(button|textbox (Find|Key)|checkbox Select (all|ledger)|textbox .* ledger$)(?!.*(Look up|mail|<img|List of))/,
      variants: {
        'without rows': {
          [`GET ${api}/adapters/a2/rows`]: () => ({
            revision: 1,
            columns: [{ name: 'team', type: 'text' }],
            total: 0,
            all: 0,
            rows: [],
          }),
        },
        'with a use that only others may see': { [`GET ${api}/tables/t1/uses`]: () => ({ uses: [], hidden: 1 }) },
        'without uses': { [`GET ${api}/tables/t1/uses`]: () => ({ uses: [], hidden: 0 }) },
      },
    },
    {
      route: `${at}/table/teams`,
      state: 'after a lookup',
      brief: true,
      values: { Key: 'ledger' },
      first: ['textbox Key', 'button Look up'],
      only: /^button (Look up without cache|Purge this key)$/,
      variants: {
        'that missed the cache': {
          [`GET ${api}/tables/t1/explain`]: () => ({
            result: { single_value: null, multi_value: null, string_list_value: null, has_error: false, ttl: 1 },
            cache: { title: 'Memory', type: 'guava_cache', hit: false, age_ms: null, left_ms: null, entries: 1 },
            adapter: { title: 'Rows', asked: true, error: 'Away.' },
            defaults: ['single', 'multi'],
            took_us: 1_200.4,
            adapter_us: 900.4,
          }),
        },
        'without a cache': {
          [`GET ${api}/tables/t1/explain`]: () => ({
            result: { single_value: 7, multi_value: null, string_list_value: ['a'], has_error: true, ttl: 1 },
            cache: { title: 'None', type: 'none', hit: false, age_ms: null, left_ms: null, entries: null },
            adapter: { title: 'Rows', asked: true, error: null },
            defaults: ['single'],
            took_us: 2_000_000,
            adapter_us: null,
          }),
        },
        'that fails': { [`GET ${api}/tables/t1/explain`]: () => new Response('{}', { status: 500 }) },
      },
    },
    {
      route: `${at}/table/teams`,
      state: 'with a pasted file',
      brief: true,
      values: { Quotes: "'", 'Paste CSV, or choose a file': 'key,team\na,x\na,y\n' },
      first: ['button Import CSV', 'textbox Paste CSV, or choose a file'],
      only: /^(radio|button (Import \d.*|Cancel)|combobox Separator|checkbox (First|Delete)|textbox Quotes)/,
    },
    { route: `${at}/table/bare`, brief: true, only: /^$/ },
    { route: `${at}/table/gone`, brief: true, only: /^$/ },
    { route: `${at}/caches/memory`, base, permissions: ['lookuptables:edit:c1'] },
    { route: `${at}/caches/none`, brief: true, only: /^$/ },
    {
      route: `${at}/data_adapter/owners`,
      base,
      permissions: ['lookuptables:edit:a1'],
      values: { Key: '10.0.0.1' },
    },
    { route: `${at}/data_adapter/rows`, brief: true, only: /^$/ },
    {
      route: `${at}/table/teams/edit`,
      base,
      permissions: ['lookuptables:edit:t1'],
      values: { 'Default single value': '8', 'Default multi value': '{"a":1}' },
      skip: /^combobox Type of the value/,
    },
    { route: `${at}/caches/memory/edit`, base, permissions: ['lookuptables:edit:c1'] },
    {
      route: `${at}/data_adapter/owners/edit`,
      base,
      permissions: ['lookuptables:edit:a1'],
      values: { Separator: ';', 'Quote character': "'" },
    },
    ...adapterTypes
      .filter(({ type }) => type !== 'csvfile')
      .flatMap(({ type }) => [
        { route: `${at}/data_adapter/${type}`, brief: true, only: /^$/ },
        {
          route: `${at}/data_adapter/${type}/edit`,
          brief: true,
          skip: /^(textbox (Title|Description.*|Name)|button Cancel|.*error.*)$/i,
          values: {
            'Single value JSONPath': '$.b',
            'Multi value JSONPath': '$.c',
            URL: 'https://example.org/${key}',
            Separator: ';',
            'Quote character': "'",
          },
        },
      ]),
  ],
});

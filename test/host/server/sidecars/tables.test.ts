// Templates of collectors, assignment rules and details of nodes have the stored results (`tables.txt`).
import { test } from 'node:test';
import { parseTemplate } from '../../../../api/sidecar-template/parse.js';
import {
  compareVersions,
  matchesWildcards,
  parseAssignmentRule,
} from '../../../../host/server/sidecars/assignment-rule.js';
import { etagOf, sentEtag } from '../../../../host/server/sidecars/etag.js';
import { detailsBytes, nodeDetails, tagsOf } from '../../../../host/server/sidecars/node-details.js';
import { newState, reported, silentStatus, truthfulState } from '../../../../host/server/sidecars/node-state.js';
import { builtIns } from '../../../../host/server/sidecars/template/built-ins.js';
import { renderTemplate } from '../../../../host/server/sidecars/template/render.js';
import { compareTable, rowsOf, type Row } from '../recorded-table.js';

const values = {
  text: 'aBc',
  list: ['x', 'y', 'x'],
  none: [],
  numbers: [3, 4],
  map: { a: 1, 'b-c': 'd', deep: { e: true } },
  empty: {},
  yes: true,
  n: 7,
  blank: '',
  long: 'x'.repeat(400_000),
  many: Array.from({ length: 101 }, (_, at) => at),
};
const render = (source: string): string => renderTemplate(source, parseTemplate(source), values);
const targets = ['text', 'list', 'none', 'numbers', 'map', 'empty', 'yes', 'n', 'blank'];
const given = ['', '()', '("x")', '("a", "b")', '(",", "-", ";")', '("a", "b", "c", "d")', '("")', '(3)'];

const expressions = [
  ...['<', '>', '<=', '>=', 'lt', 'lte', 'gt', 'gte'].flatMap((sign) =>
    [6, 7, 8].map((number) => `(n ${sign} ${number})?c`),
  ),
  ...['n + 1', 'n - 1', 'n * 2', 'n / 2', 'n % 4', 'n / 0', 'n % 0', '-n', '-text', '1 / 3', '0.1 + 0.2'],
  ...['text + n', 'text + yes', 'list + numbers', '(list + numbers)?size', 'text + list', 'map + map', 'n + text'],
  ...['(text == "aBc")?c', '(text != "aBc")?c', '(n == 7)?c', '(n == text)?c', '(list == list)?c', '(yes == true)?c'],
  ...['(yes && false)?c', '(yes || missing)?c', '(false || yes)?c', '(!yes)?c', '(!text)?c', '(text && yes)?c'],
  ...[
    'list[0]',
    'list[3]',
    'list[3]!"none"',
    'list["a"]',
    'map["b-c"]',
    'map[0]',
    'map.deep.e?c',
    'map.none',
    'map.a.b',
  ],
  ...[
    'map.none!"usual"',
    'map.none.deep!"usual"',
    '(map.none.deep)!"usual"',
    '(map.none.deep)!',
    'missing',
    'missing!',
    'text.a',
  ],
  ...['(map.none)???c', '(map.a)???c', '(missing.deep)???c', 'map["no name"]', 'map[text]', '(1)', '(missing)'],
  ...[
    'text?none',
    'text?eval',
    'text?interpret',
    'n?index',
    'text?index',
    'map.none?has_content?c',
    'missing?upper_case',
  ],
  ...['long + long + long', 'long?upper_case?length', 'long?replace("x", "yyyyyyyyy")?length', 'long?split("x")?size'],
  ...[
    'long?length + long?length',
    'text',
    'list',
    'yes',
    'map',
    'none',
    '"4"?number',
    '"x"?number',
    '" 4e2 "?number',
    '"4."?number',
  ],
];
const documents = [
  '<#list list as i>${i}${i?index}${i?has_next?c};</#list>${i!"gone"}',
  '<#assign i = "kept"><#list list as i>${i}</#list>${i}',
  '<#list list as a><#list numbers as b>${a}${b}${a?index}${b?index} </#list></#list>',
  '<#list text as a></#list>',
  '<#list many as a><#list many as b></#list></#list>',
  '<#list many as a>${a}<#sep>,</#list>',
  '<#if text>x</#if>',
  '<#if n>x</#if>',
  '<#if missing>x</#if>',
  '<@indent count=100>a\nb</@indent>',
  '<@indent count=101>a\nb</@indent>',
  '<@indent count=-1>a</@indent>',
  '<@indent count=1.5>a</@indent>',
  '<@indent count="1">a</@indent>',
  '<#list many as a>${long}</#list>',
  'a\r\n<#if yes>\r\nb\r\n</#if>\r\n',
  '<#assign x = n + 1>${x}<#assign x = x + 1>${x}',
];
const nodes = {
  linux: { os: 'linux', name: 'web-01', version: '1.5.0', ip: '10.1.2.3', tags: ['web'] },
};

test('templates of collectors have the stored results and errors', async () => {
  await compareTable('sidecars/tables-templates.txt', {
    'built-ins': Object.keys(builtIns).flatMap((name) =>
      targets.map((target): Row => [
        `${target}?${name}`,
        () =>
          given
            .map((args) => {
              try {
                return render(`\${(${target}?${name}${args})?c!"?"}`).trim();
              } catch {
                try {
                  return `[${render(`<#list ${target}?${name}${args} as i>\${i} </#list>`).trim()}]`;
                } catch (error) {
                  return String(error)
                    .replace(/^.*?: /, '')
                    .slice(0, 70);
                }
              }
            })
            .filter((text, at, all) => all.indexOf(text) === at),
      ]),
    ),
    expressions: rowsOf(expressions, (expression) => render(`\${${expression}}`)),
    documents: rowsOf(documents, render),
  });
});

const minute = 60_000;
test('assignment rules, versions, states and details of nodes have the stored results', async () => {
  const rule = (text: string) => {
    const { os, name, version, ip, tags } = nodes.linux;
    // Cast: the matcher reads only facts about the node; the names of all forms are given.
    const node = { os, name, version, ip, tags, operatingSystem: os, nodeName: name, id: 'id-1' } as never;
    return parseAssignmentRule(text)(node);
  };
  const state = (over: object = {}) => ({ ...newState(0, 0), ...over });
  const status = (code: number, message = 'm') => ({ status: code, message, collectors: [] });
  const terms = (count: number) => Array.from({ length: count }, (_, at) => `name:n${at}`).join(' or ');
  const details = (over: object) => nodeDetails({ operating_system: 'Linux', ip: '10.1.2.3', ...over } as never);
  const files = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      path: `/f${at}`,
      mod_time: '2024-01-01T00:00:00.000Z',
      size: 1,
      is_dir: false,
    }));
  await compareTable('sidecars/tables-nodes.txt', {
    versions: rowsOf(
      [
        ['1.5.0', '1.5.0'],
        ['1.5', '1.5.0'],
        ['1.10.0', '1.9.9'],
        ['1.5.0', '1.5.1'],
        ['2', '10'],
        ['1.5.0-rc.1', '1.5.0'],
        ['x', '1'],
        ['', ''],
      ] as const,
      ([a, b]) => Math.sign(compareVersions(a, b)),
    ),
    wildcards: rowsOf(
      [
        ['web-01', 'web-*'],
        ['web-01', '*-01'],
        ['web-01', 'w*1'],
        ['web-01', 'web-0?'],
        ['web-01', 'WEB-01'],
        ['web-01', 'web'],
        ['web-01', '*'],
        ['web-01', 'w*x*1'],
        ['a', '**a**'],
        ['', '*'],
        ['aab', 'a*ab'],
        ['a.b', 'a?b'],
      ] as const,
      ([text, pattern]) => matchesWildcards(text, pattern),
    ),
    rules: rowsOf(
      [
        '',
        'os:linux',
        'os:windows',
        'not os:windows',
        'os:linux and name:web-*',
        'os:linux and name:db-*',
        'os:windows or tag:web',
        'os:windows or (tag:db or ip:10.0.0.0/8)',
        '(os:linux',
        'os:linux)',
        'os:',
        'none:x',
        'version>=1.5.0',
        'version<1.5.0',
        'version:1.5.0',
        'ip:10.1.2.3',
        'ip:11.0.0.0/8',
        'and',
        'os:linux os:windows',
      ],
      rule,
    ),
    'terms of a rule': [49, 50, 51].map((count): Row => [String(count), () => rule(terms(count))]),
    'states of reports': [
      [0, 1],
      [0, 2],
      [2, 0],
      [2, 2],
      [1, 3],
    ].map(([from = 0, to = 0]): Row => [
      `${from} then ${to}`,
      () => {
        const changed = newState(from as 0, 0);
        reported(changed, to as 0, 0, 10 * minute, 20 * minute);
        return truthfulState(changed, 10 * minute, 11 * minute, 20 * minute);
      },
    ]),
    'truthful states': [9, 10, 11, 60, 2_000].map((minutes): Row => [
      `silent for ${minutes} minutes`,
      () => truthfulState(state(), 0, minutes * minute, 10 * minute),
    ]),
    'silent nodes': rowsOf([null, status(0), status(2), status(3, '')], (one) => silentStatus(one as never)),
    details: rowsOf<object>(
      [
        {},
        { ip: null },
        { operating_system: 'x'.repeat(300) },
        { tags: [' a ', 'a', '', 'x'.repeat(300), 1] },
        { tags: 'a' },
        { metrics: { disks_75: ['/ (80%)', 1], cpu_idle: 'x', load_1: 1 } },
        { metrics: null },
        { status: { status: 9, message: 'm', collectors: null } },
        {
          status: {
            status: 0,
            message: 'x'.repeat(20_000),
            collectors: [{ collector_id: 'c', status: 0, message: 'm', verbose_message: 'v' }],
          },
        },
        { status: null, log_file_list: null },
        { log_file_list: [{ path: 1 }] },
        { log_file_list: [{ path: '/a', mod_time: 'x', size: -1, is_dir: 'x' }] },
      ],
      details,
    ),
    'many files': [1_000, 1_001, 10_001].map((count): Row => [
      String(count),
      () => [
        details({ log_file_list: files(count) }).log_file_list?.length,
        detailsBytes(details({ log_file_list: files(count) })),
      ],
    ]),
    tags: rowsOf<unknown>([['b', 'a', 'b'], null, 'a', Array.from({ length: 200 }, (_, at) => `t${at}`)], (tags) => [
      tagsOf(tags).length,
      tagsOf(tags)[0],
    ]),
    etags: [
      ['same answers', () => etagOf({ a: 1 }) === etagOf({ a: 1 })],
      ['other answers', () => etagOf({ a: 1 }) === etagOf({ a: 2 })],
      ['sent', () => [sentEtag('"x"'), sentEtag(['W/"y"', 'z']), sentEtag(undefined), sentEtag('W/"w"')]],
    ],
  });
});

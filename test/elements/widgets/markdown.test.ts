import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  longestText,
  parseMarkdown,
  safeHref,
  withTexts,
  type Block,
  type Inline,
} from '../../../elements/widgets/text/markdown.js';
import { outlined } from '../../../elements/widgets/text/outline.js';
import { cpuMs } from '../../cpu-ms.js';

const text = (value: string): Inline => ({ kind: 'text', text: value });
const paragraph = (...children: Inline[]): Block => ({ kind: 'paragraph', children });

const cases: readonly (readonly [name: string, source: string, blocks: readonly Block[]])[] = [
  ['nothing', ' \n\n', []],
  ['paragraphs and soft breaks', 'a\nb\n\nc', [paragraph(text('a b')), paragraph(text('c'))]],
  ['hard breaks', 'a  \nb\\\nc', [paragraph(text('a'), { kind: 'break' }, text('b'), { kind: 'break' }, text('c'))]],
  [
    'headings',
    '# A #\n###### B\n####### C',
    [
      { kind: 'heading', level: 1, children: [text('A')] },
      { kind: 'heading', level: 6, children: [text('B')] },
      paragraph(text('####### C')),
    ],
  ],
  [
    'emphasis',
    '**a** *b* ~~c~~ __d__ snake_case_name 2 * 3',
    [
      paragraph(
        { kind: 'strong', children: [text('a')] },
        text(' '),
        { kind: 'emphasis', children: [text('b')] },
        text(' '),
        { kind: 'strike', children: [text('c')] },
        text(' '),
        { kind: 'strong', children: [text('d')] },
        text(' snake_case_name 2 * 3'),
      ),
    ],
  ],
  [
    'code is left alone',
    '`**a**` and ``b`c``',
    [paragraph({ kind: 'code', text: '**a**' }, text(' and '), { kind: 'code', text: 'b`c' })],
  ],
  [
    'fences, also without an end',
    '```sh\n# no *heading*\n```\n~~~\nopen',
    [
      { kind: 'code', text: '# no *heading*' },
      { kind: 'code', text: 'open' },
    ],
  ],
  [
    'lists, nested and numbered',
    '- a\n  - b\n- c\n\n3. d\n4. e',
    [
      {
        kind: 'list',
        start: undefined,
        items: [
          [paragraph(text('a')), { kind: 'list', start: undefined, items: [[paragraph(text('b'))]] }],
          [paragraph(text('c'))],
        ],
      },
      { kind: 'list', start: 3, items: [[paragraph(text('d'))], [paragraph(text('e'))]] },
    ],
  ],
  ['quotes and rules', '> a\n> b\n\n---', [{ kind: 'quote', children: [paragraph(text('a b'))] }, { kind: 'rule' }]],
  [
    'tables',
    '| a | b |\n|---|--:|\n| 1 | x\\|y |\n| 2 |',
    [
      {
        kind: 'table',
        align: [undefined, 'right'],
        head: [[text('a')], [text('b')]],
        rows: [
          [[text('1')], [text('x|y')]],
          [[text('2')], []],
        ],
      },
    ],
  ],
  [
    'links',
    '[a *b*](https://x.org/y "t") <https://z.org> see https://w.org/p.',
    [
      paragraph(
        { kind: 'link', href: 'https://x.org/y', children: [text('a *b*')] },
        text(' '),
        { kind: 'link', href: 'https://z.org', children: [text('https://z.org')] },
        text(' see '),
        { kind: 'link', href: 'https://w.org/p', children: [text('https://w.org/p')] },
        text('.'),
      ),
    ],
  ],
  [
    'images are links',
    '![chart](https://x.org/a.png)',
    [paragraph({ kind: 'link', href: 'https://x.org/a.png', children: [text('chart')] })],
  ],
  [
    'unsafe addresses and HTML stay text',
    '[x](javascript:alert(1)) <img src=x onerror=alert(1)>',
    [paragraph(text('[x](javascript:alert(1)) <img src=x onerror=alert(1)>'))],
  ],
  ['closing tags stay text', 'a <b>bold</b> b', [paragraph(text('a <b>bold</b> b'))]],
  ['escapes', '\\*a\\* \\<b>', [paragraph(text('*a* <b>'))]],
];
for (const [name, source, blocks] of cases) {
  test(`markdown is rendered as expected: ${name}`, () => assert.deepEqual(parseMarkdown(source), blocks));
}

test('only web and mail addresses become links', () => {
  for (const good of ['https://a.org', 'HTTP://a.org/b', '/search?q=a', 'mailto:a@b.org'])
    assert.ok(safeHref(good), good);
  for (const bad of [
    'javascript:alert(1)',
    ' JaVaScRiPt:x',
    'data:text/html,x',
    '//evil.org',
    '/\\evil.org',
    'vbscript:x',
    'https://',
    'file:///etc',
    'java\nscript:x',
  ])
    assert.equal(safeHref(bad), undefined, bad);
});

test('the Markdown parser parses hostile texts quickly', () => {
  const hostile = [
    '*',
    '**',
    '_',
    '[',
    '`',
    '![',
    '<',
    '> ',
    '- ',
    '|',
    '](',
    '~~',
    '`'.repeat(31) + ' ',
    'http://',
    '# ',
    '1. ',
    '\\',
  ];
  const started = cpuMs();
  for (const piece of hostile) parseMarkdown(piece.repeat(longestText / piece.length));
  for (const piece of hostile) parseMarkdown(`${piece}\n`.repeat(longestText / (piece.length + 1)));
  for (const piece of ['> ', '- ']) parseMarkdown(piece.repeat(5_000) + 'deep');
  assert.ok(cpuMs() - started < 5_000, `parsing took ${cpuMs() - started} ms of CPU time`);
});

test('texts between the marks can be changed; addresses stay, and changed texts never act as marks', () => {
  const parsed = parseMarkdown('# Of $host$\n\n- **$host$** [$host$](https://h.test/$host$) `$host$`');
  const changed = withTexts(parsed, (text) => text.replaceAll('$host$', '*a*'));
  const wanted = JSON.stringify(parsed)
    .replaceAll('"text":"$host$"', '"text":"*a*"')
    .replace('"text":"Of $host$"', '"text":"Of *a*"');
  assert.deepEqual(JSON.parse(JSON.stringify(changed)), JSON.parse(wanted));
  assert.match(JSON.stringify(changed), /https:\/\/h\.test\/\$host\$/);
});

test('headings have the levels of an outline without gaps', () => {
  const levelsOf = (source: string) =>
    outlined(parseMarkdown(source)).flatMap((block) => (block.kind === 'heading' ? [block.level] : []));
  const cases: readonly (readonly [written: string, levels: readonly number[]])[] = [
    ['## a\n\n## b', [1, 1]],
    ['# a\n\n### b\n\n### c\n\n## d', [1, 2, 2, 2]],
    ['### a\n\n# b\n\n## c', [1, 1, 2]],
    ['# a\n\n## b\n\n### c', [1, 2, 3]],
  ];
  for (const [written, levels] of cases) assert.deepEqual(levelsOf(written), levels, written);
});

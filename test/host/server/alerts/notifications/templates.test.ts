// Tests the rendering of templates of notifications, the positions of errors, and the limits for hostile templates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  longestTemplate,
  parseTemplate,
  TemplateError,
  templateProblem,
} from '../../../../../host/server/alerts/notifications/templates/parse.js';
import {
  longestText,
  renderTemplate,
  type RenderOptions,
} from '../../../../../host/server/alerts/notifications/templates/render.js';
import { cpuMs } from '../../../../cpu-ms.js';

const model = {
  event_definition_title: 'Too many errors',
  event: {
    message: 'a <b> & "c"',
    key: null,
    priority: 2,
    alert: true,
    fields: { user: 'ann', 'http.status': '500', empty: '' },
    source_streams: ['one', 'two'],
  },
  backlog: [
    { message: 'first', fields: { code: 1 } },
    { message: 'second', fields: { code: 2 } },
  ],
  nothing: [],
};
const rendered = (text: string, options?: RenderOptions): string =>
  renderTemplate(parseTemplate(text), model, options).text;

const examples: readonly (readonly [template: string, text: string])[] = [
  ['plain text', 'plain text'],
  ['', ''],
  ['${event_definition_title}: ${ event.message }', 'Too many errors: a <b> & "c"'],
  ['[${event.nosuch}${nosuch.at.all}${event.key}]', '[]'],
  ['${<i>,event.fields.user,</i>}${<i>,event.key,</i>}', '<i>ann</i>'],
  ['${event.fields.user;string(uppercase)} ${event.key(none);date(yyyy)}', 'ann none'],
  ['${if event.priority=2}normal${else}other${end}', 'normal'],
  ['${event.key(no key)} ${event.priority(none)}', 'no key 2'],
  ['${event.fields.http.status} ${event.fields.user}', '500 ann'],
  ['${backlog[1].message} ${backlog[7].message(none)}', 'second none'],
  ['${event.source_streams}', 'one, two'],
  ['${event.fields}', 'user=ann, http.status=500, empty='],
  ['${if event.alert}alert${else}event${end}', 'alert'],
  ['${if event.key}key${end}|${if !event.key}no key${end}', '|no key'],
  ['${if nothing}some${else}none${end} ${if backlog}some${end} ${if event.fields.empty}some${end}', 'none some '],
  ["${if event.fields.user = 'ann'}yes${end}${if event.fields.user='bob'}no${end}", 'yes'],
  ['${if !event.fields.user = "bob"}not bob${end}', 'not bob'],
  ['${foreach backlog line}${line.message}=${line.fields.code};${end}', 'first=1;second=2;'],
  ['${foreach backlog line , }${line.message}${end}', 'first, second'],
  ['${foreach event.fields field}${field.key}:${field.value} ${end}', 'user:ann http.status:500 empty: '],
  ['${foreach backlog m}${if first_m}>${end}${index_m}${if !last_m},${end}${if odd_m}!${end}${end}', '>0,1!'],
  [
    '${foreach backlog a}${foreach event.source_streams b}${a.message}/${b} ${end}${end}',
    'first/one first/two second/one second/two ',
  ],
  ['${foreach backlog event}${event.message} ${end}${event.priority}', 'first second 2'],
  ['${foreach nothing a}x${end}${foreach event.priority a}x${end}', ''],
  ['${-- said to nobody}a', 'a'],
  ['\\${event.message} \\\\ \\{ \\} \\$ C:\\dir $5 $ {x}', '${event.message} \\ { } $ C:\\dir $5 $ {x}'],
  ['a\\', 'a\\'],
];

for (const [template, text] of examples)
  test(`the template ${template} renders ${text}`, () => assert.equal(rendered(template), text));

test("a notification template escapes values for their context, but not the template's own text", () => {
  assert.equal(rendered('<p>${event.message}</p>', { escape: 'html' }), '<p>a &lt;b&gt; &amp; &quot;c&quot;</p>');
  assert.deepEqual(JSON.parse(rendered('{"text":"${event.message}"}', { escape: 'json' })), { text: 'a <b> & "c"' });
  assert.equal(rendered('m=${event.message}', { escape: 'url' }), 'm=a%20%3Cb%3E%20%26%20%22c%22');
  assert.equal(renderTemplate(parseTemplate('${a}'), { a: '\ud800' }, { escape: 'url' }).text, '%EF%BF%BD');
});

const faults: readonly (readonly [template: string, line: number, column: number, reason: RegExp])[] = [
  ['a\nbc ${if event', 2, 4, /has no \}/],
  ['${if event.alert}x', 1, 1, /has no \$\{end\}/],
  ['x\n\n  ${end}', 3, 3, /no \$\{if\} or \$\{foreach\}/],
  ['${else}', 1, 1, /no \$\{if\}/],
  ['${foreach a b}${else}${end}', 1, 15, /no \$\{if\}/],
  ['${if a}1${else}2${else}3${end}', 1, 17, /no \$\{if\}/],
  ['${}', 1, 1, /a name is missing/],
  ['${a..b}', 1, 1, /no name/],
  ['${a.b()c}', 1, 1, /parenthesis/],
  ['${foreach backlog}${end}', 1, 1, /a list and a name/],
  ['${foreach backlog a.b}${end}', 1, 1, /cannot be the name/],
  ['${if }x${end}', 1, 1, /needs a name/],
  ["${if a = 'b}x${end}", 1, 1, /quotes/],
  ['${;upper}', 1, 1, /name is missing/],
  ['${' + 'a'.repeat(2000) + '}', 1, 1, /at most 1000/],
  ['${' + 'a.'.repeat(40) + 'a}', 1, 1, /at most 32 parts/],
  ['${if a}'.repeat(40), 1, 32 * 7 + 1, /at most 32 deep/],
];

for (const [template, line, column, reason] of faults) {
  test(`the template ${template.slice(0, 40)} is refused at line ${line}, column ${column}`, () => {
    const problem = templateProblem(template);
    assert.ok(problem instanceof TemplateError);
    assert.deepEqual([problem.line, problem.column], [line, column], problem.message);
    assert.match(problem.reason, reason);
  });
}

test('notification templates cannot name inherited properties', () => {
  for (const name of [
    '__proto__',
    'constructor',
    'constructor.constructor',
    'toString',
    'hasOwnProperty',
    'event.__proto__.x',
    'event.message.length',
    'event.message.constructor',
    'backlog.length',
    'backlog.map',
    'backlog[0].constructor.name',
    'prototype',
    '__defineGetter__',
  ])
    assert.equal(rendered(`[\${${name}}\${if ${name}}is there\${end}]`), '[]', name);
  const own = JSON.parse('{"__proto__":{"a":"own"},"constructor":"a word"}') as Record<string, unknown>;
  assert.equal(renderTemplate(parseTemplate('${__proto__.a} ${constructor}'), own).text, 'own a word');
  assert.equal(rendered('${foreach backlog __proto__}${__proto__.message} ${end}'), 'first second ');
  assert.equal(({} as Record<string, unknown>)['message'], undefined);
});

test('a notification template bounds the text, without splitting a character', () => {
  assert.deepEqual(renderTemplate(parseTemplate('abcdef'), {}, { longest: 4 }), { text: 'abcd', cut: true });
  assert.deepEqual(renderTemplate(parseTemplate('${a}'), { a: 'ab😀' }, { longest: 3 }), { text: 'ab', cut: true });
  const long = renderTemplate(parseTemplate('${a}${a}'), { a: '<'.repeat(longestText) }, { escape: 'html' });
  assert.equal(long.text.length, longestText);
  assert.equal(long.cut, true);
});

/** Returns the shortest duration of several runs in milliseconds. */
function least(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const begun = cpuMs();
    work();
    return cpuMs() - begun;
  });
  return Math.min(...times);
}

test('nested loops of a notification template end after a number of steps', () => {
  const list = Array.from({ length: 1000 }, (_, index) => index);
  const nested = parseTemplate(`${'${foreach list i}'.repeat(10)}x${'${end}'.repeat(10)}`);
  const empty = parseTemplate(`${'${foreach list i}'.repeat(10)}${'${end}'.repeat(10)}`);
  for (const template of [nested, empty]) {
    // Without a limit of steps, a thousand elements in ten nested loops would not end in a lifetime.
    assert.equal(renderTemplate(template, { list }).cut, true);
  }
  let deep: unknown = 'x';
  for (let at = 0; at < 5000; at += 1) deep = [deep];
  assert.match(renderTemplate(parseTemplate('${a}'), { a: deep }).text, /…/);
});

test('the template parser parses or refuses hostile templates in linear time', () => {
  const size = longestTemplate;
  const hostile = [
    '${',
    '${a}',
    '\\',
    '$',
    '}',
    '${if a}',
    '${end}',
    '${if  =',
    '${-- ',
    'x',
    '\n',
    '${a(',
    '[',
    '${a[1',
  ];
  for (const piece of hostile) {
    const text = piece.repeat(Math.floor(size / piece.length));
    assert.ok(least(() => templateProblem(text)) < 1000, piece);
  }
  for (const text of ['${a}'.repeat(262_144), 'x'.repeat(1024 * 1024)])
    assert.match(templateProblem(text)?.reason ?? '', /at most 262144 characters/);
  const within = `\${if ${' '.repeat(900)}= 'x`;
  assert.ok(least(() => templateProblem(`${within}}`)) < 100);
});

/** Returns a function that returns the same random numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('the template parser parses any text or refuses it at a position within it; escaped text renders as itself', () => {
  const pieces = [
    '${',
    '}',
    '${if ',
    '${foreach ',
    '${else}',
    '${end}',
    'event',
    '.',
    'backlog',
    ' item',
    '[0]',
    '(',
    ')',
    '\\',
    '$',
    '\n',
    "='a'",
    '!',
    'é😀',
    '--',
    ' ',
    '__proto__',
  ];
  const next = numbers(20_260);
  let [read, refused] = [0, 0];
  for (let round = 0; round < 20_000; round += 1) {
    const length = 1 + Math.floor(next() * 12);
    const text = Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join('');
    const problem = templateProblem(text);
    if (problem) {
      refused += 1;
      const lines = text.split('\n');
      assert.ok(problem.line >= 1 && problem.line <= lines.length, text);
      assert.ok(problem.column >= 1 && problem.column <= (lines[problem.line - 1]?.length ?? 0) + 1, text);
    } else {
      read += 1;
      const once = rendered(text);
      assert.equal(rendered(text), once);
      assert.ok(!once.includes('[object'), text);
      assert.ok(!once.includes('native code'), text);
    }
    assert.equal(rendered(text.replace(/[\\${}]/g, '\\$&')), text);
  }
  assert.ok(read > 1000 && refused > 1000, `${read} were read, ${refused} refused`);
});

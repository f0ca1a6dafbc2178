import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HighlightingRule } from '../../../api/contract/views.schema.js';
import { isLevelField } from '../../../api/level-field.js';
import { findPattern, foundRanges } from '../../../elements/widgets/values/find.js';
import { ansiSpans, withoutAnsi } from '../../../elements/widgets/values/ansi.js';
import { markColors } from '../../../elements/kit/color-contrast.js';
import { markOf } from '../../../elements/widgets/values/highlighting.js';
import { levelLabel, levelOf } from '../../../elements/widgets/values/level.js';
import { linkParts, safeHref } from '../../../elements/widgets/values/links.js';
import { frameParts } from '../../../elements/widgets/values/stack-frames.js';
import { textSegments } from '../../../elements/widgets/values/text-segments.js';
import { shortText } from '../../../elements/kit/short-text.js';
import { displayText, kindOf, rawText } from '../../../elements/widgets/values/value-text.js';
import { untyped } from '../../untyped.js';

describe('levels', () => {
  for (const [value, level, label] of [
    [3, 'error', 'error (3)'],
    ['3', 'error', 'error (3)'],
    [7n, 'debug', 'debug (7)'],
    [8, undefined, '8'],
    [-1, undefined, '-1'],
    [3.5, undefined, '3.5'],
    ['WARN', 'warning', 'WARN'],
    [' Fatal ', 'critical', ' Fatal '],
    ['Error (3)', 'error', 'Error (3)'],
    ['constructor', undefined, 'constructor'],
    ['__proto__', undefined, '__proto__'],
    [true, undefined, 'true'],
    [null, undefined, 'null'],
  ] as const) {
    it(`the ${typeof value} ${value} has the expected level`, () => {
      assert.equal(levelOf(value), level);
      assert.equal(levelLabel(value), label);
    });
  }
  it('recognises level fields', () =>
    assert.deepEqual(['level', 'log.level', 'severity', 'syslog_severity', 'levels', 'water_level'].map(isLevelField), [
      true,
      true,
      true,
      true,
      false,
      false,
    ]));
});

describe('ansiSpans', () => {
  for (const [text, expected] of [
    ['plain', [['plain', {}]]],
    ['', []],
    [
      '\u001b[31mred\u001b[0m rest',
      [
        ['red', { color: 'red' }],
        [' rest', {}],
      ],
    ],
    ['\u001b[1;4;92mx', [['x', { bold: true, underline: true, color: 'green' }]]],
    [
      '\u001b[38;5;9mx\u001b[39my',
      [
        ['x', { color: 'red' }],
        ['y', {}],
      ],
    ],
    ['\u001b[38;2;1;2;3mx', [['x', {}]]],
    ['\u001b[48;5;200;1mx', [['x', { bold: true }]]],
    [
      'a\u001b[2Kb\u001b]0;title\u0007c',
      [
        ['a', {}],
        ['b', {}],
        ['c', {}],
      ],
    ],
    ['\u001b[mx\u001b', [['x', {}]]],
  ] as const) {
    it(`the text ${JSON.stringify(text)} is split into its styled parts`, () => {
      const spans = ansiSpans(text);
      assert.deepEqual(
        spans.map((span) => [span.text, span.style]),
        expected,
      );
      assert.equal(withoutAnsi(text), spans.map((span) => span.text).join(''));
    });
  }
});

describe('links', () => {
  for (const [text, links] of [
    ['see https://a.example/x?y=1#z.', ['https://a.example/x?y=1#z']],
    ['(http://a.example/b_(c))', ['http://a.example/b_(c)']],
    ['mailto:me@a.example, http://b.example!', ['mailto:me@a.example', 'http://b.example']],
    ['javascript:alert(1) data:text/html,x vbscript:x file:///etc', []],
    ['xhttp://a.example', []],
    ['http://', []],
    ['<a href="http://a.example">x</a>', ['http://a.example']],
    ['HTTPS://A.example', ['HTTPS://A.example']],
  ] as const) {
    it(`finds ${links.length} links in ${text}`, () => {
      const parts = linkParts(text);
      assert.deepEqual(
        parts.filter((part) => part.href).map((part) => part.text),
        links,
      );
      assert.equal(parts.map((part) => part.text).join(''), text);
    });
  }
  it('rejects every other scheme in any spelling', () => {
    for (const bad of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<b>',
      'blob:x',
      '/x',
      '',
      5,
    ])
      assert.equal(safeHref(bad), undefined, String(bad));
    assert.equal(safeHref('https://a.example'), 'https://a.example/');
  });
});

describe('textSegments', () => {
  for (const [ranges, expected] of [
    [undefined, ['abcdef']],
    [[], ['abcdef']],
    [[{ start: 1, length: 2 }], ['a', '[bc]', 'def']],
    [
      [
        { start: 4, length: 9 },
        { start: 0, length: 1 },
      ],
      ['[a]', 'bcd', '[ef]'],
    ],
    [
      [
        { start: 0, length: 3 },
        { start: 2, length: 2 },
      ],
      ['[abcd]', 'ef'],
    ],
    [
      [
        { start: -5, length: 6 },
        { start: 50, length: 1 },
        { start: 2, length: 0 },
        { start: 3, length: -1 },
      ],
      ['[a]', 'bcdef'],
    ],
  ] as const) {
    it(`a text is split at the ranges ${JSON.stringify(ranges)}`, () =>
      assert.deepEqual(
        textSegments('abcdef', ranges).map((segment) => (segment.match ? `[${segment.text}]` : segment.text)),
        expected,
      ));
  }
});

describe('values', () => {
  for (const [value, type, kind, text] of [
    [undefined, undefined, 'absent', ''],
    [null, 'string', 'absent', ''],
    [' \n', 'string', 'empty', ' \n'],
    ['(Empty Value)', 'string', 'empty', '(Empty Value)'],
    ['x', 'string', 'text', 'x'],
    ['2026-11-20T18:44:51.902Z', 'date', 'date', '2026-11-20 19:44:51.902'],
    ['2026-11-20T18:44:51.902Z', 'string', 'text', '2026-11-20T18:44:51.902Z'],
    ['never', 'date', 'text', 'never'],
    [9007199254740993n, 'long', 'number', '9007199254740993'],
    [0, 'long', 'number', '0'],
    [1e21, 'double', 'number', '1e+21'],
    [false, 'boolean', 'boolean', 'false'],
    [{ a: [1n] }, 'string', 'json', '{"a":[1]}'],
    [['x', 1], 'string', 'json', '["x",1]'],
    [{ type: 'link', href: 'https://a.example' }, 'string', 'link', 'https://a.example'],
  ] as const) {
    it(`${rawText(value)} of type ${type} is displayed as expected`, () => {
      assert.equal(kindOf(value, type), kind);
      assert.equal(displayText(value, type, 'Europe/Berlin'), text);
    });
  }
  it('does not cut surrogate pairs', () => {
    assert.deepEqual(shortText('ab😀', 3), { text: 'ab', shortened: true });
    assert.deepEqual(shortText('ab😀', 4), { text: 'ab😀', shortened: false });
  });
});

describe('highlighting rules', () => {
  const rule = (value: unknown, color: HighlightingRule['color'] = '#880a16'): HighlightingRule => ({
    field: 'f',
    value,
    color,
  });
  it('the last matching rule determines the colours', () => {
    const rules = [rule('a', '#ffb5ae'), rule('a'), { ...rule('a', '#00ff00'), field: 'g' }];
    assert.deepEqual(markOf(rules, 'f', 'a'), markColors('#880a16'));
    assert.equal(markOf(rules, 'f', 'b'), undefined);
    assert.equal(markOf(undefined, 'f', 'a'), undefined);
  });
  it('compares objects as JSON, and links by their address', () => {
    assert.ok(markOf([rule('{"a":1}')], 'f', { a: 1 }));
    assert.ok(markOf([rule('https://x.example')], 'f', { type: 'a', href: 'https://x.example' }));
  });
  it('gradients show the position of the value, limited to their bounds', () => {
    const color = { type: 'gradient', gradient: 'Viridis', lower: 0, upper: 10 } as const;
    assert.deepEqual(
      [-5, 0, 10, 99].map((value) => markOf([{ ...rule('-99', color), condition: 'greater' }], 'f', value)),
      [
        { backgroundColor: '#440154', color: '#ffffff' },
        { backgroundColor: '#440154', color: '#ffffff' },
        { backgroundColor: '#fde725', color: '#000000' },
        { backgroundColor: '#fde725', color: '#000000' },
      ],
    );
  });
  it('reports an unknown kind of colour', () => {
    const odd = rule('a', untyped<HighlightingRule['color']>({ type: 'plaid' }));
    assert.throws(() => markOf([odd], 'f', 'a'), /^Error: Invalid highlighting color type: plaid$/);
  });
});

it('a text is split only at the frames of a stack trace', () => {
  const text =
    'at last: oops\n    at a.b.C.d(C.java:1)\n\tat x (/y.js:1:2)\nat q.R.s(R.java)\nCaused by: e\n  ... 12 more';
  const parts = frameParts(text);
  assert.equal(parts.map((part) => part.text).join(''), text);
  assert.deepEqual(
    parts.filter(({ frame }) => frame).map((part) => part.text),
    ['    at a.b.C.d(C.java:1)', '\tat x (/y.js:1:2)', 'at q.R.s(R.java)'],
  );
  for (const { text: part, start } of parts) assert.equal(text.slice(start, start + part.length), part);
  assert.deepEqual(frameParts(''), [{ text: '', frame: false, start: 0 }]);
});

it('the find bar finds each text of special characters literally, for example a host name with hyphens', () => {
  for (const needle of ['db-01', '/var/log', 'a.b', '[x]', '(', '\\', '^$', '{1}', '*', 'a|b', '+', '?']) {
    const pattern = findPattern(needle);
    assert.ok(pattern, needle);
    assert.deepEqual(
      foundRanges(`zz ${needle.toUpperCase()} zz`, pattern),
      [{ start: 3, length: needle.length }],
      needle,
    );
  }
  assert.equal(findPattern(''), undefined);
});

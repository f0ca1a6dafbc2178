import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Lines, parsePipeline, parseRule, type Expression } from '../../../api/pipeline-language/index.js';

/** Formats an expression with parentheses around every operator. */
function show(node: Expression): string {
  switch (node.kind) {
    case 'literal':
      return typeof node.value === 'bigint' ? `${node.value}L` : JSON.stringify(node.value);
    case 'variable':
      return node.name;
    case 'message':
      return '$';
    case 'field':
      return `$.${show(node.field)}`;
    case 'property':
      return `(${show(node.object)}).${node.name}`;
    case 'index':
      return `(${show(node.object)})[${show(node.index)}]`;
    case 'signed':
      return `(${node.isNegative ? '-' : '+'} ${show(node.operand)})`;
    case 'not':
      return `(not ${show(node.operand)})`;
    case 'binary':
      return `(${show(node.left)} ${node.operator} ${show(node.right)})`;
    case 'list':
      return `[${node.elements.map(show).join(', ')}]`;
    case 'map':
      return `{${node.entries.map(({ key, value }) => `${key}: ${show(value)}`).join(', ')}}`;
    case 'call':
      return `${node.name}(${(node.named?.map(({ name, value }) => `${name}: ${show(value)}`) ?? node.positional.map(show)).join(', ')})`;
  }
}

const inRule = (expression: string): string => `rule "r"\nwhen\n${expression}\nthen end`;

const expressions: readonly (readonly [source: string, shown: string])[] = [
  ['not a == b', '((not a) == b)'],
  ['!a and b or c', '(((not a) and b) or c)'],
  ['a || b && c == d', '(a or (b and (c == d)))'],
  ['a or b or c', '((a or b) or c)'],
  ['a && b && c', '((a and b) and c)'],
  ['1 + 2 * 3 - 4', '((1L + (2L * 3L)) - 4L)'],
  ['8 / 4 / 2 < 3', '(((8L / 4L) / 2L) < 3L)'],
  ['a == b < c', '(a == (b < c))'],
  ['-a.b * 2', '((- (a).b) * 2L)'],
  ['not -a', '(not (- a))'],
  ['5 - 3', '(5L - 3L)'],
  ['5--3', '(5L - -3L)'],
  ['(a or b) and c', '((a or b) and c)'],
  ['$message.a.b', '($.a).b'],
  ['$message.`a.b`["k"]', '($.a.b)["k"]'],
  ['$message.("a" + "b")', '$.("a" + "b")'],
  ['$message."a b"', '$."a b"'],
  ['$message.name(1).x', '($.name(1L)).x'],
  ['f()', 'f()'],
  ['f(1, [2, {}], /* here */ {a: 1, `b c`: g()})', 'f(1L, [2L, {}], {a: 1L, b c: g()})'],
  ['f(a: 1, b: "x") // more', 'f(a: 1L, b: "x")'],
  ['TRUE == true', '(TRUE == true)'],
  ['010', '10L'],
  ['1_000', '1000L'],
  ['-9223372036854775808', '-9223372036854775808L'],
  ['[1.0, 1., .5, 1e3, 1d, 1f, 1.5e-3D, -5.0]', '[1, 1, 0.5, 1000, 1, 1, 0.0015, -5]'],
  ['"a\\t\\"\\\\\\363\\u0041\'"', JSON.stringify('a\t"\\óA\'')],
  ['"two\nlines"', '"two\\nlines"'],
  ['AND_ And OR_', '(AND_ and OR_)'],
];

/** Invalid sources, each with line and column of the refused token. */
const refused: readonly (readonly [source: string, line: number, column: number, reason: RegExp])[] = [
  ['5-3', 3, 1, /sign directly before a number/],
  ['x -1', 3, 2, /sign directly before a number/],
  ['"\\s+"', 3, 1, /no escape \\s/],
  ["'x'", 3, 0, /double quotes/],
  ['9223372036854775808', 3, 0, /64 bits/],
  ['5L', 3, 1, /"L" is not expected here/],
  ['0x10', 3, 1, /"x10" is not expected/],
  ['$message.end', 3, 9, /reserved word/],
  ['$message.true', 3, 9, /"true" is not expected/],
  ['{rule: 1}', 3, 1, /reserved word/],
  ['{"a": 1}', 3, 1, /not expected/],
  ['f(a: 1, 2)', 3, 8, /not expected/],
  ['a = 1', 3, 2, /One equals sign/],
  ['`f`(1)', 3, 3, /not expected/],
  ['', 4, 0, /"then" is not expected here, after "when"/],
];

describe('the grammar of rules', () => {
  for (const [source, shown] of expressions)
    it(`parses the expression ${JSON.stringify(source)}`, () => {
      const parsed = parseRule(inRule(source));
      assert.equal(parsed.problem, undefined);
      assert.equal(parsed.problem === undefined && show(parsed.tree.condition), shown);
    });

  for (const [source, line, column, reason] of refused)
    it(`refuses ${JSON.stringify(source)} with the position of the error`, () => {
      const text = inRule(source);
      const { problem } = parseRule(text);
      assert.ok(problem);
      assert.deepEqual(new Lines(text).at(problem.from), { line, column });
      assert.match(problem.reason, reason);
    });

  it('names are kept raw, statements in order, and text after the first end is ignored', () => {
    const text = 'RULE "a\\"b" When true THEN ; let x = 1; f(x); END\n// more\nrule "c" when (';
    const parsed = parseRule(text);
    assert.equal(parsed.problem, undefined);
    if (parsed.problem) return;
    const { name, statements, rest } = parsed.tree;
    assert.equal(name, 'a\\"b');
    assert.deepEqual(
      statements.map(({ kind }) => kind),
      ['let', 'action'],
    );
    assert.equal(rest && text.slice(rest.from), 'rule "c" when (');
    const quiet = parseRule('rule "a" when true end // a comment is no text\n');
    assert.equal(quiet.problem === undefined && quiet.tree.rest, undefined);
  });

  it('a missing semicolon, a reserved variable and a premature end are reported', () => {
    assert.match(
      parseRule('rule "r" when true then f() end').problem?.reason ?? '',
      /semicolon is missing before "end"/,
    );
    assert.match(parseRule('rule "r" when true then let match = 1; end').problem?.reason ?? '', /reserved word/);
    assert.match(parseRule('rule "r" when true then').problem?.reason ?? '', /ends too early/);
    assert.match(parseRule('').problem?.reason ?? '', /empty/);
  });

  it('expressions that are nested too deeply or too long are refused in time', () => {
    assert.match(parseRule(inRule('('.repeat(2000) + 'a' + ')'.repeat(2000))).problem?.reason ?? '', /deeper than/);
    assert.match(
      parseRule(inRule(Array(1_500).fill('a == "some text"').join(' or '))).problem?.reason ?? '',
      /deeper than/,
    );
    assert.equal(parseRule(inRule(Array(900).fill('a == "some text"').join(' or\n'))).problem, undefined);
    assert.match(parseRule(inRule(Array(20_000).fill('a').join(' or '))).problem?.reason ?? '', /too many operators/);
    assert.match(parseRule(inRule('!'.repeat(50_000))).problem?.reason ?? '', /not expected|deeper than/);
  });
});

describe('the grammar of pipelines', () => {
  it('stages are parsed with their numbers, modes and rules', () => {
    const parsed = parsePipeline(
      'pipeline "p" stage -1 match all rule "a" rule "b"; STAGE 10 match Either stage 2 match pass end\n// bye',
    );
    assert.equal(parsed.problem, undefined);
    if (parsed.problem) return;
    assert.equal(parsed.tree.name, 'p');
    assert.deepEqual(
      parsed.tree.stages.map(({ number, match, rules }) => [number, match, rules.map(({ name }) => name)]),
      [
        [-1, 'all', ['a', 'b']],
        [10, 'either', []],
        [2, 'pass', []],
      ],
    );
  });

  const mistakes: readonly (readonly [string, RegExp])[] = [
    ['pipeline "p" end', /"end" is not expected/],
    ['pipeline "p" stage 0 match all end x', /Nothing may follow/],
    ['pipeline "p" stage 1.5 match all end', /whole number/],
    ['pipeline "p" stage 99999999999 match all end', /whole number of 32 bits/],
    ['pipeline "p" stage 2147483648 match all end', /whole number of 32 bits/],
    ['pipeline "p" stage -2147483649 match all end', /whole number of 32 bits/],
    ['during "p" stage 0 match all end', /begins with "pipeline"/],
    ['pipeline "p" stage 0 match most end', /"most" is not expected/],
  ];
  for (const number of [-2_147_483_648, 2_147_483_647])
    it(`accepts stage ${number}, a whole number of 32 bits`, () => {
      const parsed = parsePipeline(`pipeline "p" stage ${number} match all end`);
      assert.ok(parsed.problem === undefined);
      assert.deepEqual(
        parsed.tree.stages.map((stage) => stage.number),
        [number],
      );
    });
  for (const [source, reason] of mistakes)
    it(`refuses ${source}`, () => assert.match(parsePipeline(source).problem?.reason ?? '', reason));
});

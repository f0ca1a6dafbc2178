import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { QueryNode } from '../../../api/language/index.js';
import { leaves, parseQuery } from '../../../api/language/index.js';

/** Formats a tree in a short notation: `+` marks must, `-` mustNot, and no sign should. */
function show(node: QueryNode): string {
  const field = 'field' in node && node.field && node.kind !== 'exists' ? `${node.field.name}=` : '';
  switch (node.kind) {
    case 'boolean': {
      const sign = { must: '+', mustNot: '-', should: '' };
      return `(${node.clauses.map((clause) => sign[clause.occur] + show(clause.node)).join(' ')})`;
    }
    case 'term':
      return `${field}${node.value}${node.edits ? `~${node.edits}` : ''}`;
    case 'phrase':
      return `${field}"${node.value}"${node.slop ? `~${node.slop}` : ''}`;
    case 'wildcard':
      return `${field}<${node.parts.map((part) => (part === 'any' ? '*' : part === 'one' ? '?' : part.text)).join('|')}>`;
    case 'regexp':
      return `${field}/${node.pattern}/`;
    case 'range': {
      const lower = node.lower ? `${node.lower.inclusive ? '[' : '{'}${node.lower.value}` : '[*';
      const upper = node.upper ? `${node.upper.value}${node.upper.inclusive ? ']' : '}'}` : '*]';
      return `${field}${lower} ${upper}`;
    }
    case 'exists':
      return `exists(${node.field.name})`;
    case 'everything':
      return '*';
  }
}

function tree(text: string): string {
  const { ast, errors } = parseQuery(text);
  assert.deepEqual(errors, [], text);
  assert.ok(ast);
  return show(ast);
}

const trees: Record<string, [query: string, tree: string][]> = {
  'terms and fields': [
    ['', '*'],
    ['  ', '*'],
    ['*', '*'],
    ['*:*', '*'],
    ['foo', 'foo'],
    ['foo-bar+baz', 'foo-bar+baz'],
    ['level:3', 'level=3'],
    ['level : 3', 'level=3'],
    ['my\\ field:x', 'my field=x'],
    ['*:foo', 'foo'],
    ['f:(a b)', '(f=a f=b)'],
    ['f:(a AND g:b)', '(+f=a +g=b)'],
    ['ANDy OReo NOThing', '(ANDy OReo NOThing)'],
    ['\\AND', 'AND'],
    ['münchen 日本', '(münchen 日本)'],
    ['a\u3000b', '(a b)'],
  ],
  'mixed boolean operators': [
    ['a b', '(a b)'],
    ['a OR b', '(a b)'],
    ['a || b', '(a b)'],
    ['a AND b', '(+a +b)'],
    ['a && b', '(+a +b)'],
    ['a AND b OR c', '(+a +b c)'],
    ['a OR b AND c', '(a +b +c)'],
    ['a OR b AND NOT c', '(a +b -c)'],
    ['+a b -c', '(+a b -c)'],
    ['a AND b c', '(+a +b c)'],
    ['NOT a', '(-a)'],
    ['!a', '(-a)'],
    ['-a', '(-a)'],
    ['NOT a AND b', '(-a +b)'],
    ['a NOT b', '(a -b)'],
    ['a AND (b OR c)', '(+a +(b c))'],
    ['(a)', 'a'],
    ['((a))', 'a'],
    ['(-a)', '(-a)'],
    ['a AND +b', '(+a +b)'],
    ['a OR +b', '(a +b)'],
    ['a - b', '(a - b)'],
    ['-f:(a b)', '(-(f=a f=b))'],
  ],
  'phrases, slop, fuzziness, boosts': [
    ['"a b"', '"a b"'],
    ['f:"a b"~2', 'f="a b"~2'],
    ['"say \\"hi\\""', '"say "hi""'],
    ['"a\\\\b"', '"a\\b"'],
    ['a^2 "b c"^3.5 (d e)^0.5', '(a "b c" (d e))'],
    ['ab~ abcd~ abcdefg~', '(ab abcd~1 abcdefg~2)'],
    ['abc~1 abc~2 abc~9', '(abc~1 abc~2 abc~2)'],
    ['abcdefghij~0.8', 'abcdefghij~1'],
    ['abc~0', 'abc'],
    ['a~1^2', 'a~1'],
    ['"a"~1^2', '"a"~1'],
  ],
  'wildcards and regular expressions': [
    ['fo*', '<fo|*>'],
    ['f?o', '<f|?|o>'],
    ['*oo', '<*|oo>'],
    ['f:a*b?', 'f=<a|*|b|?>'],
    ['a**b', '<a|*|b>'],
    ['a\\*b', 'a*b'],
    ['a\\*b*', '<a*b|*>'],
    ['f:/jo.*n\\/x/', 'f=/jo.*n/x/'],
    ['/a b/', '/a b/'],
    ['f:*', 'exists(f)'],
    ['_exists_:f', 'exists(f)'],
    ['_exists_:"a b"', 'exists(a b)'],
    ['NOT _exists_:f', '(-exists(f))'],
    ['_exists_:(f g)', '(exists(f) exists(g))'],
  ],
  'ranges and comparisons': [
    ['n:[1 TO 5]', 'n=[1 5]'],
    ['n:{1 TO 5}', 'n={1 5}'],
    ['n:[1 TO 5}', 'n=[1 5}'],
    ['n:[* TO 5]', 'n=[* 5]'],
    ['n:{1 TO *}', 'n={1 *]'],
    ['t:["2024-03-01 10:00:00" TO "2024-03-02"]', 't=[2024-03-01 10:00:00 2024-03-02]'],
    ['t:[now-1h TO now]', 't=[now-1h now]'],
    ['n:[-5 TO -1]', 'n=[-5 -1]'],
    ['n:>5 n:>=5 n:<5 n:<=5', '(n={5 *] n=[5 *] n=[* 5} n=[* 5])'],
    ['n:(>5 AND <=9)', '(+n={5 *] +n=[* 9])'],
    ['n:>-5', 'n={-5 *]'],
    ['t:>="2024-03-01 10:00"', 't=[2024-03-01 10:00 *]'],
    ['n:\\>5', 'n=>5'],
    ['>5', '>5'],
    ['a > b', '(a (> b))'],
  ],
  escapes: [
    ['\\+\\-\\!\\(\\)\\:\\^\\[\\]\\"\\{\\}\\~\\*\\?\\\\\\/', '+-!():^[]"{}~*?\\/'],
    ['\\&\\& \\||', '(&& ||)'],
    ['\\u0041b', 'Ab'],
    ['a\\ b', 'a b'],
    ['$p$ f:$p$', '($p$ f=$p$)'],
  ],
};

describe('parseQuery', () => {
  for (const [group, cases] of Object.entries(trees)) {
    it(`parses ${group} into the expected trees`, () => {
      for (const [query, expected] of cases) assert.equal(tree(query), expected, query);
    });
  }

  it('the tree contains the position of every value', () => {
    const text = 'a AND\n level:"x y" OR _exists_:z';
    const { ast } = parseQuery(text);
    assert.ok(ast);
    const found = [...leaves(ast)].map((leaf) => {
      const field = 'field' in leaf ? leaf.field : undefined;
      return [text.slice(leaf.from, leaf.to), field ? text.slice(field.from, field.to) : null];
    });
    assert.deepEqual(found, [
      ['a', null],
      ['level:"x y"', 'level'],
      ['_exists_:z', 'z'],
    ]);
  });

  const errors: [query: string, message: RegExp, column: number, line?: number][] = [
    ['a AND', /incomplete query, query ended unexpectedly/, 0],
    ['f:', /incomplete query/, 0],
    ['(a OR b', /incomplete query/, 0],
    ['NOT', /incomplete query/, 0],
    ['f:[1 TO', /incomplete query/, 0],
    ['"abc', /quotation mark/, 0],
    ['x "abc', /quotation mark/, 2],
    ['a)', /no \(/, 1],
    ['()', /nothing between/, 1],
    ['(a AND)', /right of AND/, 6],
    ['AND a', /left side of AND/, 0],
    ['a AND OR b', /left side of OR/, 6],
    ['a/b', /regular expression/, 1],
    ['f:g:h', /holds a :/, 3],
    [':h', /no field name/, 0],
    ['f:-5', /cannot start with -/, 2],
    ['[1 2]', /a range is written/, 3],
    ['a]', /unexpected \]/, 1],
    ['a^', /number must follow/, 1],
    ['a\\', /backslash/, 1],
    ['abc~1.5', /fractional/, 3],
    ['one\ntwo)', /no \(/, 3, 2],
  ];
  for (const [query, message, column, line] of errors) {
    it(`explains the error in ${JSON.stringify(query)} and where it is`, () => {
      const parsed = parseQuery(query);
      assert.equal(parsed.ast, null);
      const [error] = parsed.errors;
      assert.ok(error);
      assert.match(error.message, message);
      assert.equal(error.column, column);
      assert.equal(error.line, line ?? 1);
    });
  }

  it('a leading wildcard is refused if it is not allowed', () => {
    assert.match(parseQuery('x *foo', { allowLeadingWildcard: false }).errors[0]?.message ?? '', /first character/);
    assert.match(parseQuery('f:?oo', { allowLeadingWildcard: false }).errors[0]?.message ?? '', /first character/);
    for (const fine of ['*', 'f:*', '*:*', 'f*']) {
      assert.deepEqual(parseQuery(fine, { allowLeadingWildcard: false }).errors, [], fine);
    }
  });

  it('hostile input yields an error instead of an exception', () => {
    for (const depth of [201, 10_000, 300_000]) {
      const [error] = parseQuery('('.repeat(depth) + 'a' + ')'.repeat(depth)).errors;
      // A query above the size limit is refused before it is parsed.
      assert.match(error?.message ?? '', depth > 30_000 ? /more than 65536 characters/ : /nested deeper than 200/);
      if (depth <= 30_000) assert.equal(error?.column, 200);
      assert.ok(parseQuery('('.repeat(depth)).errors.length > 0);
      assert.ok(parseQuery('NOT ('.repeat(depth)).errors.length > 0);
      assert.ok(parseQuery('f:('.repeat(depth)).errors.length > 0);
    }
    assert.equal(tree('('.repeat(200) + 'a' + ')'.repeat(200)), 'a');
  });

  it('a query may have 1024 clauses of any form, and not one more', () => {
    const usual = ['a ', 'n:>= 3 ', 'n:"x"^2 ', '!n:"x"~2^3 ', '+n:[1 TO 2]^3 ', '-n:/a/ '];
    const unusual = ['!n:"x"~2^3~4 ', '!n : "x" ~2 ^ 3 ~4 ', '[a TO "x]y"] ', '[a TO "b] c d e f g"] '];
    for (const clause of [...usual, ...unusual]) {
      assert.deepEqual(parseQuery(clause.repeat(1024)).errors, [], clause);
      assert.match(parseQuery(clause.repeat(1025)).errors[0]?.message ?? '', /more than 1024 clauses/, clause);
    }
    assert.match(parseQuery('a '.repeat(30_000)).errors[0]?.message ?? '', /more than 1024 clauses/);
  });

  it('parsing never throws, and returns either a tree or an error', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'AND',
        'OR',
        'NOT',
        '&&',
        '||',
        '!',
        '+',
        '-',
        '(',
        ')',
        '"',
        ':',
        '*',
        '?',
        '/',
        '\\',
        '[',
        ']',
        '{',
        '}',
      ],
      ...[' TO ', ' ', '\n', '^2', '~', '$p$', '>', '<=', 'f:', '_exists_:', '\u0000', '\ud800', '😀', 'x y'],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
          fc.string(),
        ),
        (text) => {
          const { ast, errors } = parseQuery(text);
          assert.equal(ast === null, errors.length > 0);
          for (const error of errors) {
            assert.ok(error.from >= 0 && error.from <= error.to && error.to <= text.length, JSON.stringify(error));
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

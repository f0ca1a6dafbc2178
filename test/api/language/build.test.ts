import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addToQuery,
  bindParameters,
  parameterValue,
  type ParameterValue,
  contextAt,
  dateEquals,
  escapeTerm,
  excludeFromQuery,
  fieldEquals,
  fieldExists,
  findParameters,
  parseQuery,
  quote,
  quoteExactly,
} from '../../../api/language/index.js';
import type { QueryNode } from '../../../api/language/index.js';
import { amountOf } from '../../amounts.js';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'+-!():^[]"{}~*?\\/&|$<>= \taANDORT0_'.split('')) }),
  fc.constantFrom(
    'AND',
    'OR',
    'NOT',
    'TO',
    '&&',
    '||',
    '>5',
    '>=',
    '<',
    '',
    '$p$',
    'a $p$ b',
    '*',
    '\\u0041',
    '_exists_',
  ),
);

describe('escaping', () => {
  it('parsing a condition on any field and value returns this field and value', () => {
    fc.assert(
      fc.property(anyText, anyText, (name, value) => {
        const line = value.replace(/\r\n|[\n\r]|<br>/g, ' ');
        const field = name === '*' || name === '' || name === '_exists_' || name === '(Empty Value)' ? 'f' : name;
        if (value === '(Empty Value)') return;
        const text = fieldEquals(field, value);
        const { ast, errors } = parseQuery(text);
        assert.deepEqual(errors, [], text);
        assert.ok(ast && (ast.kind === 'term' || ast.kind === 'phrase'), text);
        assert.equal(ast.value, line);
        assert.equal(ast.field?.name, field);
        assert.deepEqual(findParameters(escapeTerm(value)), []);
      }),
      { numRuns: 5000 },
    );
  });

  it('parsing a condition on an enumerable field returns any value exactly', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText, fc.string({ unit: fc.constantFrom('a', '\n', '\r', '<br>', ' ', '"') })),
        (value) => {
          if (value === '(Empty Value)') return;
          const text = fieldEquals('f', value, { properties: ['enumerable'] });
          const { ast, errors } = parseQuery(text);
          assert.deepEqual(errors, [], text);
          assert.ok(ast && (ast.kind === 'term' || ast.kind === 'phrase'), text);
          assert.equal(ast.value, value);
          assert.ok(!/[\n\r]/.test(text), 'The query has one line.');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('line breaks are kept only in values of enumerable fields', () => {
    const whole = { properties: ['enumerable'] };
    assert.equal(fieldEquals('f', 'a\nb<br>c', whole), 'f:"a\\u000ab<br>c"');
    assert.equal(fieldEquals('f', 'a b', whole), 'f:"a b"');
    assert.equal(fieldEquals('f', 'a:b', whole), 'f:a\\:b');
    for (const type of [
      undefined,
      { properties: ['full-text-search'] },
      { properties: ['full-text-search', 'enumerable'] },
    ])
      assert.equal(fieldEquals('f', 'a\nb<br>c', type), 'f:"a b c"');
  });

  it('parsing a quoted value returns the value with spaces instead of line breaks', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const { ast } = parseQuery(quote(value));
        assert.ok(ast?.kind === 'phrase');
        assert.equal(ast.value, value.replace(/\r\n|[\n\r]|<br>/g, ' '));
      }),
      { numRuns: 2000 },
    );
  });

  it('parsing an exactly quoted value returns the value', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const { ast } = parseQuery(quoteExactly(value));
        assert.ok(ast?.kind === 'phrase');
        assert.equal(ast.value, value);
      }),
      { numRuns: 2000 },
    );
  });

  const written: [value: string, text: string][] = [
    ['simple', 'simple'],
    ['two words', '"two words"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['a:b/c', 'a\\:b\\/c'],
    ['a&&b', 'a\\&&b'],
    ['10.0.0.1', '10.0.0.1'],
    ['-5', '\\-5'],
    ['$x$', '\\$x\\$'],
    ['a<br>b', '"a b"'],
    ['a\r\nb', '"a b"'],
    ['', '""'],
    ['AND', '\\AND'],
    ['>5', '\\>5'],
  ];
  for (const [value, text] of written)
    it(`writes ${JSON.stringify(value)} as ${text}`, () => assert.equal(escapeTerm(value), text));
});

describe('query building', () => {
  const cases: [query: string, clause: string, added: string, excluded: string][] = [
    ['', 'f:a', 'f:a', 'NOT f:a'],
    ['*', 'f:a', 'f:a', 'NOT f:a'],
    ['x', 'f:a', 'x AND f:a', 'x AND NOT f:a'],
    ['x AND y', 'f:a', 'x AND y AND f:a', 'x AND y AND NOT f:a'],
    ['a OR b', 'f:a', '(a OR b) AND f:a', '(a OR b) AND NOT f:a'],
    ['a b', 'f:a', '(a b) AND f:a', '(a b) AND NOT f:a'],
    ['NOT a', 'f:a', 'NOT a AND f:a', 'NOT a AND NOT f:a'],
    ['a', 'b OR c', 'a AND (b OR c)', 'a AND NOT (b OR c)'],
    ['a', 'NOT _exists_:f', 'a AND NOT _exists_:f', 'a AND _exists_:f'],
    ['broken(', 'f:a', '(broken() AND f:a', '(broken() AND NOT f:a'],
  ];
  for (const [query, clause, added, excluded] of cases) {
    it(`adds ${clause} to the query ${JSON.stringify(query)}, and excludes ${clause} from it`, () => {
      assert.equal(addToQuery(query, clause), added);
      assert.equal(excludeFromQuery(query, clause), excluded);
    });
  }

  it('a clause that the query already requires is not added again', () => {
    const phrases = 'message:"a b" AND message:"c"';
    for (const query of [phrases, `x AND ${phrases}`, 'message:"c" AND f:a AND message:"a b"'])
      assert.equal(addToQuery(query, phrases), query);
    const without = `NOT (${phrases})`;
    assert.equal(excludeFromQuery(without, phrases), without);
    assert.equal(excludeFromQuery(`x AND ${without} AND y`, phrases), `x AND ${without} AND y`);
    // A condition that is optional, excluded or quoted in the query does not prevent adding the required one.
    assert.equal(addToQuery('a OR f:a', 'f:a'), '(a OR f:a) AND f:a');
    assert.equal(addToQuery('NOT f:a', 'f:a'), 'NOT f:a AND f:a');
    assert.equal(addToQuery('f:"a"', 'f:a'), 'f:"a" AND f:a');
  });

  it('a parameter does not count as a condition on a value with the same text', () => {
    const value = fieldEquals('f', '$p$');
    for (const query of ['f:$p$', 'a AND f:$p$']) {
      assert.equal(addToQuery(query, value), `${query} AND ${value}`);
      assert.equal(excludeFromQuery(`NOT ${query}`, value), `NOT ${query} AND NOT ${value}`);
    }
    assert.equal(addToQuery('f:$p$ AND f:a', 'f:a'), 'f:$p$ AND f:a');
    assert.equal(addToQuery(`f:$p$ AND ${value}`, value), `f:$p$ AND ${value}`);
    assert.equal(addToQuery('f:$p$', 'f:$p$'), 'f:$p$');
  });

  it('conditions on empty values, existing fields, dates and large integers have the expected texts', () => {
    assert.equal(fieldEquals('f', '(Empty Value)'), 'NOT _exists_:f');
    assert.equal(excludeFromQuery('', fieldEquals('f', '(Empty Value)')), '_exists_:f');
    assert.equal(fieldExists('a b'), '_exists_:"a b"');
    assert.equal(dateEquals('timestamp', Date.UTC(2024, 2, 1, 10, 15)), 'timestamp:"2024-03-01 10:15:00.000"');
    assert.equal(fieldEquals('n', 9007199254740993n), 'n:9007199254740993');
  });

  /** Returns whether a query of one-letter words matches a message that contains the words of `truth`. */
  function holds(node: QueryNode, truth: ReadonlySet<string>): boolean {
    if (node.kind === 'term') return truth.has(node.value);
    if (node.kind !== 'boolean') return true;
    const of = (occur: string) => node.clauses.filter((clause) => clause.occur === occur);
    const must = of('must');
    const should = of('should');
    return (
      must.every((clause) => holds(clause.node, truth)) &&
      !of('mustNot').some((clause) => holds(clause.node, truth)) &&
      (must.length > 0 || should.length === 0 || should.some((clause) => holds(clause.node, truth)))
    );
  }

  it('adding and excluding conditions does not change the meaning of the other clauses', () => {
    const { query } = fc.letrec<{ query: string; clause: string }>((tie) => ({
      query: fc
        .array(fc.tuple(fc.constantFrom(' ', ' AND ', ' OR ', ' && ', ' || '), tie('clause')), {
          minLength: 1,
          maxLength: 4,
        })
        .map((parts) => parts.map(([joint, clause], index) => (index === 0 ? '' : joint) + clause).join('')),
      clause: fc.oneof(
        { depthSize: 'small' },
        fc
          .tuple(fc.constantFrom('', '', 'NOT ', '-', '+', '!'), fc.constantFrom('a', 'b', 'c'))
          .map((parts) => parts.join('')),
        fc.tuple(fc.constantFrom('', 'NOT ', '+'), tie('query')).map(([sign, inner]) => `${sign}(${inner})`),
      ),
    }));
    fc.assert(
      fc.property(query, query, fc.subarray(['a', 'b', 'c']), (left, right, letters) => {
        const truth = new Set(letters);
        const value = (text: string): boolean => {
          const { ast } = parseQuery(text);
          assert.ok(ast, text);
          return holds(ast, truth);
        };
        assert.equal(value(addToQuery(left, right)), value(left) && value(right), addToQuery(left, right));
        assert.equal(value(excludeFromQuery(left, right)), value(left) && !value(right), excludeFromQuery(left, right));
      }),
      { numRuns: amountOf('BUILT_QUERY_RUNS', { usual: 750, full: 3000 }) },
    );
  });
});

describe('parameters', () => {
  it('parameters are found where they are used', () => {
    const names = (text: string) => findParameters(text).map((use) => use.name);
    assert.deepEqual(names('a:$x$ AND "b $y$" OR [$from$ TO $to$]'), ['x', 'y', 'from', 'to']);
    assert.deepEqual(names('\\$x$ /a$x$b/ $1x$ $$'), []);
    assert.deepEqual(names('"a / $x$ /"'), ['x']);
  });
  it('parameters are replaced by escaped values', () => {
    const values = new Map([
      ['x', 'a:b'],
      ['y', 'say "hi"'],
    ]);
    assert.equal(bindParameters('f:$x$ "is $y$" $z$', values), 'f:a\\:b "is say \\"hi\\"" $z$');
    assert.equal(bindParameters('f:$y$', values), 'f:"say \\"hi\\""');
  });
  it('parameters are replaced by alternatives, ranges and "All" in every place of a query', () => {
    const values = new Map<string, ParameterValue>([
      ['two', ['a b', 'OR']],
      ['one', ['x:y']],
      ['all', []],
      ['open', {}],
      ['range', { from: -5, to: 1.5 }],
      ['least', { from: 500 }],
      ['hostile', ['") OR *:* OR ("', '$one$', 'a\nb']],
      ['text', 'plain'],
    ]);
    const cases: readonly (readonly [text: string, bound: string])[] = [
      ['f:$two$', 'f:("a b" OR \\OR)'],
      ['f:"$two$"', 'f:("a b" OR \\OR)'],
      ['-f:$two$ AND g:$one$', '-f:("a b" OR \\OR) AND g:x\\:y'],
      ['f:web-$one$.local^2', 'f:web-x\\:y.local^2'],
      ['"user $two$ in"', '("user a b in" OR "user OR in")'],
      ['f:$all$ AND (g:$all$ OR -h:$open$) $all$', '* AND (* OR -*) *'],
      ['f:"$all$"', '*'],
      ['f:>=$all$', '*'],
      ['took:$range$ AND took:$least$', 'took:[\\-5 TO 1.5] AND took:[500 TO *]'],
      ['"within $range$"', '"within -5..1.5"'],
      ['f:"$two$ $text$"', 'f:("a b plain" OR "OR plain")'],
      ['f:$hostile$', 'f:("\\") OR *:* OR (\\"" OR \\$one\\$ OR "a\\u000ab")'],
      ['$unknown$ \\$two$ /$two$/', '$unknown$ \\$two$ /$two$/'],
    ];
    for (const [text, bound] of cases) {
      assert.equal(bindParameters(text, values), bound, text);
      assert.deepEqual(parseQuery(bound).errors, [], bound);
    }
  });
  it('values of parameters are read from JSON, within bounds', () => {
    const cases: readonly (readonly [given: unknown, value: ParameterValue | undefined])[] = [
      [undefined, undefined],
      [null, undefined],
      [3, '3'],
      [
        ['a', 'a', 1, null, {}],
        ['a', '1'],
      ],
      [Array.from({ length: 200 }, (_, index) => index), Array.from({ length: 100 }, (_, index) => String(index))],
      [
        { from: 1, to: 2 },
        { from: 1, to: 2 },
      ],
      [{}, {}],
      [{ from: '1' }, '[object Object]'],
      [{ other: 1 }, '[object Object]'],
    ];
    for (const [given, value] of cases) assert.deepEqual(parameterValue(given), value);
  });
});

describe('contextAt', () => {
  /** Queries in which `|` marks the caret, and the expected context. */
  const cases: [
    text: string,
    kind: string,
    prefix: string,
    more?: { field?: string; quoted?: boolean; replaces?: string },
  ][] = [
    ['|', 'field', ''],
    ['so|', 'field', 'so', { replaces: 'so' }],
    ['so|urce:x', 'field', 'so', { replaces: 'source' }],
    ['source:|', 'value', '', { field: 'source' }],
    ['source: |', 'value', '', { field: 'source' }],
    ['source:we|b', 'value', 'we', { field: 'source', replaces: 'web' }],
    ['source:"we|b 1" x', 'value', 'we', { field: 'source', quoted: true, replaces: 'web 1' }],
    ['source:"we|', 'value', 'we', { field: 'source', quoted: true, replaces: 'we' }],
    ['source:(a OR b|)', 'value', 'b', { field: 'source', replaces: 'b' }],
    ['source:(a |)', 'operator', ''],
    ['source:(a OR |)', 'value', '', { field: 'source' }],
    ['a |', 'operator', ''],
    ['source:x |', 'operator', ''],
    ['a AND |', 'field', ''],
    ['a AND b|', 'field', 'b'],
    ['a A|', 'field', 'A'],
    ['NOT |', 'field', ''],
    ['_exists_:fo|', 'value', 'fo', { field: '_exists_' }],
    ['n:[1 TO |', 'none', ''],
    ['f:/ab|', 'none', ''],
    ['my\\ fi|', 'field', 'my fi', { replaces: 'my\\ fi' }],
    ['"a b" |', 'operator', ''],
    ['(a) |', 'operator', ''],
    ['f:-5|', 'value', '-5', { field: 'f' }],
  ];
  for (const [marked, kind, prefix, more = {}] of cases) {
    it(`recognises the context of the caret in ${marked}`, () => {
      const position = marked.indexOf('|');
      const text = marked.replace('|', '');
      const context = contextAt(text, position);
      assert.equal(context.kind, kind);
      assert.equal(context.prefix, prefix);
      assert.equal(context.field, more.field);
      assert.equal(context.quoted, more.quoted ?? false);
      if (more.replaces !== undefined) assert.equal(text.slice(context.from, context.to), more.replaces);
    });
  }

  it('the range of the context is within the text, for any text and caret', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (text, at) => {
        const position = Math.min(at, text.length);
        const { from, to } = contextAt(text, position);
        assert.ok(from <= position && to <= text.length && from >= 0);
      }),
      { numRuns: 2000 },
    );
  });
});

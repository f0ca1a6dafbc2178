/** Tests warnings and errors of rules, and the text after their quick fixes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ParseError } from '../../../api/contract/pipelines.js';
import { parseRule } from '../../../api/pipeline-language/index.js';
import { applied } from '../../../machines/pipelines/finding.js';
import { findingsOfErrors, offsetOf } from '../../../machines/pipelines/parse-findings.js';
import { described, facts, found, rule } from './diagnosed-rules.js';

const fixed = (source: string, known = facts): string => {
  const [first] = found(source, known);
  assert.ok(first?.fix, `${source} has a finding with a fix`);
  const text = applied(source, first.fix);
  assert.equal(parseRule(text).problem, undefined, text);
  return text;
};

describe('a condition', () => {
  for (const [before, after] of [
    ['$message.flag', '$message.flag == true'],
    ['regex("a", "b").matches', 'regex("a", "b").matches == true'],
    ['has_field("x") and $message.flag', 'has_field("x") and $message.flag == true'],
    ['lookup_value("owners", "x")', 'lookup_value("owners", "x") == true'],
    ['$message.code == 504', 'to_long($message.code) == 504'],
    ['$message.ratio == 0.5', 'to_double($message.ratio) == 0.5'],
    ['$message.a > $message.b', 'to_long($message.a) > to_long($message.b)'],
    ['$message.a != "x"', 'not ($message.a == "x")'],
  ] as const) {
    it(`the quick fix changes ${before} to ${after}`, () => assert.equal(fixed(rule(before)), rule(after)));
  }

  for (const fine of [
    'true',
    'has_field("x")',
    'to_string($message.a) == "x"',
    'not has_field("x")',
    '$message.a == "x"',
  ]) {
    it(`the condition has no finding: ${fine}`, () => assert.deepEqual(found(rule(fine)), []));
  }

  it('a condition is not checked before the functions are loaded', () =>
    assert.deepEqual(found(rule('has_field("x")'), { ...facts, functions: [] }), []));
});

describe('actions', () => {
  for (const [what, before, after] of [
    [
      'converts joined values to text',
      'set_field("x", $message.a + $message.b);',
      'set_field("x", to_string($message.a) + to_string($message.b));',
    ],
    [
      'corrects the name of a stream that does not exist',
      'route_to_stream("Slow request");',
      'route_to_stream("Slow requests");',
    ],
    [
      'corrects the letter case of a stream name',
      'route_to_stream(name: "slow requests");',
      'route_to_stream(name: "Slow requests");',
    ],
    [
      'corrects the name of a lookup table that does not exist',
      'set_field("x", lookup_value("owner", "k"));',
      'set_field("x", lookup_value("owners", "k"));',
    ],
    [
      'corrects the name of a grok pattern that does not exist',
      'set_field("x", grok("%{NUMBR:n}", "1"));',
      'set_field("x", grok("%{NUMBER:n}", "1"));',
    ],
    ['escapes a dot in the argument of remove_field', 'remove_field("a.b");', 'remove_field("a\\\\.b");'],
    ['removes an unused variable', 'let a = 1;', ''],
    [
      'writes an unused result to the field that the function has read',
      'lowercase(to_string($message.user));',
      'set_field("user", lowercase(to_string($message.user)));',
    ],
    [
      'writes an unused result to the field whose value the variable has',
      'let a = to_string($message.user);\nlowercase(a);',
      'let a = to_string($message.user);\nset_field("user", lowercase(a));',
    ],
    [
      'sets fields from unused captures of a grok pattern',
      'grok("%{IP:ip}", to_string($message.a));',
      'set_fields(grok("%{IP:ip}", to_string($message.a)));',
    ],
  ] as const) {
    it(`the quick fix ${what}`, () =>
      assert.equal(
        fixed(rule('true', before)).trim(),
        rule('true', after)
          .replace('\n\nend', after === '' ? '\nend' : '\n\nend')
          .trim(),
      ));
  }

  it('warns that changes of a dropped message are lost', () => {
    const [only, ...others] = found(rule('true', 'drop_message();\nset_field("a", 1);'));
    assert.equal(only?.title, 'has no effect');
    assert.equal(
      fixed(rule('true', '  drop_message();\n  set_field("a", 1);')),
      rule('true', '  drop_message();').replace('\n\nend', '\nend'),
    );
    assert.deepEqual(others, []);
  });

  it('warns that the result of a function is lost, also if no field is known for the result', () => {
    const [only, ...others] = found(rule('true', 'regex("a", to_string($message.a) + to_string($message.b));'));
    assert.deepEqual([only?.title, only?.fix, others], ['result not used', undefined, []]);
  });

  it('does not warn about functions that change a message or a table', () => {
    const functions = [
      ...facts.functions,
      described('create_message', 'Message', 'message? String'),
      described('lookup_set_value', 'Object', 'lookup_table String', 'key Object', 'value Object'),
    ];
    const actions = 'create_message("a");\nlookup_set_value("owners", "a", $message.b);\nset_field("a", 1);';
    assert.deepEqual(found(rule('true', actions), { ...facts, functions }), []);
  });

  it('does not report streams that the user may not see', () =>
    assert.deepEqual(found(rule('true', 'route_to_stream("Other");'), { ...facts, allStreams: false }), []));

  it('counts a variable as used if a field of the message has the same name', () =>
    assert.deepEqual(found(rule('true', 'let a = "x";\nset_field("y", to_string($message.a));')), []));

  it('offers to remove text after the end of the rule', () => {
    const source = `${rule('true')}\nrule "second" when true end`;
    assert.equal(fixed(source), `${rule('true')}\n`);
  });
});

describe('errors reported by the server', () => {
  const error = (type: ParseError['type'], line: number, column: number): ParseError => ({
    type,
    line,
    position_in_line: column,
    reason: 'no',
  });
  for (const [what, source, type, line, column, after] of [
    [
      'corrects the name of an unknown function',
      rule('has_feld("x")'),
      'undeclared_function',
      2,
      5,
      rule('has_field("x")'),
    ],
    [
      'corrects the name of an unknown variable',
      rule('true', 'let took_ms = 1;\nset_field("a", tok_ms);'),
      'undeclared_variable',
      5,
      15,
      rule('true', 'let took_ms = 1;\nset_field("a", took_ms);'),
    ],
    [
      'writes $message before the name of a field',
      rule('took == "x"'),
      'undeclared_variable',
      2,
      5,
      rule('$message.took == "x"'),
    ],
    [
      'converts an argument of an unknown type',
      rule('lowercase($message.a) == "x"'),
      'incompatible_argument_type',
      2,
      5,
      rule('lowercase(to_string($message.a)) == "x"'),
    ],
    [
      'converts a field that is compared with a number',
      rule('$message.n > 5'),
      'incompatible_types',
      2,
      5,
      rule('to_long($message.n) > 5'),
    ],
    [
      'writes spaces around a minus sign',
      rule('true', 'let a = 5-3;'),
      'syntax_error',
      4,
      9,
      rule('true', 'let a = 5 - 3;'),
    ],
    [
      'adds a missing semicolon before the comment that follows it',
      rule('true', 'set_field("a", 1) // note\n/* more */'),
      'syntax_error',
      6,
      0,
      rule('true', 'set_field("a", 1); // note\n/* more */'),
    ],
    [
      'adds a missing semicolon after the declaration of a variable',
      rule('true', 'let a = 1\nset_field("a", a);'),
      'syntax_error',
      5,
      0,
      rule('true', 'let a = 1;\nset_field("a", a);'),
    ],
    [
      'replaces single quotes by double quotes',
      rule('to_string($message.a) == \'say "x"\''),
      'syntax_error',
      2,
      30,
      rule('to_string($message.a) == "say \\"x\\""'),
    ],
    [
      'replaces one equals sign by two',
      rule('to_string($message.a) = "x"'),
      'syntax_error',
      2,
      27,
      rule('to_string($message.a) == "x"'),
    ],
    [
      'doubles the backslashes of unknown escapes',
      rule('regex("\\s\\d\\t\\.", "5").matches == true'),
      'syntax_error',
      2,
      12,
      rule('regex("\\\\s\\\\d\\t\\\\.", "5").matches == true'),
    ],
    [
      'quotes a variable whose name is a reserved word',
      rule('true', 'let match = 1;'),
      'syntax_error',
      4,
      4,
      rule('true', 'let `match` = 1;'),
    ],
    [
      'puts a negated comparison into parentheses',
      rule('not to_string($message.a) == "x"'),
      'incompatible_type',
      2,
      5,
      rule('not (to_string($message.a) == "x")'),
    ],
    [
      'compares a negated field with true',
      rule('not $message.flag'),
      'incompatible_type',
      2,
      5,
      rule('not ($message.flag == true)'),
    ],
    [
      'corrects the name of an unknown parameter',
      rule('has_field(feild: "x")'),
      'invalid_function_argument',
      2,
      5,
      rule('has_field(field: "x")'),
    ],
    [
      'replaces an unknown parameter by the only missing parameter',
      rule('has_field(name: "x")'),
      'invalid_function_argument',
      2,
      5,
      rule('has_field(field: "x")'),
    ],
    [
      'converts a whole number that is added to a decimal number',
      rule('1.0 + 1 == 2.0'),
      'incompatible_types',
      2,
      5,
      rule('1.0 + to_double(1) == 2.0'),
    ],
  ] as const) {
    it(`the quick fix ${what}`, () => {
      const [first] = findingsOfErrors(source, [error(type, line, column)], facts);
      assert.ok(first?.fix, 'the error has a quick fix');
      assert.equal(applied(source, first.fix), after);
    });
  }

  it('offers no fix that leaves the syntax error', () => {
    for (const [source, column] of [
      [rule('match ( ('), 5],
      [rule("'a"), 5],
    ] as const)
      assert.equal(findingsOfErrors(source, [error('syntax_error', 2, column)], facts)[0]?.fix, undefined, source);
  });

  it('converts a line and a column to an offset in the text, also past the end of the text', () => {
    assert.deepEqual([offsetOf('ab\ncd', 1, 1), offsetOf('ab\ncd', 2, 0), offsetOf('ab\ncd', 9, 9)], [1, 3, 5]);
  });
});

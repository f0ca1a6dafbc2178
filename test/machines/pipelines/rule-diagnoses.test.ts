/** Tests warnings and errors of rules, and the text after their quick fixes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FunctionDescriptor, ParseError } from '../../../api/contract/pipelines.js';
import { parseRule } from '../../../api/pipeline-language/index.js';
import { applied } from '../../../machines/pipelines/finding.js';
import { findingsOfErrors, offsetOf } from '../../../machines/pipelines/parse-findings.js';
import { diagnose } from '../../../machines/pipelines/rule-diagnoses.js';
import type { RuleFacts } from '../../../machines/pipelines/rule-facts.js';

const described = (name: string, returns: string, ...params: readonly string[]): FunctionDescriptor => ({
  name,
  pure: false,
  return_type: `java.lang.${returns}`,
  description: null,
  params: params.map((one) => {
    const [parameter = '', type = ''] = one.split(' ');
    return {
      name: parameter.replace('?', ''),
      type: `java.lang.${type}`,
      transformed_type: `java.lang.${type}`,
      optional: parameter.endsWith('?'),
      description: null,
    };
  }),
});
const facts: RuleFacts = {
  functions: [
    described('has_field', 'Boolean', 'field String', 'message? Message'),
    described('to_string', 'String', 'value Object', 'default? String'),
    described('to_long', 'Long', 'value Object', 'default? Long'),
    described('lowercase', 'String', 'value String', 'locale? String'),
    described('regex', 'RegexMatchResult', 'pattern String', 'value String'),
    described('set_field', 'Void', 'field String', 'value Object'),
    described('remove_field', 'Void', 'field String'),
    described('drop_message', 'Void', 'message? Message'),
    described('route_to_stream', 'Void', 'name? String', 'id? String'),
    described('lookup_value', 'Object', 'lookup_table String', 'key Object'),
    described('grok', 'GrokResult', 'pattern String', 'value String'),
  ],
  fields: ['took', 'source'],
  streams: [{ id: 'a1', title: 'Slow requests' }],
  allStreams: true,
  tables: ['owners'],
  patterns: ['IP', 'NUMBER'],
};
const rule = (condition: string, actions = ''): string => `rule "r"\nwhen ${condition}\nthen\n${actions}\nend`;
function found(source: string, known = facts) {
  const { tree } = { tree: undefined, ...parseRule(source) };
  assert.ok(tree, 'the rule parses');
  return diagnose(source, tree, known);
}
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
      'joined values',
      'set_field("x", $message.a + $message.b);',
      'set_field("x", to_string($message.a) + to_string($message.b));',
    ],
    ['a stream that does not exist', 'route_to_stream("Slow request");', 'route_to_stream("Slow requests");'],
    ['a named stream', 'route_to_stream(name: "slow requests");', 'route_to_stream(name: "Slow requests");'],
    ['a lookup table', 'set_field("x", lookup_value("owner", "k"));', 'set_field("x", lookup_value("owners", "k"));'],
    ['a grok pattern', 'set_field("x", grok("%{NUMBR:n}", "1"));', 'set_field("x", grok("%{NUMBER:n}", "1"));'],
    ['a dot in remove_field', 'remove_field("a.b");', 'remove_field("a\\\\.b");'],
    ['an unused variable', 'let a = 1;', ''],
    [
      'a lost result',
      'lowercase(to_string($message.user));',
      'set_field("user", lowercase(to_string($message.user)));',
    ],
    [
      'a lost result of a variable',
      'let a = to_string($message.user);\nlowercase(a);',
      'let a = to_string($message.user);\nset_field("user", lowercase(a));',
    ],
    [
      'lost captures',
      'grok("%{IP:ip}", to_string($message.a));',
      'set_fields(grok("%{IP:ip}", to_string($message.a)));',
    ],
  ] as const) {
    it(`fixes ${what}`, () =>
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

  it('warns that the result of a function is lost, also if no field is known for it', () => {
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

  it('counts a variable as used if it names a field', () =>
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
    ['an unknown function', rule('has_feld("x")'), 'undeclared_function', 2, 5, rule('has_field("x")')],
    [
      'an unknown variable',
      rule('true', 'let took_ms = 1;\nset_field("a", tok_ms);'),
      'undeclared_variable',
      5,
      15,
      rule('true', 'let took_ms = 1;\nset_field("a", took_ms);'),
    ],
    ['a field without $message', rule('took == "x"'), 'undeclared_variable', 2, 5, rule('$message.took == "x"')],
    [
      'an argument of any type',
      rule('lowercase($message.a) == "x"'),
      'incompatible_argument_type',
      2,
      5,
      rule('lowercase(to_string($message.a)) == "x"'),
    ],
    ['operands of two types', rule('$message.n > 5'), 'incompatible_types', 2, 5, rule('to_long($message.n) > 5')],
    ['a sign without a space', rule('true', 'let a = 5-3;'), 'syntax_error', 4, 9, rule('true', 'let a = 5 - 3;')],
    [
      'a missing semicolon, before the comment behind it',
      rule('true', 'set_field("a", 1) // note\n/* more */'),
      'syntax_error',
      6,
      0,
      rule('true', 'set_field("a", 1); // note\n/* more */'),
    ],
    [
      'a missing semicolon after a variable',
      rule('true', 'let a = 1\nset_field("a", a);'),
      'syntax_error',
      5,
      0,
      rule('true', 'let a = 1;\nset_field("a", a);'),
    ],
    [
      'single quotes',
      rule('to_string($message.a) == \'say "x"\''),
      'syntax_error',
      2,
      30,
      rule('to_string($message.a) == "say \\"x\\""'),
    ],
    [
      'one equals sign',
      rule('to_string($message.a) = "x"'),
      'syntax_error',
      2,
      27,
      rule('to_string($message.a) == "x"'),
    ],
    [
      'unknown escapes',
      rule('regex("\\s\\d\\t\\.", "5").matches == true'),
      'syntax_error',
      2,
      12,
      rule('regex("\\\\s\\\\d\\t\\\\.", "5").matches == true'),
    ],
    ['a reserved word', rule('true', 'let match = 1;'), 'syntax_error', 4, 4, rule('true', 'let `match` = 1;')],
    [
      'a negated comparison',
      rule('not to_string($message.a) == "x"'),
      'incompatible_type',
      2,
      5,
      rule('not (to_string($message.a) == "x")'),
    ],
    ['a negated field', rule('not $message.flag'), 'incompatible_type', 2, 5, rule('not ($message.flag == true)')],
    [
      'an unknown parameter',
      rule('has_field(feild: "x")'),
      'invalid_function_argument',
      2,
      5,
      rule('has_field(field: "x")'),
    ],
    [
      'an unknown name of the only missing parameter',
      rule('has_field(name: "x")'),
      'invalid_function_argument',
      2,
      5,
      rule('has_field(field: "x")'),
    ],
    ['numbers of two types', rule('1.0 + 1 == 2.0'), 'incompatible_types', 2, 5, rule('1.0 + to_double(1) == 2.0')],
  ] as const) {
    it(`fixes ${what}`, () => {
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

  it('locates positions, also those past the end of the text', () => {
    assert.deepEqual([offsetOf('ab\ncd', 1, 1), offsetOf('ab\ncd', 2, 0), offsetOf('ab\ncd', 9, 9)], [1, 3, 5]);
  });
});

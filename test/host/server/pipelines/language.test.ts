import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { courseOfRule, tracedRule, tryMessage, tryRule } from '../../../../host/server/pipelines/evaluator.js';
import { functionCatalogue } from '../../../../host/server/pipelines/functions/catalogue.js';
import { readPipeline, readRule } from '../../../../host/server/pipelines/sources.js';
import { fieldsOfMessage, messageOfFields } from '../../../../host/server/pipelines/wire-message.js';
import { instant, newWorld } from './engine-world.js';

const { rooms } = newWorld().engine;
const started = { message: 'test', source: 'test', timestamp: new Date(instant).toISOString() };

const rule = (when: string, then = ''): string => `rule "r"\nwhen ${when}\nthen\n${then}\nend`;

/** Runs a rule on one message and returns the resulting fields and errors. */
async function run(when: string, then: string, message: Record<string, unknown> = {}) {
  const { compiled, errors } = readRule(rule(when, then), functionCatalogue);
  assert.deepEqual(errors, []);
  assert.ok(compiled);
  const tried = messageOfFields({ ...started, ...message }, [], instant);
  const { failures } = await tryMessage(tried, { rooms, course: { only: courseOfRule({ ...compiled, id: 'r' }) } });
  return { fields: fieldsOfMessage(tried), failures };
}

/** Sources of rules and the expected errors, each with type, line and column. */
const mistakes: readonly (readonly [
  source: string,
  ...errors: (readonly [type: string, line: number, column: number])[],
])[] = [
  [rule('nothing()'), ['undeclared_function', 2, 5]],
  [rule('true', '  set_field("x", y);'), ['undeclared_variable', 4, 17]],
  [rule('true', 'set_field("x", y); let y = 1;'), ['undeclared_variable', 4, 15]],
  [rule('true', 'let a = lowercase(y);'), ['undeclared_variable', 4, 18], ['incompatible_argument_type', 4, 8]],
  [rule('true', 'set_field("x", lowercase($message.a));'), ['incompatible_argument_type', 4, 15]],
  [rule('not to_string($message.a) == "b"'), ['incompatible_type', 2, 5]],
  [rule('true', 'let n = 1; set_field("x", $message.n);'), ['incompatible_type', 4, 26]],
  [rule('1.0 + 10 == 11.0'), ['incompatible_types', 2, 5]],
  [rule('true && $message.flag'), ['incompatible_types', 2, 5]],
  [rule('$message.n * 2 == 4'), ['incompatible_types', 2, 5]],
  [rule('$message.n > 2'), ['incompatible_types', 2, 5]],
  [rule('to_long("1") > to_double("2")'), ['incompatible_types', 2, 5]],
  [rule('["a"]["b"] == "a"'), ['incompatible_index_type', 2, 5]],
  [rule('{a: 1}[1] == 1'), ['incompatible_index_type', 2, 5]],
  [rule('$message.list[0] == "a"'), ['non_indexable', 2, 5]],
  [rule('to_string("a")[0] == "a"'), ['non_indexable', 2, 5]],
  [rule('regex("(", "a").matches == true'), ['invalid_function_argument', 2, 5]],
  [rule('cidr_match("10.0.0.0", to_ip("10.0.0.1"))'), ['invalid_function_argument', 2, 5]],
  [rule('is_period(period("soon"))'), ['invalid_function_argument', 2, 15]],
  [rule('true', 'let p = "("; let m = regex(p, "a");'), ['invalid_function_argument', 4, 21]],
  [rule('true', 'set_field("x", 1 / 0);'), ['invalid_function_argument', 4, 0]],
  [rule('true', 'set_field(field: "a", value: 1, colour: "red");'), ['invalid_function_argument', 4, 0]],
  [rule('true', 'set_field(field: "a", value: 1, colour: now());'), ['invalid_function_argument', 4, 0]],
  [rule('now() + now() == now()'), ['invalid_operation', 2, 5]],
  [rule('"ab" - "b" == "a"'), ['invalid_operation', 2, 5]],
  [rule('true', 'set_field(value: 1);'), ['missing_required_param', 4, 0]],
  [rule('true', 'set_field(prefix: "a");'), ['missing_required_param', 4, 0], ['missing_required_param', 4, 0]],
  [rule('true', 'set_field("a");'), ['wrong_number_of_arguments', 4, 0]],
  [rule('is_null()'), ['wrong_number_of_arguments', 2, 5]],
  [rule('is_null(1, 2)'), ['wrong_number_of_arguments', 2, 5]],
  [rule('is_null(value: 1, other: 2)'), ['wrong_number_of_arguments', 2, 5], ['invalid_function_argument', 2, 5]],
  [rule('5-3 == 2'), ['syntax_error', 2, 6]],
  [rule('true', 'let end = 1;'), ['syntax_error', 4, 4]],
];

describe('mistakes in a rule', () => {
  for (const [source, ...expected] of mistakes)
    it(`${source.replace(/\s+/g, ' ')} has the expected errors`, () => {
      const errors = readRule(source, functionCatalogue).errors;
      assert.deepEqual(
        errors.map(({ type, line, position_in_line }) => [type, line, position_in_line]),
        expected,
      );
      for (const { type, reason } of errors)
        assert.equal(
          / in line \d+ pos \d+$/.test(reason),
          !['syntax_error', 'invalid_function_argument', 'invalid_operation'].includes(type),
          reason,
        );
    });

  it('a rule with warnings is valid', () => {
    const { checked, errors } = readRule(
      'rule "r" when $message.flag then let unused = 1; set_field("a", "b", "", "", $message, "", true, 1); end more',
      functionCatalogue,
    );
    assert.deepEqual(errors, []);
    assert.deepEqual(
      checked?.warnings.map(({ type }) => type),
      ['condition_not_boolean', 'surplus_argument', 'unused_variable', 'text_after_end'],
    );
  });

  it('an error in a pipeline is reported with its position, and the first of two stages with one number is kept', () => {
    assert.deepEqual(
      readPipeline('pipeline "p"\nstage 0 match some end').errors.map(({ type, line, position_in_line }) => [
        type,
        line,
        position_in_line,
      ]),
      [['syntax_error', 2, 14]],
    );
    assert.deepEqual(
      readPipeline('pipeline "p" stage 2 match all rule "a" stage 1 match pass stage 2 match pass end').stages,
      [
        { stage: 1, match: 'PASS', rules: [] },
        { stage: 2, match: 'ALL', rules: ['a'] },
      ],
    );
  });
});

/**
 * Conditions and their results on a message with the fields { n: 42, zero: 0, big: 5000000000, d: 2.5, t: "x", flag:
 * true, list: [1] }.
 */
const conditions: readonly (readonly [when: string, isTrue: boolean])[] = [
  ['!false == false', false],
  ['!true && false', false],
  ['true == false || true', true],
  ['true == (false == false)', true],
  ['7 / 2 == 3', true],
  ['-7 % 3 == -1', true],
  ['9223372036854775807 + 1 == -9223372036854775808', true],
  ['10.0 / 4.0 == 2.5', true],
  ['- 5 + 5 == 0', true],
  ['1 == 1.0', false],
  ['$message.n == 42', false],
  ['to_long($message.n) == 42', true],
  ['$message.big == 5000000000', true],
  ['$message.d == 2.5', true],
  ['$message.missing == "x"', false],
  ['$message.missing != "x"', false],
  ['"x" != $message.missing', true],
  ['"x" == $message.missing', false],
  ['$message.t == "x"', true],
  ['[1, "a"] == [1, "a"]', true],
  ['{a: 1} == {a: 2}', false],
  ['$message.flag', false],
  ['$message.flag == true', true],
  ['regex("a", "a").matches', false],
  ['to_date($message.timestamp) == to_date($message.timestamp, "Asia/Tokyo")', true],
  ['to_date($message.timestamp) < now()', false],
  ['now() + days(1) - days(1) == now()', true],
  ['hours(1) + now() > now()', true],
  ['(now() - (now() - hours(2))).millis == 7200000', true],
  ['is_null(now().nonsense) && is_null($message.t.sub)', true],
  ['to_long(to_date($message.timestamp).day_of_week) == 5', true],
  ['["a", "b"][1] == "b"', true],
  ['{a: "b"}["a"] == "b" && is_null({a: "b"}["c"])', true],
  ['to_map(parse_json("{\\"a\\": {\\"b\\": 1}}")).a.b == 1', false],
  ['is_null(parse_json("{\\"a\\": 1}").a)', true],
  ['to_string(parse_json("[7]")[0]) == "7"', true],
  ['$message.`t` == "x" && $message."t" == "x" && $message.("t") == "x"', true],
  ['$message.to_string("t") == "x"', true],
  ['"a\\\\b" == concat("a\\\\", "b")', true],
  ['to_ip("192.168.1.20").anonymized == to_ip("192.168.1.0")', true],
  ['to_ip("2001:db8::17").anonymized == to_ip("2001:db8::")', true],
  ['to_url("https://u:p@h.example:81/a/b?x=1&x=2#f").queryParams.x == "1,2"', true],
];

describe('conditions', () => {
  for (const [when, isTrue] of conditions)
    it(`the condition ${when} is ${isTrue}`, async () => {
      const message = { n: 42, zero: 0, big: 5_000_000_000, d: 2.5, t: 'x', flag: true, list: [1] };
      const { fields, failures } = await run(when, 'set_field("hit", true);', message);
      assert.deepEqual(failures, []);
      assert.equal(fields['hit'] ?? false, isTrue);
    });

  const failing = [
    '1 / to_long("0") == 1',
    '$message.t < $message.t',
    '["a"][1] == "a"',
    '$message.t + $message.t == "xx"',
    '-$message.t == 1',
    '$message.nope * $message.nope == 1.0',
  ];
  for (const when of failing)
    it(`the condition ${when} fails at run time`, async () => {
      const { failures } = await run(when, '', { t: 'x' });
      assert.equal(failures.length, 1);
      assert.match(
        failures[0]?.text ?? '',
        /^Error evaluating condition for rule <r\/r> .* - At 2:5 an exception was thrown: /,
      );
    });
});

describe('variables and calls', () => {
  it('a variable has the type of its last definition before each use', async () => {
    const { fields } = await run('true', 'let x = 1; set_field("a", x + 1); let x = "t"; set_field("b", x + "u");');
    assert.deepEqual([fields['a'], fields['b']], [2, 'tu']);
  });

  it('$message.x reads the field whose name is the value of the variable x', async () => {
    const { fields } = await run('true', 'let x = "source"; set_field("y", $message.x);', { x: 'wrong' });
    assert.equal(fields['y'], 'test');
  });

  it('trailing optional arguments may be omitted, and named arguments may have any order', async () => {
    const { fields } = await run(
      'true',
      'set_field("a", "b"); set_field(value: 2, suffix: "_s", field: "c"); set_fields({d: $message.nope, e: 1});',
    );
    assert.deepEqual([fields['a'], fields['c_s'], fields['e'], 'd' in fields], ['b', 2, 1, false]);
  });
});

describe('a traced rule', () => {
  it('the trace contains the value and position of every evaluated expression', async () => {
    const source =
      'rule "t" when has_field("n") && to_long($message.n) > 1 || 1 / to_long("0") == 1 then set_field("m", to_long($message.n) + 1); end';
    const traced = tracedRule(readRule(source, functionCatalogue), 't');
    assert.ok(traced);
    const trial = await tryRule(traced, messageOfFields({ ...started, n: 4 }, [], instant), rooms);
    assert.equal(trial.matched, true);
    assert.equal(trial.failure, undefined);
    const trace = trial.values.map(({ from, to, value }) => `${source.slice(from, to)} = ${String(value)}`);
    for (const expected of [
      'has_field("n") = true',
      'to_long($message.n) = 4',
      'to_long($message.n) > 1 = true',
      'to_long($message.n) + 1 = 5',
    ])
      assert.ok(trace.includes(expected), `the trace contains ${expected}: ${trace.join('; ')}`);
    assert.ok(
      !trace.some((text) => text.startsWith('1 / to_long')),
      'the trace has no value for expressions that were not evaluated',
    );
  });

  it('the trace contains a condition that is no Boolean once, with its value', async () => {
    const source = 'rule "t" when 1 + to_long($message.n) then end';
    const traced = tracedRule(readRule(source, functionCatalogue), 't');
    assert.ok(traced);
    const trial = await tryRule(traced, messageOfFields({ ...started, n: 2 }, [], instant), rooms);
    const trace = trial.values.map(({ from, to, value }) => `${source.slice(from, to)} = ${String(value)}`);
    assert.deepEqual(
      trace.filter((text) => text.startsWith('1 +')),
      ['1 + to_long($message.n) = 3'],
    );
  });

  it('the trace contains the error with its position, and the values until then', async () => {
    const source = 'rule "t" when 10 / to_long($message.n) == 1 then end';
    const traced = tracedRule(readRule(source, functionCatalogue), 't');
    assert.ok(traced);
    const { matched, failure, values } = await tryRule(
      traced,
      messageOfFields({ ...started, n: 0 }, [], instant),
      rooms,
    );
    assert.equal(matched, false);
    assert.match(failure?.text ?? '', /At 1:14 an exception was thrown: .*divided by zero/);
    assert.ok(
      values.some(
        ({ from, to, value }) =>
          source.slice(from, to) === '$message.n' && String((value as { value?: number })?.value) === '0',
      ),
    );
  });
});

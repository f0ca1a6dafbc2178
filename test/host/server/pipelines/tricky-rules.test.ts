/**
 * Tests special cases of the rule language of pipelines: escapes, nulls, precedence, 64-bit arithmetic, time zones,
 * calls with named arguments, comments. Each row lists the fields after a rule, whether its condition holds, or its
 * parse errors.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRule } from '../../../../host/server/pipelines/sources.js';
import { functionCatalogue } from '../../../../host/server/pipelines/functions/catalogue.js';
import { defaultGrokPatterns } from '../../../../host/server/grok/default-patterns.js';
import { ruleGrok } from '../../../../host/server/pipelines/grok-values.js';
import type { Services } from '../../../../host/server/pipelines/services.js';
import type { FieldValue } from '../../../../host/server/store/types.js';
import { newWorld } from './engine-world.js';

type GrokAccess = Services['grok'];

const raw = String.raw;
const fields: Readonly<Record<string, FieldValue>> = {
  text: ' Alpha beta ',
  n: 6,
  big: 9_007_199_254_740_993n,
  half: 1.5,
  flag: true,
  'a.b': 'dotted',
  json: '{"a":{"b":[1,2,{"c":"deep"}]},"n":null,"f":1.5,"list":[{"k":"x","v":1},{"k":"y","v":2}]}',
};

/**
 * Actions of a rule that always matches, and the resulting fields of the message (undefined: the field is absent). Two
 * members are not fields: `parse` lists the types of the parse errors, `error` matches the expected processing error.
 */
const actions: readonly (readonly [then: string, expected: Readonly<Record<string, unknown>>])[] = [
  // Rules with texts.
  [raw`set_field("a", "tab\there \"q\" \\ \u0041\101");`, { a: 'tab\there "q" \\ AA' }],
  [
    raw`set_field("a", "line
two");`,
    { a: 'line\ntwo' },
  ],
  ['set_field("a", null_field());', { parse: ['undeclared_function'] }],
  [raw`set_field("a", concat("x", to_string($message.none)));`, { a: 'x' }],
  [raw`set_field("a", to_string($message.text));`, { a: 'Alpha beta' }],
  [raw`set_field("a", "   "); set_field("text", "  ");`, { a: undefined, text: ' Alpha beta ' }],
  [raw`set_field("a", '"');`, { parse: ['syntax_error'] }],
  [raw`set_field("a", "\d");`, { parse: ['syntax_error'] }],
  // Rules with numbers.
  ['set_field("a", 9223372036854775807 + 1);', { a: -9_223_372_036_854_775_808n }],
  ['set_field("a", 7 / 2); set_field("b", -7 / 2); set_field("c", -7 % 3);', { a: 3, b: -3, c: -1 }],
  ['set_field("a", 1 + 2 * 3 - 4 / 2);', { a: 5 }],
  ['set_field("a", 2 - 3 - 4); set_field("b", (2 - (3 - 4)));', { a: -5, b: 3 }],
  ['set_field("a", to_long($message.big) + 1);', { a: 9_007_199_254_740_994n }],
  ['set_field("a", 1.0 / 4.0); set_field("b", 1.0 / 0.0);', { a: 0.25, b: undefined }],
  ['set_field("a", 1.0 + 1);', { parse: ['incompatible_types'] }],
  ['set_field("a", 5-3);', { parse: ['syntax_error'] }],
  ['set_field("a", -to_long($message.n)); set_field("b", - 5 + +3);', { a: -6, b: -2 }],
  ['set_field("a", 9223372036854775808);', { parse: ['syntax_error'] }],
  [
    'set_field("a", 010); set_field("b", .5); set_field("c", 1e3); set_field("d", 1d);',
    { a: 10, b: 0.5, c: 1000, d: 1 },
  ],
  [
    'set_field("a", to_long("+1")); set_field("b", to_long(" 1")); set_field("c", to_long("x", 7)); set_field("d", to_long(1.9));',
    { a: 0, b: 0, c: 7, d: 1 },
  ],
  [
    'set_field("a", to_double("1e3")); set_field("b", to_double("x", 2.5)); set_field("c", to_string(3.0));',
    { a: 1000, b: 2.5, c: '3.0' },
  ],
  [
    'set_field("a", to_bool("TRUE")); set_field("b", to_bool("1")); set_field("c", to_bool($message.none, true));',
    { a: true, b: false, c: true },
  ],
  ['set_field("a", to_long($message.n) / 0); set_field("b", 1);', { a: undefined, b: undefined, error: /\// }],
  // Rules with variables, identifiers, maps and lists.
  ['let `odd name` = 1; set_field("a", `odd name`);', { a: 1 }],
  ['let match = 1;', { parse: ['syntax_error'] }],
  ['let x = 1; let x = "two"; set_field("a", x);', { a: 'two' }],
  ['let name = "n"; set_field("a", $message.name);', { a: 6 }],
  [
    'set_field("a", $message.`a.b`); set_field("b", $message.a.b); set_field("c", $message."n");',
    { a: 'dotted', b: undefined, c: 6 },
  ],
  [
    'let m = {a: {b: {c: "deep"}}, `x y`: [1, "two", true]}; set_field("a", m.a.b.c); set_field("b", m["x y"]); set_field("c", m.none);',
    { a: 'deep', b: '[1,"two",true]', c: undefined },
  ],
  ['let l = ["x", "y"]; set_field("a", l[1]); set_field("b", l[0]);', { a: 'y', b: 'x' }],
  ['let l = ["x"]; set_field("a", l[1]);', { parse: ['invalid_function_argument'] }],
  ['let l = split(",", to_string($message.text)); set_field("a", l[1]);', { a: undefined, error: /./ }],
  ['set_field("a", $message.list[0]);', { parse: ['non_indexable'] }],
  ['set_field("a", {}.x); set_field("b", first_non_null([$message.none, $message.n, 3]));', { a: undefined, b: 6 }],
  [
    'set_fields({p: 1, q: $message.none, r: "x"}, "pre_", "_post");',
    { pre_p_post: 1, pre_q_post: undefined, pre_r_post: 'x' },
  ],
  ['set_fields(fields: {p: 1}, suffix: "_z");', { p_z: 1 }],
  ['set_field(value: "v", field: "a b", clean_field: true); set_field("c d", "lost");', { a_b: 'v', 'c d': undefined }],
  [
    'set_field("a", to_string($message.none), "p_"); set_field(field: "b", value: $message.none, default: "d");',
    { p_a: undefined, b: 'd' },
  ],
  [
    'set_field("_id", "x"); set_field("_source", "x"); set_field("gl2_x", "y");',
    { _id: undefined, _source: undefined, gl2_x: 'y' },
  ],
  ['set_field(field: "a", value: to_long("1") / 0, default: "saved");', { a: 'saved' }],
  [
    'rename_field("n", "m"); rename_field("none", "k"); remove_field("a.b"); remove_field("message");',
    { m: 6, n: undefined, k: undefined, 'a.b': undefined },
  ],
  [
    'remove_field("full_message"); remove_field("source"); set_field("a", has_field("full_message"));',
    { full_message: undefined, a: false },
  ],
  [
    'set_field("timestamp", 9223372036854775807); set_field("timestamp", to_double("NaN")); set_field("timestamp", ""); set_field("timestamp", true); set_field("a", to_string($message.timestamp));',
    { a: '2010-07-30T16:03:25.000Z' },
  ],
  // Rules with comments and separators.
  ['set_field("a", ( /* before */ 1 /* after */ ) + (// before\n2));', { a: 3 }],
  ['/* one */ set_field(/* two */ "a" // three\n , "b" /* four */ ) /* five */ ; ; // end\n', { a: 'b' }],
  ['SET_FIELD("a", 1);', { parse: ['undeclared_function'] }],
  ['LET x = 1; set_field("a", x);', { a: 1 }],
  ['set_field("a", "b")', { parse: ['syntax_error'] }],
  // Rules with calls of functions.
  ['set_field("a");', { parse: ['wrong_number_of_arguments'] }],
  ['set_field(field: "a");', { parse: ['missing_required_param'] }],
  ['set_field("a", value: 1);', { parse: ['syntax_error'] }],
  ['set_field(field: "a", value: 1, nonsense: 2);', { parse: ['invalid_function_argument'] }],
  ['set_field("a", lowercase($message.text));', { parse: ['incompatible_argument_type'] }],
  [
    'set_field("a", substring("abcdef", -3)); set_field("b", substring("abcdef", 1, 99)); set_field("c", abbreviate("abcdefgh", 6));',
    { a: 'def', b: 'bcdef', c: 'abc...' },
  ],
  [
    'set_field("a", split(",", "a,b,,")); set_field("b", join(["x", $message.none, "z"], "-"));',
    { a: '["a","b"]', b: 'x--z' },
  ],
  ['set_field("a", replace("aXbX", "X", "-", 1)); set_field("b", replace("aXbX", "X"));', { a: 'a-bX', b: 'ab' }],
  // Rules with regular expressions and grok patterns.
  [
    raw`let m = regex("(\\w+)-(\\d+)?", "ab-"); set_field("a", m["0"]); set_field("b", m["1"]); set_field("c", m.matches);`,
    { a: 'ab', b: undefined, c: true },
  ],
  [
    raw`let m = regex("(?<key>\\w+)=(?<value>\\w+)", "x k=v", ["key", "value"]); set_fields(m);`,
    { key: 'k', value: 'v' },
  ],
  [
    raw`set_field("a", regex_replace("(\\w+) (\\w+)", "one two", "$2 \\$ $1")); set_field("b", regex_replace("o", "foo", "0", false));`,
    { a: 'two $ one', b: 'f0o' },
  ],
  ['set_field("a", regex("(a", "a").matches);', { parse: ['invalid_function_argument'] }],
  [
    'set_fields(grok("%{IP:client} %{NUMBER:size;int}", "10.0.0.1 42", true));',
    { client: '10.0.0.1', size: 42, IP: undefined },
  ],
  ['set_field("a", grok("%{IP:client}", "nothing").matches);', { a: false }],
  [
    'let g = grok("%{NUMBER:d:double} %{INT:l:long} %{INT:i:int}", "3 9007199254740993 5", true); set_field("a", to_string(g.d)); set_field("b", is_double(g.d)); set_field("c", is_long(g.l)); set_field("d", g.l); set_field("e", is_long(g.i)); set_field("f", g.d == 3.0);',
    { a: '3.0', b: true, c: true, d: 9_007_199_254_740_993n, e: false, f: true },
  ],
  [
    'let g = grok("%{DATA:d;date;yyyy-MM-dd} %{DATA:bad;date;yyyy-MM-dd} %{DATA:n:int}$", "2020-01-02 soon 1.x"); set_field("a", is_date(g.d)); set_field("b", g.d); set_field("c", g.bad); set_field("d", g.n);',
    { a: true, b: '2020-01-02T00:00:00.000Z', c: 'soon', d: '1.x' },
  ],
  // Rules that parse key-value pairs and JSON.
  [
    raw`set_fields(key_value("a=1 b='two words' c=\"x=y\" d", " ", "=", true, true, "take_last", "", "'\""));`,
    { a: '1', b: 'two words', c: 'x=y', d: undefined },
  ],
  [
    'set_fields(key_value(value: "a=1,a=2", delimiters: ",", allow_dup_keys: true, handle_dup_keys: "+"));',
    { a: '1+2' },
  ],
  [
    'set_fields(key_value(value: "a=1 a=2", allow_dup_keys: false)); set_field("b", 1);',
    { a: undefined, b: undefined, error: /./ },
  ],
  [
    'set_fields(select_jsonpath(parse_json(to_string($message.json)), {x: "$.a.b[2].c", y: "$..k", z: "$.list[?(@.v > 1)].k", w: "$.a.b[-1:]", o: "$.none"}));',
    { x: 'deep', y: '["x","y"]', z: '["y"]', w: '[{"c":"deep"}]', o: undefined },
  ],
  [
    'let m = to_map(parse_json(to_string($message.json))); set_field("a", m.f); set_field("b", m.a.b); set_field("c", m.n); set_field("d", parse_json("{\\"a\\":1}").a);',
    { a: 1.5, b: '[1,2,{"c":"deep"}]', c: undefined, d: undefined },
  ],
  ['set_fields(to_map(flatten_json("{\\"a\\":{\\"b\\":[1,{\\"c\\":2}]}}", "flatten")));', { a_b_0: 1, a_b_1_c: 2 }],
  ['set_fields(to_map(parse_json("not json"))); set_field("a", "on");', { a: 'on' }],
  // Rules with dates.
  [
    raw`let d = parse_date("2024-03-31 01:30", "yyyy-MM-dd HH:mm", "en", "Europe/Berlin"); set_field("a", format_date(d + hours(1), "HH:mm ZZ", "Europe/Berlin")); set_field("b", format_date(d + days(1), "yyyy-MM-dd'T'HH:mmZ", "Europe/Berlin"));`,
    { a: '03:30 +02:00', b: '2024-04-01T01:30+0200' },
  ],
  [
    'let d = parse_date("2024-01-31", "yyyy-MM-dd"); set_field("a", format_date(d + months(1), "yyyy-MM-dd")); set_field("b", (d + days(2)).dayOfMonth); set_field("c", d.year);',
    { a: '2024-02-29', b: 2, c: 2024 },
  ],
  [
    'let a = parse_unix_milliseconds(0); let b = parse_unix_milliseconds(86400000); set_field("a", to_string(a - b)); set_field("b", to_long((b - a).millis));',
    { a: 'PT86400S', b: 86_400_000 },
  ],
  ['set_field("a", format_date(now(), "yyyy", "No/Zone"));', { parse: ['invalid_function_argument'] }],
  [
    'set_field("a", to_string(period("P1YT1M"))); set_field("b", to_date("2024-01-01") );',
    { a: 'P1YT1M', b: undefined },
  ],
  [
    'set_field("a", to_string(flex_parse_date("nothing at all", parse_unix_milliseconds(0))));',
    { a: '1970-01-01T00:00:00.000Z' },
  ],
  // Rules with addresses and lookups.
  [
    'set_field("a", cidr_match("10.0.0.0/8", to_ip("10.9.9.9"))); set_field("b", to_string(to_ip("x", "1.2.3.4"))); set_field("c", to_ip("192.168.1.20").anonymized);',
    { a: true, b: '1.2.3.4', c: '192.168.1.0' },
  ],
  ['set_field("a", cidr_match("10.0.0.0", to_ip("10.9.9.9")));', { parse: ['invalid_function_argument'] }],
  [
    'let u = to_url("HTTPS://me:s%20p@Host.Example:443/a/../b c?q=1&q=2#f"); set_fields({a: u.protocol, b: u.authority, c: u.user_info, d: u.host, e: u.port, f: u.path, g: u.file, h: u.query_params, i: u.ref, j: u.defaultPort});',
    {
      a: 'https',
      b: 'me:s%20p@Host.Example:443',
      c: 'me:s%20p',
      d: 'Host.Example',
      e: 443,
      f: '/a/../b c',
      g: '/a/../b c?q=1&q=2',
      h: '{"q":"1,2"}',
      i: 'f',
      j: 443,
    },
  ],
  [
    'let u = to_url("http://[::1]/?#"); set_fields({a: u.host, b: u.port, c: u.user_info, d: u.file, e: u.path, f: u.authority}); let v = to_url("http://h"); set_field("g", is_null(v.query)); set_field("h", v.path);',
    { a: '[::1]', b: -1, c: undefined, d: '/?', e: '/', f: '[::1]', g: true, h: undefined },
  ],
  [
    'set_field("a", lookup_value("none", "k", "d")); set_field("b", lookup_value("none", "k")); set_fields(lookup("none", "k", "d"));',
    { a: 'd', b: undefined, value: 'd' },
  ],
  ['set_field("a", lookup_has_value("none", $message.none));', { a: false }],
];

/** Conditions, and whether they hold, or the types of their parse errors. */
const conditions: readonly (readonly [when: string, holds: boolean | readonly string[]])[] = [
  ['not $message.flag == true', ['incompatible_type']],
  ['not has_field("n") == false', true],
  ['!(has_field("n")) || true && false', false],
  ['true || false && false', true],
  ['(true || false) && false', false],
  ['TRUE', ['undeclared_variable']],
  ['$message.none == "x"', false],
  ['$message.none != "x"', false],
  ['"x" != to_string($message.none)', true],
  ['$message.n == 6', false],
  ['to_long($message.n) == 6', true],
  ['$message.flag', false],
  ['$message.flag == true', true],
  ['has_field("timestamp") AND has_field("source") and has_field("message")', true],
  ['has_field("_id") or has_field("none")', false],
  ['is_null($message.none) && is_not_null($message.n)', true],
  ['is_null(to_long("1") / 0)', true],
  ['1 < 2 == true', true],
  ['"a" < "b"', false],
  ['to_double($message.half) > 1.0', true],
  ['to_double($message.half) > 1', ['incompatible_types']],
  ['regex("^\\\\s?alpha", to_string($message.text)).matches == true', false],
  ['regex("(?i)^\\\\s?alpha", to_string($message.text)).matches == true', true],
  ['regex("a", "a").matches', false],
  ['contains("ABC", "b", true) && starts_with("ABC", "ab", true) && ends_with("ABC", "")', true],
  ['/* first */ true // last\n', true],
  [
    Array.from({ length: 900 }, (_, index) => `to_string($message.source) == "host ${index}"`).join(' or ') +
      ' or true',
    true,
  ],
];

const grok: GrokAccess = {
  has: (name) => defaultGrokPatterns.has(name),
  compile: (pattern, namedCapturesOnly) =>
    ruleGrok(pattern, (name) => defaultGrokPatterns.get(name), namedCapturesOnly),
};

const name = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 110);

async function outcome(source: string) {
  const { errors } = readRule(source, functionCatalogue);
  if (errors.length > 0) return { parse: [...new Set(errors.map(({ type }) => type))].sort() };
  const world = newWorld({ grok });
  await world.source('r', source);
  await world.pipeline('P', 'stage 0 match pass rule "r"');
  const [message] = await world.run({ ...fields });
  return { fields: message?.fields ?? {}, matched: world.engine.figures.rule('r').matched.total === 1 };
}

for (const [then, expected] of actions)
  test(`${expected['parse'] ? 'the rule is refused' : 'the actions leave the expected fields'}: ${name(then)}`, async () => {
    const result = await outcome(`rule "r" when true then ${then} end`);
    const { parse, error, ...wanted } = expected;
    assert.deepEqual(result.parse, parse);
    if (parse) return;
    const made: Readonly<Record<string, unknown>> = result.fields ?? {};
    const problem = made['gl2_processing_error'];
    if (error instanceof RegExp) assert.match(String(problem), error);
    else assert.equal(problem, undefined);
    assert.deepEqual(Object.fromEntries(Object.keys(wanted).map((key) => [key, made[key]])), wanted);
  });

for (const [when, holds] of conditions)
  test(`the condition ${typeof holds === 'boolean' ? `is ${String(holds)}` : 'is refused'}: ${name(when)}`, async () => {
    const result = await outcome(`rule "r" when ${when} then end`);
    if (typeof holds !== 'boolean') assert.deepEqual(result.parse, holds);
    else {
      assert.equal(result.parse, undefined);
      assert.equal(result.matched, holds);
    }
  });

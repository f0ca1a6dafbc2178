/**
 * Rules of the forms that administrators usually write. Each rule of `rows` must parse, and set the fields that it is
 * meant to set; each rule of `mistakes` must be rejected.
 * The forms were found in public rules for firewalls, web servers, Windows and syslog. The texts are the project's own.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { defaultGrokPatterns } from '../../../../host/server/grok/default-patterns.js';
import { ruleGrok } from '../../../../host/server/pipelines/grok-values.js';
import { readRule } from '../../../../host/server/pipelines/sources.js';
import { functionCatalogue } from '../../../../host/server/pipelines/functions/catalogue.js';
import type { FieldValue } from '../../../../host/server/store/types.js';
import { newWorld, type World } from './engine-world.js';

type Row = readonly [
  what: string,
  source: string,
  text: string,
  fields: Readonly<Record<string, FieldValue>>,
  expected: Readonly<Record<string, unknown>>,
];

const raw = String.raw;
const message = 'to_string($message.message)';

const rows: readonly Row[] = [
  [
    'key-value text of a firewall, with quotes, an empty value and a repeated key',
    raw`rule "r" when contains(${message}, "device=", false) then
      set_fields(key_value(value: ${message}, delimiters: " ", kv_delimiters: "=", ignore_empty_values: true,
        allow_dup_keys: true, handle_dup_keys: "take_first", trim_value_chars: "\""));
    end`,
    'device="fw 1" src=10.0.0.1 note="copied a=b" url="https://x/?q=1&r=2" empty= twice=1 twice=2',
    {},
    { device: 'fw 1', src: '10.0.0.1', note: 'copied a=b', url: 'https://x/?q=1&r=2', twice: '1', empty: undefined },
  ],
  [
    'key-value pairs separated by bars, with the named argument `prefix`',
    `rule "r" when true then set_fields(fields: key_value(value: ${message}, delimiters: "|", kv_delimiters: ":",
      trim_key_chars: " ", trim_value_chars: " "), prefix: "k_"); end`,
    'a: 1 | b: two words | c:3',
    {},
    { k_a: '1', k_b: 'two words', k_c: '3' },
  ],
  [
    'a line split into columns, numbers converted',
    raw`rule "r" when has_field("app") && contains(value: to_string($message.app), search: "conn", ignore_case: true) then
      let m = split("\\|", ${message}); // columns
      set_field("ts", to_double(m[0])); set_field("host", m[1]); set_field("port", to_long(m[2]) + 1);
    end`,
    '1.5|web-1|41',
    { app: 'CONN_log' },
    { ts: 1.5, host: 'web-1', port: 42 },
  ],
  [
    'groups of a regular expression by number and by name',
    raw`rule "r" when regex("^(.+?)\\[(\\d+)\\]:\\s(.+?)$", ${message}).matches == true then
      let m = regex("^(.+?)\\[(\\d+)\\]:\\s(.+?)$", ${message});
      set_field("program", m["0"]); set_field("pid", to_long(m["1"]));
      let n = regex(pattern: "(?i)user=(\\w+)", value: ${message}, group_names: ["user"]);
      set_fields(n); set_field("again", n.user);
    end`,
    'sshd[12]: USER=bob logged in',
    {},
    { program: 'sshd', pid: 12, user: 'bob', again: 'bob' },
  ],
  [
    'a grok pattern whose captures are read one by one',
    raw`rule "r" when true then
      let g = grok("%{IPORHOST:client} %{WORD:verb} %{URIPATHPARAM:path} %{NUMBER:took:float}", ${message}, true);
      set_fields(g); set_field("method", lowercase(to_string(g.verb))); set_field("from", g["client"]);
    end`,
    '10.0.0.1 GET /a?b=1 0.5',
    {},
    { client: '10.0.0.1', path: '/a?b=1', took: 0.5, method: 'get', from: '10.0.0.1' },
  ],
  [
    'JSON as a map, by path, and flattened',
    raw`rule "r" when is_json(parse_json(${message})) then
      let tree = parse_json(${message});
      let map = to_map(tree);
      set_field("kind", map.kind);
      set_fields(select_jsonpath(json: tree, paths: { first: "$.items[0].n", each: "$.items[*].n", none: "$.zz" }));
      set_fields(to_map(flatten_json(${message}, "flatten")), "f_");
    end`,
    '{"kind":"order","items":[{"n":1},{"n":2}],"gone":null}',
    {},
    { kind: 'order', first: 1, none: undefined, f_items_0_n: 1, f_items_1_n: 2, f_gone: undefined },
  ],
  [
    'a time without year from syslog, and one in nanoseconds',
    raw`rule "r" when has_field("stamp") then
      let text = concat(to_string(now().year), concat(" ", to_string($message.stamp)));
      set_field("at", format_date(parse_date(to_string(text), "yyyy MMM dd HH:mm:ss", "en"), "yyyy-MM-dd'T'HH:mm"));
      set_field("nano", to_string(parse_unix_milliseconds(to_long($message.nano) / 1000000)));
    end`,
    'm',
    { stamp: 'Nov 03 10:11:12', nano: '1764213845123456789' },
    { at: '2010-11-03T10:11', nano: '2025-11-27T03:24:05.123Z' },
  ],
  [
    'networks, negation and a default of a missing field',
    raw`rule "r" when has_field("ip") AND NOT cidr_match("172.16.0.0/12", to_ip($message.ip)) and (cidr_match("10.0.0.0/8", to_ip($message.ip)) OR cidr_match("2001:db8::/32", to_ip($message.ip)))
    then
      set_field("lan", true);
      set_field("action", lowercase(to_string($message.act, to_string($message.sub, "UNKNOWN"))));
    end`,
    'm',
    { ip: '10.1.2.3' },
    { lan: true, action: 'unknown' },
  ],
  [
    'severity of syslog by numbers and words',
    raw`rule "r" when to_long($message.level) <= 3 && to_long($message.level) > 0 then
      let pri = expand_syslog_priority_as_string(165);
      set_field("facility_name", pri.facility); set_field("level_name", syslog_level($message.level));
    end`,
    'm',
    { level: 3 },
    { facility_name: 'local4', level_name: 'Error' },
  ],
  [
    'masking, renaming and removing',
    raw`rule "r" when true then
      set_field("message", regex_replace("(\\d{3})\\d+(\\d{2})", ${message}, "$1***$2"));
      rename_field("old", "new"); remove_field("tmp_.*");
    end`,
    'card 123456789 ok',
    { old: 'x', tmp_a: 1, tmp_b: 2 },
    { message: 'card 123***89 ok', new: 'x', old: undefined, tmp_a: undefined, tmp_b: undefined },
  ],
  [
    'arithmetic and joined texts',
    raw`rule "r" when $message."app" == "shop" then
      set_field("ms", to_double(to_string($message.seconds)) * 1000.0);
      set_field("mb", to_long($message.bytes) / 1024 / 1024);
      set_field("key", to_string($message.app) + ":" + to_string(7));
    end`,
    'm',
    { app: 'shop', seconds: '0.25', bytes: 5_242_880 },
    { ms: 250, mb: 5, key: 'shop:7' },
  ],
  [
    'comments, line ends of Windows, keywords in capitals, empty statements',
    `/* head */ RULE "r" // name\r\nWHEN // condition\r\n\ttrue /* yes */\r\nTHEN\r\n ; set_field("a", /* in */ "b // c");; // "end"\r\nEND\r\n// after`,
    'm',
    {},
    { a: 'b // c' },
  ],
];

let world: World;
before(() => {
  const patterns = defaultGrokPatterns;
  world = newWorld({
    grok: {
      has: (name) => patterns.has(name),
      compile: (pattern, namedCapturesOnly) => ruleGrok(pattern, (name) => patterns.get(name), namedCapturesOnly),
    },
  });
});

for (const [what, source, text, fields, expected] of rows)
  test(`an everyday rule sets the expected fields: ${what}`, async () => {
    assert.deepEqual(readRule(source, functionCatalogue).errors, []);
    await world.source('r', source);
    await world.pipeline('P', 'stage 0 match pass rule "r"');
    const [result] = await world.run({ ...fields }, undefined, text);
    assert.ok(result);
    const found: Readonly<Record<string, unknown>> = { ...result.fields, message: result.message };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]])), expected);
    assert.equal(result.fields['gl2_processing_error'], undefined);
  });

const mistakes: readonly (readonly [what: string, source: string, types: readonly string[]])[] = [
  [
    'a field where a text is needed',
    'rule "r" when true then set_field("x", lowercase($message.a)); end',
    ['incompatible_argument_type'],
  ],
  [
    'a field joined with a text',
    'rule "r" when true then set_field("x", $message.a + "b"); end',
    ['incompatible_types'],
  ],
  ['TRUE in capitals', 'rule "r" when TRUE then end', ['undeclared_variable']],
  ['an "if" inside a rule', 'rule "r" when true then if (true) { drop_message(); } end', ['syntax_error']],
  [
    'a single back-slash before a letter that is no escape',
    String.raw`rule "r" when regex("\d", "1").matches == true then end`,
    ['syntax_error'],
  ],
  ['a function of another product', 'rule "r" when regex_match("a", "b") then end', ['undeclared_function']],
];
for (const [what, source, types] of mistakes)
  test(`a rule cannot contain ${what}`, () => {
    assert.deepEqual(
      readRule(source, functionCatalogue).errors.map(({ type }) => type),
      types,
    );
  });

/** Templates of collector configurations are rendered; errors have positions, and the work is limited. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renameVariable, variablesOf } from '../../../../api/sidecar-template/names.js';
import { parseTemplate } from '../../../../api/sidecar-template/parse.js';
import { renderTemplate } from '../../../../host/server/sidecars/template/render.js';
import { TemplateError } from '../../../../api/sidecar-template/template-error.js';

const values = {
  sidecar: { nodeId: 'n1', nodeName: 'web-01', operatingSystem: 'linux', tags: { web: true, 'my-tag': true } },
  user: { host: 'logs.example.org', block: 'a:\n- b\n- c', paths: '/a,/b' },
};
const render = (source: string): string => renderTemplate(source, parseTemplate(source), values);

const rendered: readonly (readonly [what: string, source: string, output: string])[] = [
  ['text without directives, with a line break at the end', 'a', 'a\n'],
  [
    'syntax of other languages left unchanged',
    '<Input file> %ROOT% $FileName {{ x }} #{y} <# z >\n',
    '<Input file> %ROOT% $FileName {{ x }} #{y} <# z >\n',
  ],
  ['an interpolation', 'name: ${sidecar.nodeName}', 'name: web-01\n'],
  ['a member in brackets', '${sidecar["nodeName"]} ${sidecar.tags["my-tag"]?c}', 'web-01 true\n'],
  ['a default of a missing member', '${sidecar.spoolDir!"/var/lib/x"}/y', '/var/lib/x/y\n'],
  ['an empty default', '[${user.none!}]', '[]\n'],
  ['a default in parentheses for a missing parent', '${(other.deep.name)!"none"}', 'none\n'],
  ['a default that is an expression', '${user.none!user.host + ":5044"}', 'logs.example.org:5044\n'],
  ['a condition on the existence of a member', '<#if sidecar.tags.web??>web<#else>other</#if>', 'web\n'],
  ['an elseif', '<#if sidecar.nodeName == "a">1<#elseif sidecar.nodeName == "web-01">2<#else>3</#if>', '2\n'],
  [
    'lines that contain only directives removed',
    'a\n  <#if true>\nb\n  </#if>\n<#-- note\n over lines -->\nc\n',
    'a\nb\nc\n',
  ],
  ['a line of directives and text kept', 'a <#if true>b</#if>\n', 'a b\n'],
  ['a list with separators', '<#list user.paths?split(",") as p>"${p}"<#sep>, </#list>', '"/a", "/b"\n'],
  ['a list with index and has_next', '<#list ["x","y"] as i>${i?index}${i}<#if i?has_next>-</#if></#list>', '0x-1y\n'],
  ['the else branch of an empty list', '<#list [] as i>x<#else>none</#list>', 'none\n'],
  ['keys of a map', '<#list sidecar.tags?keys as t>${t};</#list>', 'web;my-tag;\n'],
  ['an assigned variable', '<#assign x = "a" + 1>\n${x}', 'a1\n'],
  ['a noparse section', '<#noparse>${x} <#if></#noparse>', '${x} <#if>\n'],
  ['indentation of every line but the first', '  <@indent count=2>${user.block}</@indent>', '  a:\n  - b\n  - c\n'],
  [
    'arithmetic and comparison',
    '${1 + 2 * 3} <#if 3 gt 2 && !(1 == 2)>y</#if> <#if (2 > 1)>z</#if> ${7 % 4}',
    '7 y z 3\n',
  ],
  ['escapes in texts', '${"a\\tb\\"c"}${\'d"\'}${r"\\n"}', 'a\tb"cd"\\n\n'],
  [
    'built-ins of texts',
    '${" a "?trim?upper_case}${"ab"?length}${"abc"?replace("b", "-")}${"abc"?contains("b")?c}',
    'A2a-ctrue\n',
  ],
  [
    'built-ins of lists',
    '${["a","b"]?join("+")}${["a"]?first}${["a","z"]?last}${["a"]?size}${["a"]?seq_contains("a")?string("y","n")}',
    'a+baz1y\n',
  ],
  ['has_content of something undefined', '<#if user.none?has_content>x<#else>y</#if>', 'y\n'],
  ['number and cap_first', '${"4"?number + 1} ${"ab cd"?cap_first}', '5 Ab cd\n'],
];
for (const [what, source, output] of rendered)
  test(`templates are rendered with ${what}`, () => assert.equal(render(source), output));

const refused: readonly (readonly [what: string, source: string, line: number, column: number, problem: RegExp])[] = [
  ['an undefined value', 'a\nb: ${user.none}', 2, 11, /user\.none is undefined/],
  ['an undefined parent without parentheses', '${other.name!"x"}', 1, 3, /other is undefined/],
  ['an unfinished text', 'x ${"a}', 1, 5, /no end/],
  ['an unfinished interpolation', '${a b}', 1, 5, /"}" is expected/],
  ['an unfinished if', 'a\n<#if true>\nb', 2, 1, /<#if> has no end/],
  ['an end without a beginning', 'a</#if>', 1, 2, /has no beginning/],
  ['ends in the wrong order', '<#if true><#list [] as x></#if></#list>', 1, 26, /<#list> is not ended/],
  ['an unknown directive', '\n <#nope>', 2, 2, /no directive <#nope>/],
  ['an include', '<#include "/etc/passwd">', 1, 1, /cannot be included/],
  ['an import', '<#import "x" as y>', 1, 1, /cannot be imported/],
  ['?new', '${"freemarker.template.utility.Execute"?new()}', 1, 40, /\?new/],
  ['?api', '${sidecar?api}', 1, 10, /\?api/],
  ['?eval', '${"1"?eval}', 1, 6, /\?eval/],
  ['an unknown built-in', '${"a"?shout}', 1, 6, /no built-in \?shout/],
  ['a Boolean as text', '${true}', 1, 3, /\?string/],
  ['a map as text', '${sidecar}', 1, 3, /cannot be shown/],
  ['a condition that is not a Boolean', '<#if "a">x</#if>', 1, 6, /true or false/],
  ['a list over a map', '<#list sidecar as x></#list>', 1, 1, /\?keys/],
  ['a comparison of different kinds', '<#if 1 == "1">x</#if>', 1, 8, /cannot be compared/],
  ['sep outside of a list', '<#sep>x</#sep>', 1, 1, /outside of <#list>/],
  ['the constructor of a map', '${sidecar.constructor}', 1, 11, /undefined/],
  ['the prototype of a map', '${sidecar["__proto__"]}', 1, 11, /undefined/],
  ['deep parentheses', `\${${'('.repeat(200)}1${')'.repeat(200)}}`, 1, 33, /deeper than/],
  ['deep directives', '<#if true>'.repeat(60) + '</#if>'.repeat(60), 1, 501, /deeper than/],
  [
    'nested loops of too many rounds',
    '<#assign l = "a,b,c,d,e,f,g,h,i,j"?split(",")><#list l as a><#list l as b><#list l as c><#list l as d><#list l as e>x</#list></#list></#list></#list></#list>',
    1,
    61,
    /more than 10000 rounds/,
  ],
  [
    'an output that exceeds its limit',
    `<#assign s = "${'x'.repeat(1000)}"><#list "${'a,'.repeat(2000)}"?split(",") as i>\${s}</#list>`,
    1,
    5043,
    /longer than/,
  ],
  [
    'repeatedly doubled texts',
    `<#assign s = "${'x'.repeat(100)}">${'<#assign s = s + s>'.repeat(30)}`,
    1,
    379,
    /longer than|too much work/,
  ],
];
for (const [what, source, line, column, problem] of refused) {
  test(`an error is reported with its position for ${what}`, () => {
    assert.throws(
      () => render(source),
      (error) => {
        assert.ok(error instanceof TemplateError, String(error));
        assert.match(error.problem, problem);
        assert.deepEqual([error.line, error.column], [line, column]);
        return true;
      },
    );
  });
}

test('expensive templates of collectors are refused within milliseconds', () => {
  const long = 'x'.repeat(100_000);
  for (const source of [
    `<#assign s = "${long}"><#list "${'a,'.repeat(9000)}"?split(",") as i><#assign t = s?replace("x", "yy")></#list>`,
    `<#assign s = "${long}"><#list "${'a,'.repeat(9000)}"?split(",") as i><#if s?contains("y")>1</#if></#list>`,
    `\${${'!'.repeat(50_000)}true}`,
    `\${a${'.b'.repeat(50_000)}}`,
    '${'.repeat(60_000),
    '<#if true>'.repeat(19_000),
  ]) {
    const before = process.cpuUsage();
    assert.throws(() => render(source), TemplateError);
    const { user } = process.cpuUsage(before);
    assert.ok(user < 400_000, `${source.slice(0, 30)} took ${user / 1000} ms`);
  }
});

test('variables of a collector template are found by parsing, and renamed at every occurrence', () => {
  const source = '${user.a} ${user.b!"x"} <#if user["c"]??>${user.a?trim}</#if> $user.d <#noparse>${user.e}</#noparse>';
  assert.deepEqual([...variablesOf(source)].sort(), ['a', 'b', 'c']);
  assert.equal(
    renameVariable(renameVariable(source, 'a', 'first'), 'c', 'third'),
    '${user.first} ${user.b!"x"} <#if user["third"]??>${user.first?trim}</#if> $user.d <#noparse>${user.e}</#noparse>',
  );
  assert.deepEqual([...variablesOf('${user.a} <#if')], ['a']);
});

test('a template that does not parse has its variables renamed in interpolations and directives', () => {
  const table = [
    ['${user.r"x"', '${user.raw"x"'],
    ['<#if user.r??>${user.r!user.r}', '<#if user.raw??>${user.raw!user.raw}'],
    ['user.r ${my.user.r} ${superuser.r} ${user.rs} <#if', 'user.r ${my.user.r} ${superuser.r} ${user.rs} <#if'],
    ['<#if (user.a > 1) && user.r == "x">', '<#if (user.a > 1) && user.raw == "x">'],
    ['<@indent count=user.r> ${', '<@indent count=user.raw> ${'],
    ['<#if user.r\nthe text user.r', '<#if user.raw\nthe text user.r'],
    ['<#-- user.r --><#if', '<#-- user.r --><#if'],
  ] as const;
  for (const [before, after] of table) assert.equal(renameVariable(before, 'r', 'raw'), after);
});

test('renaming a variable of a collector template covers raw, escaped and parenthesized names', () => {
  const table = [
    ['${user[r"name"]}', '${user[r"zone"]}'],
    ["${user[r'name'] + user['name']}", "${user[r'zone'] + user['zone']}"],
    ['${user["na\\x006De"]!"name"} name', '${user["zone"]!"name"} name'],
    ['<#if (user)["name"]??>${(user).name}</#if>', '<#if (user)["zone"]??>${(user).zone}</#if>'],
    ['${user[("name")]} ${user["names"]}', '${user[("zone")]} ${user["names"]}'],
  ] as const;
  for (const [before, after] of table) {
    assert.ok(variablesOf(before).has('name'), before);
    assert.equal(renameVariable(before, 'name', 'zone'), after);
  }
  assert.equal(renameVariable('${user[r"r"]} ${user.r}', 'r', 'raw'), '${user[r"raw"]} ${user.raw}');
});

test('the error for a template that is too long names all parts that are counted', () => {
  assert.throws(() => parseTemplate('<#-- x -->a'.repeat(2501)), {
    message: /at most 5000 parts: texts, interpolations, comments, and tags of directives/,
  });
  parseTemplate('<#-- x -->a'.repeat(2500));
});

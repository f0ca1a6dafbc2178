/**
 * Tests what the editors of rules, pipelines and configuration templates offer as completions: tables of texts with the
 * cursor as `|`.
 */
import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pipelineCompletion } from '../../../elements/admin/rule-editor/pipeline-completion.js';
import { ruleCompletion } from '../../../elements/admin/rule-editor/rule-completion.js';
import { pipelineLanguageSupport, ruleLanguageSupport } from '../../../elements/admin/rule-editor/rule-language.js';
import { templateCompletions } from '../../../elements/admin/sidecars/template-language.js';
import { noFacts, type RuleFacts } from '../../../machines/pipelines/rule-facts.js';
import { untyped } from '../../untyped.js';

type Complete = (context: CompletionContext) => CompletionResult | null;

const parameters: Readonly<Record<string, readonly string[]>> = {
  route_to_stream: ['name', 'id', 'message'],
  remove_from_stream: ['name', 'id'],
  grok: ['pattern', 'value'],
  grok_exists: ['pattern'],
  lookup: ['lookup_table', 'key'],
  has_field: ['field'],
  get_field: ['field'],
  set_field: ['field', 'value'],
  remove_field: ['field'],
  rename_field: ['old_field', 'new_field'],
  now: [],
};
const facts: RuleFacts = {
  ...noFacts,
  functions: untyped(
    Object.entries(parameters).map(([name, names]) => ({
      name,
      params: names.map((one) => ({ name: one, type: 'java.lang.String', optional: one === 'message' })),
    })),
  ),
  fields: ['took', 'user name', 'end'],
  streams: [
    { id: 's1', title: 'Web shop' },
    { id: 's2', title: 'Mail' },
    { id: 's3', title: 'The "old" \\ one' },
  ],
  tables: ['owners'],
  patterns: ['IP'],
  rules: ['parse', 'mask'],
};

/** Milliseconds within which a text is parsed, also on a busy machine. */
const longestParseMs = 30_000;

/** Returns the result of a completion at the cursor `|`; null: nothing is offered. */
function completed(complete: Complete, marked: string, language: Extension, explicit = false): CompletionResult | null {
  const at = marked.indexOf('|');
  const created = EditorState.create({ doc: marked.replace('|', ''), extensions: [language] });
  // A new state parses its text only for some milliseconds; an empty update takes over the whole tree.
  ensureSyntaxTree(created, created.doc.length, longestParseMs);
  return complete(new CompletionContext(created.update({}).state, at, explicit));
}

/** Returns each text that can be completed, with the part of the text that the first completion replaces. */
function offered(result: CompletionResult | null, marked: string): readonly string[] | null {
  if (!result) return null;
  const replaced = marked.replace('|', '').slice(result.from, result.to ?? marked.indexOf('|'));
  return [
    `replaces "${replaced}"`,
    ...result.options.map(({ label, detail, apply }) =>
      [label, detail, typeof apply === 'string' && apply !== label ? `inserts ${apply}` : undefined]
        .filter((one) => one !== undefined)
        .join(' | '),
    ),
  ];
}

const ruleOf = (condition: string): string => `rule "r"\nwhen\n  ${condition}\nthen\nend`;
const titles = [
  'Web shop | stream',
  'Mail | stream',
  // A quotation mark or a backslash would end or change the string.
  'The "old" \\ one | stream | inserts The \\"old\\" \\\\ one',
];
const ids = ['s1 | Web shop', 's2 | Mail', 's3 | The "old" \\ one'];
const fields = ['took | field', 'user name | field', 'end | field'];

/** Completions between quotation marks and after `$message.`, by a condition with the cursor. */
const names: Readonly<Record<string, readonly string[] | null>> = {
  'route_to_stream("|")': ['replaces ""', ...titles],
  'route_to_stream("We|b")': ['replaces "Web"', ...titles],
  'route_to_stream(name: "|")': ['replaces ""', ...titles],
  'route_to_stream(id: "|")': ['replaces ""', ...ids],
  'route_to_stream("x", "|")': ['replaces ""', ...ids],
  'route_to_stream("x", "y", "|")': null,
  'remove_from_stream("|")': ['replaces ""', ...titles],
  'remove_from_stream(id: "|")': ['replaces ""', ...ids],
  'grok("|")': ['replaces ""', '%{IP} | grok pattern'],
  'grok("%{IP}", "|")': null,
  'grok_exists("|")': ['replaces ""', 'IP | grok pattern'],
  'lookup("|")': ['replaces ""', 'owners | lookup table'],
  'lookup("owners", "|")': null,
  'has_field("|")': ['replaces ""', ...fields],
  'get_field("|")': ['replaces ""', ...fields],
  'set_field("|")': ['replaces ""', ...fields],
  'set_field("took", "|")': null,
  'remove_field("|")': ['replaces ""', ...fields],
  'rename_field("|")': ['replaces ""', ...fields],
  'rename_field("took", "|")': ['replaces ""', ...fields],
  '$message.t|': [
    'replaces "t"',
    'took',
    'user name | inserts `user name`',
    // A field whose name is a keyword needs back-ticks.
    'end | inserts `end`',
  ],
  '"|"': null,
};

for (const [condition, expected] of Object.entries(names))
  test(`the rule editor completes names in ${condition}`, () => {
    const text = ruleOf(condition);
    const result = completed(
      ruleCompletion(() => facts),
      text,
      ruleLanguageSupport(),
    );
    assert.deepEqual(offered(result, text), expected);
  });

test('the rule editor offers no names of streams, tables and patterns while they are unknown', () => {
  for (const condition of [
    'route_to_stream("|")',
    'route_to_stream(id: "|")',
    'lookup("|")',
    'grok("|")',
    'grok_exists("|")',
  ]) {
    const unknown = { ...facts, streams: undefined, tables: undefined, patterns: undefined };
    const result = completed(
      ruleCompletion(() => unknown),
      ruleOf(condition),
      ruleLanguageSupport(),
    );
    assert.equal(result, null, condition);
  }
});

test('the rule editor offers variables, functions and keywords for a word', () => {
  const text = 'rule "r"\nwhen\n  n|\nthen\n  let sum = 1;\n  LET sum = 2;\n  let other = sum;\nend';
  const result = offered(
    completed(
      ruleCompletion(() => facts),
      text,
      ruleLanguageSupport(),
    ),
    text,
  );
  assert.deepEqual(result, [
    'replaces "n"',
    'sum | variable',
    'other | variable',
    '$message | the message',
    'route_to_stream | (name, id, [message])',
    'remove_from_stream | (name, id)',
    'grok | (pattern, value)',
    'grok_exists | (pattern)',
    'lookup | (lookup_table, key)',
    'has_field | (field)',
    'get_field | (field)',
    'set_field | (field, value)',
    'remove_field | (field)',
    'rename_field | (old_field, new_field)',
    'now | () | inserts now()',
    ...['rule', 'when', 'then', 'end', 'let', 'and', 'or', 'not', 'true', 'false'],
  ]);
});

test('the rule editor offers the parameters of a function that have no value yet first', () => {
  const parametersIn = (condition: string): readonly string[] =>
    (
      completed(
        ruleCompletion(() => facts),
        ruleOf(condition),
        ruleLanguageSupport(),
      )?.options ?? []
    )
      .filter(({ type }) => type === 'parameter')
      .map(({ label, detail, boost }) => `${label}${detail} ${boost}`);
  assert.deepEqual(parametersIn('route_to_stream(n|)'), [
    'name: String 2',
    'id: String 2',
    'message: String, optional 2',
  ]);
  assert.deepEqual(parametersIn('route_to_stream(name: "x", i|)'), ['id: String 2', 'message: String, optional 2']);
  assert.deepEqual(parametersIn('route_to_stream(name: n|)'), []);
  assert.deepEqual(parametersIn('n|'), []);
});

test('the rule editor completes an empty word only when the user requests it', () => {
  const at = (explicit: boolean): CompletionResult | null =>
    completed(
      ruleCompletion(() => facts),
      ruleOf('|'),
      ruleLanguageSupport(),
      explicit,
    );
  assert.equal(at(false), null);
  assert.notEqual(at(true), null);
});

const rules = ['parse | rule', 'mask | rule'];
const statements = ['rule "parse"; | rule', 'rule "mask"; | rule', 'stage', 'rule', 'end'];
/** Completions of a pipeline, by its text with the cursor. */
const inPipelines: Readonly<Record<string, readonly string[] | null>> = {
  'p|': ['replaces "p"', 'pipeline'],
  'pipeline "x"\nstage 1 m|': ['replaces "m"', 'match'],
  'pipeline "x"\nstage -1 m|': ['replaces "m"', 'match'],
  'pipeline "x"\nstage 1 match a|': ['replaces "a"', 'all', 'either', 'pass'],
  'pipeline "x"\nstage 1 match all\nr|': ['replaces "r"', ...statements],
  'pipeline "x"\nstage 1 match all\nrule "|': ['replaces ""', ...rules],
  'pipeline "x"\nstage 1 match all\nrule "pa|rse";': ['replaces "parse"', ...rules],
  'pipeline "x"\nstage 1 match all\nrule "pa|\nrule "mask";': ['replaces "pa"', ...rules],
  'pipeline "x|': null,
  'pipeline "x"\n// r|': null,
  'pipeline "x"\n|': null,
};

for (const [text, expected] of Object.entries(inPipelines))
  test(`the pipeline editor completes ${JSON.stringify(text)}`, () => {
    const result = completed(
      pipelineCompletion(() => facts),
      text,
      pipelineLanguageSupport(),
    );
    assert.deepEqual(offered(result, text), expected);
  });

test('the pipeline editor completes on request after white space, and no title of a rule while none is known', () => {
  const asked = completed(
    pipelineCompletion(() => facts),
    'pipeline "x"\n|',
    pipelineLanguageSupport(),
    true,
  );
  assert.deepEqual(offered(asked, 'pipeline "x"\n|'), ['replaces ""', ...statements]);
  const none = completed(
    pipelineCompletion(() => noFacts),
    'pipeline "x"\nrule "|',
    pipelineLanguageSupport(),
  );
  assert.equal(none, null);
});

const variables = [
  'sidecar.nodeId | id of the node',
  'sidecar.nodeName | name of the node',
  'sidecar.sidecarVersion | version of the agent',
  'sidecar.operatingSystem | operating system of the node',
  'sidecar.spoolDir | directory of this configuration on the node',
  'sidecar.tags | tags of the node',
  'user.hosts',
];
const directives = [
  '<#if | condition | inserts <#if ></#if>',
  '<#else | otherwise | inserts <#else>',
  '<#list | loop | inserts <#list  as item></#list>',
  '<#assign | variable | inserts <#assign name = >',
  '<#noparse | text as it is | inserts <#noparse></#noparse>',
];
/** Completions of a configuration template, by its text with the cursor. */
const inTemplates: Readonly<Record<string, readonly string[] | null>> = {
  'a: ${|': ['replaces ""', ...variables],
  'a: ${ user.h|': ['replaces "user.h"', ...variables],
  'a: <#if side|': ['replaces "side"', ...variables],
  'a: <#list user|': ['replaces "user"', ...variables],
  'a: <#l|': ['replaces "<#l"', ...directives],
  'a: $|': null,
  'a: user.h|': null,
};

for (const [text, expected] of Object.entries(inTemplates))
  test(`the editor of templates completes ${text}`, () => {
    const result = completed((context) => templateCompletions(context, ['hosts']), text, []);
    assert.deepEqual(offered(result, text), expected);
  });

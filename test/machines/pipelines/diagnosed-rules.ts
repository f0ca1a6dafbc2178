/** Rules of tests, and the names that their functions may use. */
import assert from 'node:assert/strict';
import type { FunctionDescriptor } from '../../../api/contract/pipelines.js';
import { parseRule } from '../../../api/pipeline-language/index.js';
import type { Finding } from '../../../machines/pipelines/finding.js';
import { diagnose } from '../../../machines/pipelines/rule-diagnoses.js';
import type { RuleFacts } from '../../../machines/pipelines/rule-facts.js';

export const described = (name: string, returns: string, ...params: readonly string[]): FunctionDescriptor => ({
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
export const facts: RuleFacts = {
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
/** Returns the source of a rule. */
export const rule = (condition: string, actions = ''): string => `rule "r"\nwhen ${condition}\nthen\n${actions}\nend`;
/** Returns the findings in a rule that parses. */
export function found(source: string, known = facts): readonly Finding[] {
  const { tree } = { tree: undefined, ...parseRule(source) };
  assert.ok(tree, 'the rule parses');
  return diagnose(source, tree, known);
}

/**
 * Provides completion in the rule editor: functions, parameters, fields, variables, keywords; names of streams, tables
 * and patterns within strings.
 */
import {
  snippetCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { FunctionDescriptor } from '../../../api/contract/pipelines.js';
import { signatureOf, typeName, type RuleFacts } from '../../../machines/pipelines/rule-facts.js';
import { fieldOf, quoted } from '../../../machines/pipelines/rule-of-message.js';
import { rulePlaceAt, type RulePlace } from './rule-place.js';

const keywords = ['rule', 'when', 'then', 'end', 'let', 'and', 'or', 'not', 'true', 'false'];

/** String parameters whose value is a field name, written as `function parameter`. */
const fieldArguments: ReadonlySet<string> = new Set([
  'has_field field',
  'set_field field',
  'remove_field field',
  'rename_field old_field',
  'rename_field new_field',
  'get_field field',
]);

export function ruleCompletion(facts: () => RuleFacts) {
  return (context: CompletionContext): CompletionResult | null => {
    const known = facts();
    const text = context.state.doc.toString();
    const place = rulePlaceAt(syntaxTree(context.state), text, context.pos, known.functions);
    if (place.kind === 'none') return null;
    if (place.kind === 'word' && place.from === context.pos && !context.explicit) return null;
    const options = optionsAt(place, known, variablesOf(text));
    if (options.length === 0) return null;
    return place.kind === 'text'
      ? { from: place.from, to: place.to, options, validFor: /^[^"]*$/ }
      : { from: place.from, options, validFor: /^\w*$/ };
  };
}

/** Returns the names defined by `let`. */
const variablesOf = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\blet\s+([A-Za-z_][A-Za-z_0-9]*)\s*=/gi)].map(([, name = '']) => name)),
];

function optionsAt(
  place: Exclude<RulePlace, { kind: 'none' }>,
  facts: RuleFacts,
  variables: readonly string[],
): readonly Completion[] {
  switch (place.kind) {
    case 'field':
      return facts.fields.map((name) => ({ label: name, type: 'property', apply: nameOfField(name) }));
    case 'text':
      return namesFor(place, facts);
    case 'word': {
      const called = facts.functions.find(({ name }) => name === place.call);
      const parameters = place.startsArgument && called ? called.params : [];
      return [
        ...parameters
          .filter(({ name }) => !place.named.includes(name))
          .map((one): Completion => ({
            label: `${one.name}: `,
            detail: `${typeName(one.type)}${one.optional ? ', optional' : ''}`,
            type: 'parameter',
            boost: 2,
          })),
        ...variables.map((name): Completion => ({ label: name, detail: 'variable', type: 'variable', boost: 1 })),
        { label: '$message', detail: 'the message', type: 'variable', boost: 1 },
        ...facts.functions.map(functionCompletion),
        ...keywords.map((name): Completion => ({ label: name, type: 'keyword', boost: -1 })),
      ];
    }
  }
}

/** Returns the name of a field as it is written after `$message.`: special names need back-ticks. */
const nameOfField = (name: string): string => fieldOf(name).slice('$message.'.length);
/** Returns a name as it is written between quotation marks. */
const withinQuotes = (name: string): string => quoted(name).slice(1, -1);

function namesFor(
  { call, parameter = '' }: Extract<RulePlace, { kind: 'text' }>,
  facts: RuleFacts,
): readonly Completion[] {
  const plain = (names: readonly string[] | undefined, detail: string): readonly Completion[] =>
    (names ?? []).map((label) => ({ label, detail, type: 'text', apply: withinQuotes(label) }));
  if (fieldArguments.has(`${call} ${parameter}`)) return plain(facts.fields, 'field');
  if (parameter === 'lookup_table') return plain(facts.tables, 'lookup table');
  const isRouting = call === 'route_to_stream' || call === 'remove_from_stream';
  if (isRouting && parameter === 'name')
    return plain(
      facts.streams?.map(({ title }) => title),
      'stream',
    );
  if (isRouting && parameter === 'id')
    return (facts.streams ?? []).map(({ id, title }) => ({ label: id, detail: title, type: 'text' }));
  if (call === 'grok_exists' && parameter === 'pattern') return plain(facts.patterns, 'grok pattern');
  if (call === 'grok' && parameter === 'pattern')
    return (facts.patterns ?? []).map((name) => ({ label: `%{${name}}`, detail: 'grok pattern', type: 'text' }));
  return [];
}

function functionCompletion(one: FunctionDescriptor): Completion {
  const required = one.params.filter(({ optional }) => !optional);
  const holes = required.map(({ name }, index) => `\${${index + 1}:${name}}`).join(', ');
  const about = { label: one.name, detail: signatureOf(one).slice(one.name.length), type: 'function' };
  if (one.params.length === 0) return { ...about, apply: `${one.name}()` };
  return snippetCompletion(`${one.name}(${required.length === 0 ? '${}' : holes})`, about);
}

/** Provides completion in the pipeline editor: keywords valid at a position, and rule titles between quotes. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { RuleFacts } from '../../../machines/pipelines/rule-facts.js';

const words = (...labels: readonly string[]): readonly Completion[] =>
  labels.map((label) => ({ label, type: 'keyword' }));

export function pipelineCompletion(facts: () => RuleFacts) {
  return (context: CompletionContext): CompletionResult | null => {
    const { pos, state, explicit } = context;
    const node = syntaxTree(state).resolveInner(pos, -1);
    if (/Comment$/.test(node.name)) return null;
    const before = state.sliceDoc(Math.max(0, pos - 300), pos);
    const quoted = /\brule\s+"([^"\n]*)$/i.exec(before);
    if (quoted) {
      const rules = facts().rules ?? [];
      const from = pos - (quoted[1]?.length ?? 0);
      const closed = state.sliceDoc(pos, pos + 300).search(/["\n]/);
      const to = closed >= 0 && state.sliceDoc(pos + closed, pos + closed + 1) === '"' ? pos + closed : pos;
      return rules.length === 0
        ? null
        : { from, to, options: rules.map((label) => ({ label, detail: 'rule', type: 'text' })), validFor: /^[^"]*$/ };
    }
    if (/"[^"\n]*$/.test(before.slice(before.lastIndexOf('\n') + 1).replace(/"[^"]*"/g, ''))) return null;
    const typed = /[A-Za-z]*$/.exec(before)?.[0] ?? '';
    if (typed === '' && !explicit) return null;
    return { from: pos - typed.length, options: optionsAfter(before, typed, facts()), validFor: /^\w*$/ };
  };
}

function optionsAfter(before: string, typed: string, { rules = [] }: RuleFacts): readonly Completion[] {
  const lead = before.slice(0, before.length - typed.length);
  if (/^\s*$/.test(lead)) return words('pipeline');
  if (/\bstage\s+[+-]?\d+\s+$/i.test(lead)) return words('match');
  if (/\bmatch\s+$/i.test(lead)) return words('all', 'either', 'pass');
  return [
    ...rules.map((title): Completion => ({ label: `rule "${title}";`, detail: 'rule', type: 'text' })),
    ...words('stage', 'rule', 'end'),
  ];
}

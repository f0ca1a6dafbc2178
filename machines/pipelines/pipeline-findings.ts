/**
 * Finds faults in a pipeline's source: syntax errors, repeated stage numbers, missing rules, and rules that are twice
 * in a stage. The functions are pure.
 */
import { parsePipeline, type PipelineTree } from '../../api/pipeline-language/index.js';
import type { Finding } from './finding.js';
import { nearestName } from './nearest-name.js';

/**
 * Returns the findings.
 * @param rules titles of all rules; undefined: unknown, so that missing rules are not reported
 */
export function pipelineFindings(source: string, rules: readonly string[] | undefined): readonly Finding[] {
  if (source.trim() === '') return [];
  const parsed = parsePipeline(source);
  if (parsed.problem) {
    const { from, to, reason } = parsed.problem;
    return [{ kind: 'error', from, to, title: reason }];
  }
  return [...repeatedStages(parsed.tree), ...referenceFindings(parsed.tree, rules)];
}

function repeatedStages({ stages }: PipelineTree): readonly Finding[] {
  return stages.flatMap(({ number, numberAt }, index): readonly Finding[] => {
    if (stages.findIndex((other) => other.number === number) === index) return [];
    const title = `the number ${number} is taken`;
    const text = 'Of stages with one number only the first is run: give this one another number.';
    const free = Math.max(...stages.map((stage) => stage.number)) + 1;
    const { from, to } = numberAt;
    return [
      {
        kind: 'error',
        from,
        to,
        title,
        text,
        fix: { label: `Use ${free}`, edits: [{ from, to, insert: String(free) }] },
      },
    ];
  });
}

function referenceFindings({ stages }: PipelineTree, known: readonly string[] | undefined): readonly Finding[] {
  return stages.flatMap(({ number, rules }) =>
    rules.flatMap((rule, index): readonly Finding[] => {
      const { from, to } = rule.nameAt;
      if (known && !known.includes(rule.name)) {
        const nearest = nearestName(rule.name, known);
        return [
          {
            kind: 'warning',
            from,
            to,
            title: `there is no rule "${rule.name}"`,
            text: 'A rule that does not exist never matches.',
            ...(nearest !== undefined && {
              fix: { label: `Use ${nearest}`, edits: [{ from: from + 1, to: to - 1, insert: nearest }] },
            }),
          },
        ];
      }
      if (rules.findIndex((other) => other.name === rule.name) === index) return [];
      return [
        {
          kind: 'hint',
          from,
          to,
          title: `"${rule.name}" stands twice in stage ${number}`,
          text: 'It runs twice on every message that it matches.',
        },
      ];
    }),
  );
}

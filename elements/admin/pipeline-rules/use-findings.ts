/** Collects all findings on a rule's source: the server's errors and the editor's diagnoses. */
import { useMemo } from 'react';
import { parseRule } from '../../../api/pipeline-language/index.js';
import type { Finding } from '../../../machines/pipelines/finding.js';
import { withoutIgnored } from '../../../machines/pipelines/ignored-findings.js';
import { findingsOfErrors } from '../../../machines/pipelines/parse-findings.js';
import { diagnose } from '../../../machines/pipelines/rule-diagnoses.js';
import type { RuleFacts } from '../../../machines/pipelines/rule-facts.js';
import { useRuleCheck } from './use-rule-check.js';

export interface RuleFindings {
  readonly findings: readonly Finding[];
  /** True while the server's check of the current text is pending. */
  readonly waiting: boolean;
  readonly failure: unknown;
}

const none: readonly Finding[] = [];

export function useFindings(source: string, facts: RuleFacts): RuleFindings {
  const { errors, failure } = useRuleCheck(source);
  const own = useMemo(() => {
    const parsed = parseRule(source);
    return parsed.problem ? none : withoutIgnored(source, diagnose(source, parsed.tree, facts));
  }, [source, facts]);
  const refused = useMemo(() => (errors ? findingsOfErrors(source, errors, facts) : none), [source, errors, facts]);
  // A diagnosis at the position of a server error would repeat it, so it is left out.
  const findings = useMemo(
    () => [...refused, ...own.filter(({ from }) => !refused.some((error) => error.from === from))],
    [refused, own],
  );
  return { findings, waiting: errors === undefined && source.trim() !== '' && !failure, failure };
}

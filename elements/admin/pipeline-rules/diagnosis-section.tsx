/** Lists the findings on a rule in text order, with a quick fix where one is known. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import type { FindingKind, QuickFix } from '../../../machines/pipelines/finding.js';
import { ignored } from '../../../machines/pipelines/ignored-findings.js';
import { Section } from '../../kit/detail-page/index.js';
import { tokens, type } from '../../kit/tokens.js';
import { FindingList } from '../rule-editor/index.js';
import type { RuleFindings } from './use-findings.js';
import { texts } from './texts.js';

const { diagnosis: words, form } = texts;

const useStyles = makeStyles({
  counts: { color: tokens.text.secondary, ...type.body },
  text: { color: tokens.text.secondary, overflowWrap: 'anywhere', ...type.body },
});

export interface DiagnosisSectionProps extends RuleFindings {
  readonly source: string;
  /** Applies a quick fix; undefined when the rule is read-only. */
  readonly onFix: ((fix: QuickFix) => void) | undefined;
  readonly onShow: (at: number) => void;
}

export function DiagnosisSection(props: DiagnosisSectionProps): ReactNode {
  const { source, findings, waiting, failure, onFix, onShow } = props;
  const styles = useStyles();
  const count = (kind: FindingKind): number => findings.filter((one) => one.kind === kind).length;
  const counts = [
    count('error') > 0 && words.errors(count('error')),
    count('warning') > 0 && words.warnings(count('warning')),
    count('hint') > 0 && words.hints(count('hint')),
  ].filter(Boolean);
  return (
    <Section title={words.title} action={<span className={styles.counts}>{counts.join(', ')}</span>}>
      {failure !== undefined && <p className={styles.text}>{words.failed(reasonOf(failure))}</p>}
      {findings.length === 0 && failure === undefined && (
        <p className={styles.text}>
          {waiting ? words.waiting : source.trim() === '' ? form.sourceMissing : words.none}
        </p>
      )}
      <FindingList
        source={source}
        findings={findings}
        onFix={onFix}
        onIgnore={onFix && ((finding) => onFix(ignored(source, finding)))}
        onShow={onShow}
      />
    </Section>
  );
}

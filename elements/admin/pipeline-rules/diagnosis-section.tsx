/** Problems of a rule in the order of its text, each with the change that mends it. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { Lines } from '../../../api/pipeline-language/index.js';
import type { FindingKind, QuickFix } from '../../../machines/pipelines/finding.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorIcon, FixIcon, InfoIcon, WarningIcon } from '../../kit/icons.js';
import { focusRing, tokens, type } from '../../kit/tokens.js';
import type { RuleFindings } from './use-findings.js';
import { texts } from './texts.js';

const { diagnosis: words, form } = texts;
/** Longer lists would bury the source. */
const most = 30;

const useStyles = makeStyles({
  counts: { color: tokens.text.secondary, ...type.body },
  list: { display: 'grid', gap: '12px', margin: 0, padding: 0, listStyleType: 'none' },
  item: { display: 'grid', gridTemplateColumns: '16px minmax(0, 1fr)', columnGap: '10px', ...type.body },
  icon: { fontSize: '16px', lineHeight: '18px' },
  error: { color: tokens.status.danger.icon },
  warning: { color: tokens.status.warning.icon },
  hint: { color: tokens.status.info.icon },
  place: {
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    textAlign: 'start',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    ...type.cardTitle,
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
  text: { color: tokens.text.secondary, overflowWrap: 'anywhere' },
  fix: { marginTop: '6px' },
  change: {
    display: 'grid',
    margin: '6px 0',
    padding: '6px 8px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    ...type.logSmall,
  },
  before: { textDecorationLine: 'line-through', color: tokens.text.secondary },
});

const icons: Readonly<Record<FindingKind, ReactNode>> = {
  error: <ErrorIcon />,
  warning: <WarningIcon />,
  hint: <InfoIcon />,
};

export interface DiagnosisSectionProps extends RuleFindings {
  readonly source: string;
  /** Undefined: nothing can be changed. */
  readonly onFix: ((fix: QuickFix) => void) | undefined;
  readonly onShow: (at: number) => void;
}

export function DiagnosisSection(props: DiagnosisSectionProps): ReactNode {
  const { source, findings, waiting, failure, onFix, onShow } = props;
  const styles = useStyles();
  const lines = new Lines(source);
  const count = (kind: FindingKind): number => findings.filter((one) => one.kind === kind).length;
  const counts = [
    count('error') > 0 && words.errors(count('error')),
    count('warning') > 0 && words.warnings(count('warning')),
    count('hint') > 0 && words.hints(count('hint')),
  ].filter(Boolean);
  const sorted = [...findings].sort((one, other) => one.from - other.from).slice(0, most);
  return (
    <Section title={words.title} action={<span className={styles.counts}>{counts.join(', ')}</span>}>
      {failure !== undefined && <p className={styles.text}>{words.failed(reasonOf(failure))}</p>}
      {sorted.length === 0 && failure === undefined && (
        <p className={styles.text}>
          {waiting ? words.waiting : source.trim() === '' ? form.sourceMissing : words.none}
        </p>
      )}
      <ul className={styles.list}>
        {sorted.map((finding, index) => {
          const { line, column } = lines.at(finding.from);
          return (
            <li key={index} className={styles.item}>
              <span className={styles.icon}>
                <span className={styles[finding.kind]}>{icons[finding.kind]}</span>
              </span>
              <div>
                <button type="button" className={styles.place} title={words.show} onClick={() => onShow(finding.from)}>
                  {`${finding.kind === 'error' ? form.place(line, column + 1) : form.lineOnly(line)}: ${finding.title}`}
                </button>
                {finding.text !== undefined && <div className={styles.text}>{finding.text}</div>}
                {finding.fix && onFix && <Fix source={source} fix={finding.fix} onFix={onFix} />}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

interface FixProps {
  readonly source: string;
  readonly fix: QuickFix;
  readonly onFix: (fix: QuickFix) => void;
}

/** Shows the lines before and after the change. */
function Fix({ source, fix, onFix }: FixProps): ReactNode {
  const styles = useStyles();
  const { before, after } = changedLines(source, fix);
  return (
    <>
      <code className={styles.change}>
        <span className={styles.before}>{before}</span>
        {after !== '' && <span>{after}</span>}
      </code>
      <Button size="small" icon={<FixIcon />} onClick={() => onFix(fix)}>
        {fix.label}
      </Button>
    </>
  );
}

/** Characters of a change that are shown. */
const longest = 200;

function changedLines(source: string, { edits }: QuickFix): { readonly before: string; readonly after: string } {
  const first = edits[0]?.from ?? 0;
  const last = edits.at(-1)?.to ?? first;
  const from = source.lastIndexOf('\n', first - 1) + 1;
  const newline = source.indexOf('\n', Math.max(last - 1, first));
  const to = newline < 0 ? source.length : Math.max(newline, last);
  const before = source.slice(from, to);
  const after = edits.reduceRight(
    (text, edit) => text.slice(0, edit.from - from) + edit.insert + text.slice(edit.to - from),
    before,
  );
  return { before: before.trim().slice(0, longest), after: after.trim().slice(0, longest) };
}

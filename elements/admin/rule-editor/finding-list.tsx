/**
 * Lists findings in text order, with a quick fix where one is known, and a button to ignore a finding that has a code.
 */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Lines } from '../../../api/pipeline-language/index.js';
import type { Finding, FindingKind, QuickFix } from '../../../machines/pipelines/finding.js';
import { Button } from '../../kit/button.js';
import { ErrorIcon, FixIcon, InfoIcon, WarningIcon } from '../../kit/icons.js';
import { focusRing, tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

/** Maximum number of listed findings; more would push the source out of view. */
const most = 30;

const useStyles = makeStyles({
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
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '6px' },
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

export interface FindingListProps {
  readonly source: string;
  readonly findings: readonly Finding[];
  /** Applies a quick fix; undefined when the source is read-only. */
  readonly onFix: ((fix: QuickFix) => void) | undefined;
  /** Ignores a finding that has a code; undefined: findings cannot be ignored. */
  readonly onIgnore?: ((finding: Finding) => void) | undefined;
  readonly onShow: (at: number) => void;
}

export function FindingList({ source, findings, onFix, onIgnore, onShow }: FindingListProps): ReactNode {
  const styles = useStyles();
  const lines = new Lines(source);
  const sorted = [...findings].sort((one, other) => one.from - other.from).slice(0, most);
  return (
    <ul className={styles.list}>
      {sorted.map((finding, index) => {
        const { line, column } = lines.at(finding.from);
        const { kind, title, text, fix } = finding;
        const ignorable = onIgnore && finding.code !== undefined;
        return (
          <li key={index} className={styles.item}>
            <span className={styles.icon}>
              <span className={styles[kind]}>{icons[kind]}</span>
            </span>
            <div>
              <button type="button" className={styles.place} title={texts.show} onClick={() => onShow(finding.from)}>
                {`${kind === 'error' ? texts.place(line, column + 1) : texts.lineOnly(line)}: ${title}`}
              </button>
              {text !== undefined && <div className={styles.text}>{text}</div>}
              {fix && onFix && <Change source={source} fix={fix} />}
              {((fix && onFix) ?? ignorable) && (
                <div className={styles.buttons}>
                  {fix && onFix && (
                    <Button size="small" icon={<FixIcon />} onClick={() => onFix(fix)}>
                      {fix.label}
                    </Button>
                  )}
                  {ignorable && (
                    <Button size="small" appearance="subtle" title={texts.ignoreHelp} onClick={() => onIgnore(finding)}>
                      {texts.ignore}
                    </Button>
                  )}
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Shows the lines before and after a change. */
function Change({ source, fix }: { readonly source: string; readonly fix: QuickFix }): ReactNode {
  const styles = useStyles();
  const { before, after } = changedLines(source, fix);
  return (
    <code className={styles.change}>
      <span className={styles.before}>{before}</span>
      {after !== '' && <span>{after}</span>}
    </code>
  );
}

/** Maximum number of displayed characters of a change. */
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

/** Renders the list of sample messages with the rule's result for each; one message is selected. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { WorkbenchResult } from '../../../api/contract/rule-workbench.js';
import type { MessageFields } from '../../../api/contract/searches.js';
import { useHostElement } from '../../element/host-context.js';
import { formatDate } from '../../kit/format.js';
import { ErrorIcon, ExcludeIcon, SuccessIcon } from '../../kit/icons.js';
import { focusRing, tokens, type } from '../../kit/tokens.js';
import { rawText } from '../../widgets/values/value-text.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  box: { maxHeight: '420px', overflow: 'auto', border: `1px solid ${tokens.border.subtle}`, borderRadius: '4px' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: '24px 112px minmax(0, 1fr)',
    columnGap: '8px',
    width: '100%',
    padding: '5px 8px',
    border: 'none',
    borderBottom: `1px solid ${tokens.border.divider}`,
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    textAlign: 'start',
    cursor: 'pointer',
    ...type.body,
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  chosen: {
    backgroundColor: tokens.selection.background,
    boxShadow: `inset 3px 0 0 ${tokens.selection.border}`,
    ':hover': { backgroundColor: tokens.selection.backgroundHover },
  },
  number: { color: tokens.text.tertiary, fontVariantNumeric: 'tabular-nums' },
  state: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    fontWeight: 600,
    '& svg': { flexShrink: 0, fontSize: '16px' },
  },
  matched: { color: tokens.status.success.text },
  error: { color: tokens.status.danger.text },
  none: { color: tokens.text.secondary, fontWeight: 400 },
  text: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    minWidth: 0,
    '& > div': { overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  message: { ...type.logSmall },
  effect: { color: tokens.text.secondary },
});

export interface ResultTableProps {
  readonly results: readonly WorkbenchResult[];
  readonly messages: readonly MessageFields[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

export function ResultTable({ results, messages, chosen, onChoose }: ResultTableProps): ReactNode {
  const styles = useStyles();
  const { timezone } = useHostElement();
  return (
    <div className={styles.box}>
      <ul className={styles.list} aria-label={texts.source}>
        {results.map((result, index) => {
          const { timestamp, message } = messages[index] ?? {};
          const time = typeof timestamp === 'string' ? formatDate(timestamp, timezone) : '';
          return (
            <li key={index}>
              <button
                type="button"
                className={mergeClasses(styles.row, index === chosen && styles.chosen)}
                aria-pressed={index === chosen}
                onClick={() => onChoose(index)}
              >
                <span className={styles.number}>{index + 1}</span>
                <State result={result} />
                <span className={styles.text}>
                  <div className={styles.message} title={time}>
                    {rawText(message)}
                  </div>
                  <div className={result.error ? styles.error : styles.effect}>{effectOf(result)}</div>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function State({ result: { matched, error } }: { readonly result: WorkbenchResult }): ReactNode {
  const styles = useStyles();
  if (error)
    return (
      <span className={mergeClasses(styles.state, styles.error)}>
        <ErrorIcon />
        {texts.error}
      </span>
    );
  if (matched)
    return (
      <span className={mergeClasses(styles.state, styles.matched)}>
        <SuccessIcon />
        {texts.matched}
      </span>
    );
  return (
    <span className={mergeClasses(styles.state, styles.none)}>
      <ExcludeIcon />
      {matched === null ? texts.notReached : texts.notMatched}
    </span>
  );
}

function effectOf({ error, dropped, added, changed, removed }: WorkbenchResult): string {
  if (error) return texts.place(error.line, error.position_in_line + 1, error.reason);
  if (dropped) return texts.dropped;
  const counts = [added, changed, removed].map((fields) => Object.keys(fields).length);
  const [a = 0, c = 0, r = 0] = counts;
  return a + c + r === 0 ? texts.noEffect : texts.effect(a, c, r);
}

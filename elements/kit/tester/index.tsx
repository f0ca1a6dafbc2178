/**
 * Provides the layout for testing a configuration on a text while the user edits it, such as an extractor, grok
 * pattern, lookup table or pipeline: at the left the text, typed or taken from a message, and at the right the result.
 * `useTrial` sends the requests.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useId, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { ErrorPanel } from '../error-panel.js';
import { Spinner } from '../spinner.js';
import { tokens, type } from '../tokens.js';
import type { Trial } from './use-trial.js';

export { useTrial } from './use-trial.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
    gap: '16px',
    alignItems: 'start',
  },
  side: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px', minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '20px', ...type.cardTitle },
  box: {
    minHeight: '76px',
    maxHeight: '320px',
    overflow: 'auto',
    boxSizing: 'border-box',
    padding: '8px 10px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.subtle,
    overflowWrap: 'anywhere',
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '1px' },
  },
  old: { opacity: 0.6 },
  hint: { color: tokens.text.secondary, ...type.body },
});

export interface TesterProps<Result> {
  /** Fields for the text to test, and for loading the text from a message. */
  readonly input: ReactNode;
  /** Heading above the result, and the title of an error. */
  readonly title: string;
  readonly trial: Trial<Result>;
  /** Shown while there is no result: names the fields that the user must fill in. */
  readonly hint: string;
  readonly children: (result: Result) => ReactNode;
}

export function Tester<Result>({ input, title, trial, hint, children }: TesterProps<Result>): ReactNode {
  const styles = useStyles();
  const id = useId();
  const { result, error, busy } = trial;
  return (
    <div className={styles.columns}>
      <div className={styles.side}>{input}</div>
      <div className={styles.side}>
        <div className={styles.head}>
          <span id={id}>{title}</span>
          {busy && <Spinner />}
        </div>
        {error !== undefined && !busy ? (
          <ErrorPanel title={title} errors={[reasonOf(error)]} />
        ) : (
          <div
            role="region"
            aria-labelledby={id}
            aria-busy={busy}
            tabIndex={0}
            className={mergeClasses(styles.box, busy && result !== undefined && styles.old)}
          >
            {result === undefined ? <span className={styles.hint}>{hint}</span> : children(result)}
          </div>
        )}
      </div>
    </div>
  );
}

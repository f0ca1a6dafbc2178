import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { SpinnerRing } from './spinner.js';
import { kitTexts } from './texts.js';
import { tokens, type } from './tokens.js';
import { useDelayed } from './use-delayed.js';

/** Milliseconds until "Loading..." is shown (spec 1 §9). */
const loadingDelayMs = 500;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    minHeight: '40px',
    color: tokens.text.secondary,
    ...type.body,
  },
  ring: { display: 'inline-flex', color: tokens.selection.border },
});

export interface LoadingProps {
  readonly text?: string;
  /** Milliseconds until the spinner and the text are shown. */
  readonly delayMs?: number;
}

/** Shows a spinner and a text after a delay, by default half a second; their space is reserved from the start. */
export function Loading({ text = kitTexts.loading, delayMs = loadingDelayMs }: LoadingProps): ReactNode {
  const styles = useStyles();
  const shown = useDelayed(delayMs);
  return (
    <div className={styles.root} role="status">
      {shown && (
        <>
          <span className={styles.ring}>
            <SpinnerRing />
          </span>
          {text}
        </>
      )}
    </div>
  );
}

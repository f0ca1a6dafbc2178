import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { kitTexts } from './texts.js';
import { tokens } from './tokens.js';
import { useDelayed } from './use-delayed.js';

/** Default number of milliseconds until a spinner is shown (spec 1 §9). */
const spinnerDelayMs = 200;

const useStyles = makeStyles({
  ring: {
    display: 'inline-block',
    flexShrink: 0,
    borderRadius: '50%',
    border: '2px solid color-mix(in srgb, currentColor 25%, transparent)',
    borderTopColor: 'currentColor',
    animationName: { to: { transform: 'rotate(360deg)' } },
    animationDuration: '900ms',
    animationTimingFunction: 'linear',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationDuration: '4s' },
  },
  spinner: { display: 'inline-flex', color: tokens.selection.border },
});

/** Renders a spinner that appears without delay and has no text, for controls with their own text; `size` is in px. */
export function SpinnerRing({ size = 16 }: { readonly size?: number }): ReactNode {
  return <span className={useStyles().ring} style={{ width: size, height: size }} aria-hidden="true" />;
}

export interface SpinnerProps {
  /** Accessible text that names the work in progress. */
  readonly label?: string;
  /** Width and height in px. */
  readonly size?: number;
  readonly delayMs?: number;
  readonly className?: string;
}

/**
 * Renders a spinner that appears after `delayMs`, so that short waits show none; its space is reserved while it is
 * hidden.
 */
export function Spinner(props: SpinnerProps): ReactNode {
  const { label = kitTexts.loading, size = 16, delayMs = spinnerDelayMs, className } = props;
  const styles = useStyles();
  const shown = useDelayed(delayMs);
  return (
    <span className={mergeClasses(styles.spinner, className)} style={{ minWidth: size, height: size }} role="status">
      {shown && (
        <>
          <SpinnerRing size={size} />
          <span className="lc-unseen">{label}</span>
        </>
      )}
    </span>
  );
}

import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { ThresholdLevel } from '../../../machines/view/metric-look.js';
import { tokens } from '../../kit/tokens.js';
import { laterTexts } from '../later-texts.js';

const useStyles = makeStyles({
  warning: { color: tokens.status.warning.text, fontWeight: 600 },
  critical: { color: tokens.status.danger.text, fontWeight: 600 },
});

/**
 * Renders a value with the colour of the threshold that it has reached, and with a text for users who do not perceive
 * the colour.
 */
export function Attention({
  level,
  children,
}: {
  readonly level: ThresholdLevel | undefined;
  readonly children: ReactNode;
}) {
  const styles = useStyles();
  if (level === undefined) return children;
  return (
    <span className={styles[level]}>
      {children}
      <span className="lc-unseen"> {laterTexts.attention[level]}</span>
    </span>
  );
}

/** Shows in the footer of a widget why some of its filtered metrics and formulas have no or incomplete values. */
import { makeStyles } from '@griffel/react';
import { tokens } from '../../kit/tokens.js';

const useStyles = makeStyles({
  faults: {
    flexGrow: 1,
    minWidth: 0,
    maxWidth: '100%',
    paddingRight: '8px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.status.warning.text,
  },
});

export interface MetricFaultsProps {
  /** Sentences; at least one. */
  readonly faults: readonly string[];
}

export function MetricFaults({ faults }: MetricFaultsProps) {
  const styles = useStyles();
  return (
    <span className={styles.faults} role="note" title={faults.join('\n')}>
      {faults.join(' ')}
    </span>
  );
}

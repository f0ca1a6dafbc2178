/** Renders a badge for the state of a sidecar or collector: text and dot; the unknown state is dashed. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { StatusCode } from '../../../api/contract/sidecars.schema.js';
import { StatusBadge } from '../../kit/chip.js';
import { radius, tokens, type } from '../../kit/tokens.js';
import { stateKinds, stateWords } from './state.js';

const useStyles = makeStyles({
  unknown: {
    display: 'inline-flex',
    padding: '0 8px',
    whiteSpace: 'nowrap',
    border: `1px dashed ${tokens.border.strong}`,
    borderRadius: `${radius.control}px`,
    color: tokens.text.secondary,
    ...type.caption,
    fontWeight: 600,
  },
});

export function StateBadge({ code }: { readonly code: StatusCode }): ReactNode {
  const styles = useStyles();
  if (code === 1) return <span className={styles.unknown}>{stateWords[1]}</span>;
  return <StatusBadge kind={stateKinds[code]}>{stateWords[code]}</StatusBadge>;
}

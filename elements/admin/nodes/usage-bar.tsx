/** Renders the usage of a resource as a bar with text. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { tokens, type } from '../../kit/tokens.js';

const useStyles = makeStyles({
  root: { display: 'grid', gap: '4px', minWidth: 0, ...type.body },
  track: {
    position: 'relative',
    height: '8px',
    borderRadius: '4px',
    overflow: 'hidden',
    backgroundColor: tokens.surface.subtle,
    border: `1px solid ${tokens.border.subtle}`,
  },
  fill: {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    backgroundColor: tokens.brand.solid,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
  /** Style of the larger share behind the used share, such as allocated memory. */
  behind: { opacity: 0.35 },
  full: { backgroundColor: tokens.status.danger.icon },
  text: { color: tokens.text.secondary, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
});

const share = (ratio: number): string => `${Math.min(100, Math.max(0, ratio * 100)).toFixed(1)}%`;

export interface UsageBarProps {
  /** Name of the resource. */
  readonly label: string;
  /** Used share, 0 to 1. */
  readonly ratio: number;
  /** A larger share drawn behind the first, such as allocated memory. */
  readonly behind?: number;
  /** Share from which the bar is red. */
  readonly warnFrom?: number;
  readonly children: ReactNode;
}

export function UsageBar({ label, ratio, behind, warnFrom = Infinity, children }: UsageBarProps): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div
        className={styles.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(Math.min(1, Math.max(0, ratio)) * 100)}
      >
        {behind !== undefined && (
          <div className={mergeClasses(styles.fill, styles.behind)} style={{ width: share(behind) }} />
        )}
        <div className={mergeClasses(styles.fill, ratio >= warnFrom && styles.full)} style={{ width: share(ratio) }} />
      </div>
      <div className={styles.text}>{children}</div>
    </div>
  );
}

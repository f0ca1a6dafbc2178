/**
 * Renders the indicator of the shown page: a dot for each page, and for the shown page a bar that fills until the page
 * changes.
 */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { tokens } from '../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  dots: { display: 'flex', alignItems: 'center', gap: '6px', flexShrink: 0 },
  dot: { width: '4px', height: '4px', borderRadius: '2px', backgroundColor: tokens.text.secondary },
  bar: { width: '28px', height: '4px', borderRadius: '2px', overflow: 'clip', backgroundColor: tokens.border.default },
  fill: {
    height: '100%',
    backgroundColor: tokens.brand.solid,
    transformOrigin: 'left',
    animationName: { from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(1)' } },
    animationTimingFunction: 'linear',
    animationFillMode: 'both',
  },
});

/** Maximum number of pages for which dots are shown; more dots could not be told apart. */
const mostDots = 24;

export interface PageDotsProps {
  readonly count: number;
  /** Position of the shown page, counted from 0. */
  readonly position: number;
  readonly intervalMs: number;
}

export function PageDots({ count, position, intervalMs }: PageDotsProps): ReactNode {
  const styles = useStyles();
  const label = texts.pages(position + 1, count);
  if (count > mostDots) return <span>{label}</span>;
  return (
    <div className={styles.dots} role="img" aria-label={label}>
      {Array.from({ length: count }, (_, index) =>
        index === position ? (
          <div key={`at ${index}`} className={styles.bar}>
            <div className={styles.fill} style={{ animationDuration: `${intervalMs}ms` }} />
          </div>
        ) : (
          <div key={index} className={styles.dot} />
        ),
      )}
    </div>
  );
}

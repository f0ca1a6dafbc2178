import { makeStyles, mergeClasses } from '@griffel/react';
import { tokens } from '../../kit/tokens.js';
import { texts } from '../texts.js';

export interface WidgetSkeletonProps {
  readonly shape: 'bars' | 'messages' | 'text';
}

/** Bar heights in percent; they are fixed, because random heights would change with each render. */
const barHeights = [40, 55, 48, 66, 58, 52, 74, 60, 84, 70, 96, 78, 58, 46, 64, 52, 80, 66, 54, 48];
const rows = [38, 62, 50, 74, 44, 68, 56, 70];

const useStyles = makeStyles({
  skeleton: {
    flexGrow: 1,
    minHeight: 0,
    overflow: 'hidden',
    animationName: { '50%': { opacity: 0.55 } },
    animationDuration: '1600ms',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
  bars: { display: 'flex', alignItems: 'flex-end', gap: '6px', padding: '12px 20px 22px 44px' },
  messages: { display: 'flex', flexDirection: 'column', gap: '14px', padding: '14px 20px 0 30px' },
  row: { display: 'flex', gap: '14px', flexShrink: 0 },
  piece: { backgroundColor: tokens.surface.skeleton, borderRadius: tokens.radius.small },
  bar: { flexGrow: 1 },
  line: { height: '10px' },
});

/** Renders a placeholder in the shape of the content, shown before the first result. */
export function WidgetSkeleton({ shape }: WidgetSkeletonProps) {
  const styles = useStyles();
  const piece = mergeClasses(styles.piece, styles.line);
  return (
    <div
      className={mergeClasses(styles.skeleton, shape === 'bars' ? styles.bars : styles.messages)}
      role="status"
      aria-label={texts.loading}
    >
      {shape === 'bars'
        ? barHeights.map((height, index) => (
            <span key={index} className={mergeClasses(styles.piece, styles.bar)} style={{ height: `${height}%` }} />
          ))
        : rows.map((width, index) => (
            <span key={index} className={styles.row}>
              {shape === 'messages' && <span className={piece} style={{ width: 140 }} />}
              {shape === 'messages' && <span className={piece} style={{ width: 80 }} />}
              <span className={piece} style={{ width: `${width}%` }} />
            </span>
          ))}
    </div>
  );
}

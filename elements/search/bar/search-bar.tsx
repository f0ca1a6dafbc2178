/** Renders the layout of the search controls: two rows in a card, one row in compact embeds. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { container, space, tokens } from '../../kit/tokens.js';
import { texts } from '../texts.js';

export interface SearchBarProps {
  readonly compact?: boolean;
  readonly timeRange: ReactNode;
  readonly streams?: ReactNode;
  readonly refresh?: ReactNode;
  readonly query: ReactNode;
  readonly search: ReactNode;
  /** Content after the search button, such as the link to the console in embeds. */
  readonly extra?: ReactNode;
  /** Content of a further row with optional controls such as parameters. */
  readonly controls?: ReactNode;
}

const useStyles = makeStyles({
  card: {
    display: 'grid',
    rowGap: `${space.m}px`,
    padding: `${space.m}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
  },
  bare: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${space.s}px`,
    padding: `${space.s}px`,
    border: 'none',
    borderBottom: `1px solid ${tokens.border.divider}`,
    borderBottomLeftRadius: 0,
    borderBottomRightRadius: 0,
  },
  row: { display: 'flex', alignItems: 'stretch', gap: `${space.m}px`, minWidth: 0 },
  /** A long time range and the controls beside it wrap into two lines instead of overflowing the card. */
  filters: { flexWrap: 'wrap', [container.compact]: { flexWrap: 'nowrap' } },
  extra: { display: 'flex', alignItems: 'center' },
  line: { flex: '1 1 100%', minWidth: 0 },
  grow: { flex: '1 1 320px' },
  /** In a narrow container the query has its own line. */
  whole: { [container.medium]: { flexBasis: '100%' } },
});

export function SearchBar({
  compact = false,
  timeRange,
  streams,
  refresh,
  query,
  search,
  extra,
  controls,
}: SearchBarProps) {
  const styles = useStyles();
  if (compact) {
    return (
      <div role="search" aria-label={texts.bar.label} className={mergeClasses(styles.card, styles.bare)}>
        <div className={styles.row}>{timeRange}</div>
        <div className={mergeClasses(styles.row, styles.grow, styles.whole)}>
          {query}
          {search}
          {extra && <span className={styles.extra}>{extra}</span>}
        </div>
        {controls && <div className={styles.line}>{controls}</div>}
      </div>
    );
  }
  return (
    <div role="search" aria-label={texts.bar.label} className={styles.card}>
      <div className={mergeClasses(styles.row, styles.filters)}>
        {timeRange}
        {streams}
        {refresh}
      </div>
      <div className={styles.row}>
        {query}
        {search}
        {extra && <span className={styles.extra}>{extra}</span>}
      </div>
      {controls}
    </div>
  );
}

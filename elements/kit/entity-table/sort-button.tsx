/** Renders the header of a sortable column: a click sorts, and an arrow shows the direction. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { ListSort } from '../../../machines/paged-list.js';
import { SortAscendingIcon, SortDescendingIcon } from '../icons.js';
import { tokens } from '../tokens.js';
import { tableTexts } from './texts.js';

const useStyles = makeStyles({
  sort: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    maxWidth: '100%',
    height: '100%',
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    ':hover': { color: tokens.text.primary },
    ':hover > svg': { opacity: 1 },
    ':focus-visible': {
      outline: `2px solid ${tokens.focus.outer}`,
      outlineOffset: '-2px',
      borderRadius: tokens.radius.control,
    },
    '& > svg': { flexShrink: 0, fontSize: '14px', opacity: 0 },
  },
  active: { color: tokens.text.primary, '& > svg': { opacity: 1, color: tokens.selection.border } },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

type Sorted = ListSort['direction'] | undefined;

/**
 * Returns the value of `aria-sort` for the column header that contains the button.
 * @param sorted direction of the column; undefined: another column is sorted
 */
export const ariaSort = (sorted: Sorted): 'ascending' | 'descending' | undefined =>
  sorted && (sorted === 'asc' ? 'ascending' : 'descending');

export interface SortButtonProps {
  /** Title of the column. */
  readonly title: string;
  /** Direction of the column; undefined when another column is sorted. */
  readonly sorted: Sorted;
  readonly onSort: () => void;
}

export function SortButton({ title, sorted, onSort }: SortButtonProps): ReactNode {
  const styles = useStyles();
  const Arrow = sorted === 'desc' ? SortDescendingIcon : SortAscendingIcon;
  return (
    <button
      type="button"
      className={mergeClasses(styles.sort, sorted && styles.active)}
      title={tableTexts.sortBy(title)}
      onClick={onSort}
    >
      <span className={styles.text}>{title}</span>
      <Arrow />
    </button>
  );
}

/** Renders a heading above a table on a page with several parts: the table's name and the number of its entries. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { tokens, type } from '../tokens.js';

const useStyles = makeStyles({
  title: { ...type.sectionTitle },
  total: { color: tokens.text.secondary, ...type.body },
});

export interface ListHeadingProps {
  readonly title: string;
  /** Number of entries as text; undefined while unknown. */
  readonly total: string | undefined;
}

export function ListHeading({ title, total }: ListHeadingProps): ReactNode {
  const styles = useStyles();
  return (
    <div>
      <h2 className={styles.title}>{title}</h2>
      {/* A non-breaking space reserves the line while the number is unknown, so that nothing moves. */}
      <p className={styles.total}>{total ?? '\u00a0'}</p>
    </div>
  );
}

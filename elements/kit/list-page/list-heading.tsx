/** Above the table of a page that has more than one part: what the table is of, and how many there are. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { tokens, type } from '../tokens.js';

const useStyles = makeStyles({
  title: { ...type.sectionTitle },
  total: { color: tokens.text.secondary, ...type.body },
});

export interface ListHeadingProps {
  readonly title: string;
  /** Undefined while it is not known. */
  readonly total: string | undefined;
}

export function ListHeading({ title, total }: ListHeadingProps): ReactNode {
  const styles = useStyles();
  return (
    <div>
      <h2 className={styles.title}>{title}</h2>
      {/* Its line is kept while it is not known: nothing moves. */}
      <p className={styles.total}>{total ?? '\u00a0'}</p>
    </div>
  );
}

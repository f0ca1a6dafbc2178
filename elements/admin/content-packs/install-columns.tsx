import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { container } from '../../kit/tokens.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 340px',
    gap: '12px',
    alignItems: 'start',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  main: { gridColumn: 1, gridRow: 1, minWidth: 0, [container.wide]: { gridRow: 'auto' } },
  beside: { gridColumn: 2, gridRow: 1, [container.wide]: { gridColumn: 1, gridRow: 'auto' } },
  aside: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
});

/**
 * Renders two columns: `main` with the planned changes, and `aside` with the form. On narrow screens the form is above
 * the changes, because it would be hard to find below hundreds of changes.
 */
export function InstallColumns({ main, aside }: { readonly main: ReactNode; readonly aside: ReactNode }): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.columns}>
      <div className={mergeClasses(styles.aside, styles.beside)}>{aside}</div>
      <div className={styles.main}>{main}</div>
    </div>
  );
}

/** Lays out sections below each other. */
export function Stack({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={useStyles().aside}>{children}</div>;
}

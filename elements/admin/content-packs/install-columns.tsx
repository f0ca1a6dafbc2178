import { makeStyles } from '@griffel/react';
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
  aside: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
});

/** Two columns: the planned changes, and the form beside them; on narrow screens the form is below. */
export function InstallColumns({ main, aside }: { readonly main: ReactNode; readonly aside: ReactNode }): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.columns}>
      <div>{main}</div>
      <div className={styles.aside}>{aside}</div>
    </div>
  );
}

/** Sections below each other. */
export function Stack({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={useStyles().aside}>{children}</div>;
}

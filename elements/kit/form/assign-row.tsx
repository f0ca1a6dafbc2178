import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { container } from '../tokens.js';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '8px',
    alignItems: 'end',
    marginBottom: '16px',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** Renders a row of a select field and the button that assigns the selection; the two are stacked on narrow screens. */
export function AssignRow({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={useStyles().row}>{children}</div>;
}

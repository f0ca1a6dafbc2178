import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { container, space, tokens } from './tokens.js';

const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    gap: `${space.xxl}px`,
    padding: `${space.x3}px ${space.x4}px ${space.x4}px`,
    color: tokens.text.primary,
    [container.compact]: { padding: `${space.xxl}px ${space.xl}px` },
  },
});

/** Header and tables of a list page, with its gutters (look.md "Entity table page"). */
export function PageLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={useStyles().page}>{children}</div>;
}

import { makeStyles } from '@griffel/react';
import { useEffect, type ReactNode } from 'react';
import { useHostElement } from '../element/host-context.js';
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

/**
 * Layout of a page (look.md "Entity table page"): header, tables and sections within margins. Its first rendering
 * reports the host element as ready.
 */
export function PageLayout({ children }: { readonly children: ReactNode }): ReactNode {
  const host = useHostElement();
  useEffect(() => {
    host.ready();
  }, [host]);
  return <div className={useStyles().page}>{children}</div>;
}

import { makeStyles } from '@griffel/react';
import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query';
import { startTransition, useEffect, useState, type ReactNode } from 'react';
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

const unanswered = { predicate: ({ state }: Query) => state.status === 'pending' };

/**
 * Renders the layout of a page: header, tables and sections within margins. The host element is reported as ready once
 * no query waits for its first answer.
 */
export function PageLayout({ children }: { readonly children: ReactNode }): ReactNode {
  const { health } = useHostElement();
  const queryClient = useQueryClient();
  const waiting = useIsFetching(unanswered);
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    if (waiting > 0) return undefined;
    // The queries of the surrounding component start after this effect, so the check runs in a later task. The check is
    // a transition, because transitions are rendered after the pending updates. The parts that show a failure have
    // reported the failure by then.
    const timer = setTimeout(() => startTransition(() => setChecks((before) => before + 1)));
    return () => clearTimeout(timer);
  }, [waiting]);
  useEffect(() => {
    if (checks > 0 && queryClient.isFetching(unanswered) === 0) health.ready();
  }, [health, queryClient, checks]);
  return <div className={useStyles().page}>{children}</div>;
}

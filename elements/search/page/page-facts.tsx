/** Contains the hooks and the retry button that search and dashboard pages have in common. */
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { formatInstant, instantOfWire } from '../../../machines/time-range/local-time.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { RetryIcon } from '../../kit/icons.js';
import { useView, type ViewPageActor } from '../../view-area/index.js';
import { texts } from '../texts.js';

/** Returns true once `ready` is true and the browser has idle time for optional work; the result then stays true. */
export function useCalm(ready: boolean): boolean {
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    if (!ready || calm) return;
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(() => setCalm(true), 500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setCalm(true), { timeout: 2_000 });
    return () => cancelIdleCallback(handle);
  }, [ready, calm]);
  return calm;
}

/** Returns the properties of the title row from the view and its execution. `fresh`: the view was never saved. */
export function useTitleFacts(page: ViewPageActor) {
  const { timezone } = useHostElement();
  const { view, document } = useView(page);
  const changed = useSelector(view, (state) => state.matches({ open: { changes: 'changed' } }));
  const fresh = useSelector(view, (state) => state.matches({ open: { identity: 'fresh' } }));
  const execution = useSelector(page, ({ context }) => context.execution);
  const running = useSelector(execution, (state) => state.matches({ run: 'running' }));
  const stats = useSelector(execution, ({ context }) => context.shown?.result?.execution_stats);
  const executed = useMemo(() => {
    const at = stats && instantOfWire(stats.timestamp);
    return stats && { duration: stats.duration, at: at === undefined ? '' : formatInstant(at, timezone) };
  }, [stats, timezone]);
  const row = {
    // A dashboard that was created from a search already has a title before it is saved.
    title: fresh && document?.view.type !== 'DASHBOARD' ? '' : (document?.view.title ?? ''),
    unsavedChanges: changed && !fresh,
    running,
    executed,
  };
  return { fresh, row };
}

export function Retry({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <Button icon={<RetryIcon />} onClick={onRetry}>
      {texts.page.tryAgain}
    </Button>
  );
}

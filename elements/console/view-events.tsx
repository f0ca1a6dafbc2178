/** Writes events of searches and dashboards into the address. */
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { readWidgetMode, writeWidgetMode } from '../../machines/view/address.js';
import { HostContext, useHostElement, type HostElementFace } from '../element/host-context.js';
import type { Router } from './router.js';

/** Calls `onEvent` for each event of the page in `children`, after the outer host has received the event. */
export function Listening({
  onEvent,
  children,
}: {
  readonly onEvent: (name: string, detail: object) => void;
  readonly children: ReactNode;
}): ReactNode {
  const host = useHostElement();
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  const inner = useMemo<HostElementFace>(
    () => ({
      ...host,
      emit: (name, detail, options) => {
        const proceed = host.emit(name, detail, options);
        latest.current(name, detail ?? {});
        return proceed;
      },
    }),
    [host],
  );
  return <HostContext value={inner}>{children}</HostContext>;
}

/** Detail of `log-widget-focus`, which is emitted when a widget's focus or edit mode begins or ends. */
export interface WidgetFocus {
  readonly id: string | null;
  readonly focusing?: boolean;
  readonly editing?: boolean;
}

export const withSearch = (path: string, search: URLSearchParams): string =>
  search.size > 0 ? `${path}?${search}` : path;

/**
 * Writes the focus or edit mode of a widget into the address. Entering a mode adds a history entry, so that going back
 * leaves the mode and stays on the page.
 */
export function showMode(router: Router, path: string, { id, ...flags }: WidgetFocus): void {
  const { search } = router.location();
  const before = readWidgetMode(search);
  const to = withSearch(path, writeWidgetMode(search, { focusedId: id ?? undefined, ...flags }));
  const deeper = id !== null && (before.focusedId !== id || (flags.editing === true && !before.editing));
  if (deeper) router.navigate(to);
  else router.goBackTo(to);
}

/** Tells the host which value of which widget was clicked; a host that handles it itself keeps the menu closed. */
import { useMemo, type ReactNode } from 'react';
import { useHostElement } from '../../element/host-context.js';
import { FieldInteractionsContext, type FieldInteractions } from '../../widgets/index.js';

export interface ValueClicksProps {
  readonly widgetId: string;
  readonly interactions: FieldInteractions;
  readonly children: ReactNode;
}

export function ValueClicks({ widgetId, interactions, children }: ValueClicksProps): ReactNode {
  const host = useHostElement();
  const own = useMemo(
    (): FieldInteractions => ({
      ...interactions,
      onValueClick: ({ field, value }) =>
        host.emit('log-value-click', { field, value, widget: widgetId }, { cancelable: true }),
    }),
    [host, interactions, widgetId],
  );
  return <FieldInteractionsContext value={own}>{children}</FieldInteractionsContext>;
}

import { useState, useSyncExternalStore } from 'react';
import type { ChangeOrder } from '../../../../machines/view/chart-look.js';
import type { VisualizationProps } from '../visualization.js';

const never = () => () => undefined;
const none = () => undefined;

/**
 * Returns the order of a table by a column of changes, a function that changes it, and a function to call before the
 * user changes the sort of the table. The order holds until the configured sort changes, for example in the editor of
 * the widget. It is kept in the view, like the configured sort. In an editor and in a table that the user cannot
 * change, a new order is kept in this component only.
 */
export function useChangeOrder({
  config,
  earlier,
  editing,
  onConfigChange,
}: Pick<VisualizationProps, 'config' | 'earlier' | 'editing' | 'onConfigChange'>) {
  const sort = JSON.stringify(config.sort);
  const orders = earlier?.orders;
  const kept = useSyncExternalStore(orders?.subscribe ?? never, orders?.get ?? none);
  const [own, setOwn] = useState<{ readonly order: ChangeOrder | undefined; readonly sort: string }>();
  if (own && own.sort !== sort) setOwn(undefined);
  const chosen = own ?? (kept && { order: kept, sort: kept.sort });
  const setOrder = (order: ChangeOrder | undefined): void => {
    const isKept = orders && onConfigChange && !editing;
    setOwn(isKept ? undefined : { order, sort });
    if (isKept && (order || kept)) orders.set(order && { ...order, sort });
  };
  // If the order that the view keeps is in effect, it stays in the view: the changed sort ends it, and undoing that
  // change restores it. If it is not in effect, it is removed, because it would otherwise come into effect as soon as
  // the sort has its earlier value again.
  const endOrder = (): void => (kept?.sort === sort ? setOwn(undefined) : setOrder(undefined));
  return [chosen?.sort === sort ? chosen.order : undefined, setOrder, endOrder] as const;
}

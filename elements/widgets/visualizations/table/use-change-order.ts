import { useState, useSyncExternalStore } from 'react';
import type { ChangeOrder } from '../../../../machines/view/chart-look.js';
import type { VisualizationProps } from '../visualization.js';

const never = () => () => undefined;
const none = () => undefined;

/**
 * Returns the order of a table by a column of changes, and a function that changes it. The order holds until the
 * configured sort changes, for example in the editor of the widget. It is kept in the view, like the configured sort. In
 * an editor and in a table that the user cannot change, a new order is kept in this component only.
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
    if (!orders || !onConfigChange || editing) setOwn({ order, sort });
    else if (order || kept) orders.set(order && { ...order, sort });
  };
  return [chosen?.sort === sort ? chosen.order : undefined, setOrder] as const;
}

/**
 * Keeps the order of a data table by a column of changes with the display settings of the widget (chart-look.ts),
 * because the contract has no member for it. It does not affect the search.
 */
import type { ViewState } from '../../api/contract/views.schema.js';
import { isObject } from '../../api/is-object.js';
import { chartLookKind, type KeptChangeOrder } from '../view/chart-look.js';
import { storedLook } from '../view/widget-looks.js';

/** The kept order of a widget, as an external store of React. */
export interface ChangeOrders {
  /** Returns the same object until the order changes. */
  readonly get: () => KeptChangeOrder | undefined;
  /** Calls the listener after changes; returns a function that ends this. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (order: KeptChangeOrder | undefined) => void;
}

/** Reads the kept order of a widget; an invalid one counts as absent. */
export function keptChangeOrder({ titles }: Pick<ViewState, 'titles'>, widgetId: string): KeptChangeOrder | undefined {
  const { changes } = storedLook(titles, chartLookKind, widgetId);
  if (!isObject(changes)) return undefined;
  const { id, direction, sort } = changes;
  if (typeof id !== 'string' || typeof sort !== 'string') return undefined;
  return direction === 'Ascending' || direction === 'Descending' ? { id, direction, sort } : undefined;
}

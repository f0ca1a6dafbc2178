import type { ActorRefFrom } from 'xstate';
import { keptChangeOrder, type ChangeOrders } from '../../../machines/comparison/kept-change-order.js';
import { stateOf } from '../../../machines/view/document.js';
import type { viewMachine } from '../../../machines/view/machine.js';
import { sameWire } from '../../../machines/wire-equality.js';

/** Returns the order by changes that the open page of a view keeps for a widget. */
export function changeOrdersOf(view: ActorRefFrom<typeof viewMachine>, widgetId: string): ChangeOrders {
  let latest: ReturnType<ChangeOrders['get']>;
  return {
    get: () => {
      const { document, activeQuery } = view.getSnapshot().context;
      const order = document && keptChangeOrder(stateOf(document, activeQuery), widgetId);
      return sameWire(order, latest) ? latest : (latest = order);
    },
    subscribe: (listener) => {
      const { unsubscribe } = view.subscribe(listener);
      return unsubscribe;
    },
    set: (changes) => view.send({ type: 'widget.arranged', widgetId, look: { changes } }),
  };
}

import type { ReactNode } from 'react';
import type { Widget } from '../../../api/contract/views.schema.js';
import { Suspense } from '../../kit/suspense.js';
import { WidgetSkeleton } from '../../widgets/index.js';
import { WidgetFrame } from '../../widgets/frame/widget-frame.js';
import { isMessageTable } from '../grid/widget-wait.js';
import { useSeen, type SeenWidgets } from '../near-widgets.js';

export interface WhenNearProps {
  readonly seen: SeenWidgets;
  readonly widget: Widget;
  readonly title: string;
  readonly render: () => ReactNode;
}

/**
 * Renders a widget once it comes near the viewport. Until then a card with title and handle takes its place, so that
 * users of keyboard and screen reader can reach it. The title of the card cannot be edited, because typed text would
 * be lost when the widget replaces the card.
 */
export function WhenNear({ seen, widget, title, render }: WhenNearProps): ReactNode {
  const near = useSeen(seen, widget.id);
  const card = (
    <WidgetFrame title={title} executing={near}>
      {near && <WidgetSkeleton shape={isMessageTable(widget) ? 'messages' : 'bars'} />}
    </WidgetFrame>
  );
  // Each widget has its own Suspense boundary: the card is then replaced and passes its focus on. A boundary further
  // out would only hide the card, and hidden content loses the focus.
  return near ? <Suspense fallback={card}>{render()}</Suspense> : card;
}

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
 * Renders a widget once it comes near the viewport; until then only its card, with title and handle, so that keyboard
 * and screen reader users can reach it. The title can only be edited in the widget, because text typed into the card
 * would be lost with it.
 */
export function WhenNear({ seen, widget, title, render }: WhenNearProps): ReactNode {
  const near = useSeen(seen, widget.id);
  const card = (
    <WidgetFrame title={title} executing={near}>
      {near && <WidgetSkeleton shape={isMessageTable(widget) ? 'messages' : 'bars'} />}
    </WidgetFrame>
  );
  // One Suspense boundary per widget: content that is replaced passes its focus on to its replacement, merely hidden
  // content would lose it.
  return near ? <Suspense fallback={card}>{render()}</Suspense> : card;
}

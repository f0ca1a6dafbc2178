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
 * A widget once it comes near the viewport; until then only its card. That has name and handle, so that those who go from
 * one to the next by keyboard or by a screen reader get there. The title is edited in the widget only: what is typed into the
 * card would go with it.
 */
export function WhenNear({ seen, widget, title, render }: WhenNearProps): ReactNode {
  const near = useSeen(seen, widget.id);
  const card = (
    <WidgetFrame title={title} executing={near}>
      {near && <WidgetSkeleton shape={isMessageTable(widget) ? 'messages' : 'bars'} />}
    </WidgetFrame>
  );
  // One boundary for each: what is replaced gives its focus to what follows, what is only hidden would lose it.
  return near ? <Suspense fallback={card}>{render()}</Suspense> : card;
}

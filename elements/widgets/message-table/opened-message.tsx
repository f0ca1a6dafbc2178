import { useEffect, useEffectEvent, useMemo } from 'react';
import { lazyPart } from '../../kit/lazy-part.js';
import { Suspense } from '../../kit/suspense.js';
import { MessageOriginContext, messageOriginOf } from '../actions/interactions.js';
import type { FieldType, ResultMessage } from '../faces.js';
import { RenderBoundary } from '../frame/render-boundary.js';
import { WidgetSkeleton } from '../frame/widget-skeleton.js';

const MessageDetail = lazyPart(async () => {
  const { MessageDetail } = await import('../../message/index.js');
  return { MessageDetail };
}, 'MessageDetail');

export interface OpenedMessageProps {
  readonly message: ResultMessage;
  readonly fieldTypes?: readonly FieldType[] | undefined;
  readonly streams?: readonly string[] | undefined;
  /** True if the message is selected for comparison. */
  readonly compared: boolean;
  readonly onCompare: () => void;
  /** Opens the previous message (`onNext`: the next) in place of this message; undefined where there is none. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  /** True if the details are in the panel beside the table. */
  readonly beside?: boolean;
  /** Moves the details into the panel or back below the row; undefined when there is no room for a panel. */
  readonly onPlace: (() => void) | undefined;
  /** Closes the panel; details below a row have no close button, because a click on the row closes them. */
  readonly onClose?: () => void;
  /** Text that initially filters the fields. */
  readonly fieldFilter: string;
  readonly onFieldFilter: (text: string) => void;
  /** Called when the details are on screen. */
  readonly onShown?: () => void;
  /** Called before a menu of the details opens another page in place of this page. */
  readonly onLeave?: () => void;
}

/** Renders the details of an open message; their code is loaded on demand. */
export function OpenedMessage({ onShown, onLeave, ...props }: OpenedMessageProps) {
  const { message } = props;
  const origin = useMemo(() => {
    const stored = messageOriginOf(message);
    return stored && onLeave ? { ...stored, onLeave } : stored;
  }, [message, onLeave]);
  return (
    <RenderBoundary resetKey={message}>
      <Suspense fallback={<WidgetSkeleton shape="text" />}>
        <MessageOriginContext value={origin}>
          <MessageDetail {...props} />
        </MessageOriginContext>
        {onShown && <Shown onShown={onShown} />}
      </Suspense>
    </RenderBoundary>
  );
}

/** Calls back once its siblings are on screen: while a lazy sibling is loading, React delays the effect. */
function Shown({ onShown }: { readonly onShown: () => void }): null {
  const shown = useEffectEvent(onShown);
  useEffect(() => {
    shown();
  }, []);
  return null;
}

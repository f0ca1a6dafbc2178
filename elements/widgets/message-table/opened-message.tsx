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
  /** Selected for comparing. */
  readonly compared: boolean;
  readonly onCompare: () => void;
  /** Open another message in place of this one; absent at the ends. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  /** True in the panel beside the table. */
  readonly beside?: boolean;
  /** To the panel, or out of it; absent without room for one. */
  readonly onPlace: (() => void) | undefined;
  /** Closes the panel; a row has no such button, because a click on it closes it. */
  readonly onClose?: () => void;
  /** Initial filter of the fields. */
  readonly fieldFilter: string;
  readonly onFieldFilter: (text: string) => void;
  /** Called when the details are on screen. */
  readonly onShown?: () => void;
}

/** The details of an open message, which come at first need. */
export function OpenedMessage({ onShown, ...props }: OpenedMessageProps) {
  const { message } = props;
  const origin = useMemo(() => messageOriginOf(message), [message]);
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

/** This effect runs after sibling parts have loaded, because their scripts hold it back. */
function Shown({ onShown }: { readonly onShown: () => void }): null {
  const shown = useEffectEvent(onShown);
  useEffect(() => {
    shown();
  }, []);
  return null;
}

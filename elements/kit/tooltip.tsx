import {
  cloneElement,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { lazyPart } from './lazy-part.js';
import { Suspense } from './suspense.js';

const TooltipSurface = lazyPart(() => import('./fluent/tooltip-surface.js'), 'TooltipSurface');

const showDelayMs = 300;
/** Milliseconds that the tooltip stays after the pointer has left the child, so that the pointer can move onto it. */
const leaveDelayMs = 200;

export type TooltipPlacement = 'above' | 'below' | 'before' | 'after';

export interface TooltipProps {
  /** Content of the tooltip; an empty text shows no tooltip. */
  readonly content: ReactNode;
  /**
   * `label` if the child already has the content as its accessible name. With `description` (default), screen readers
   * announce a text in addition to the name.
   */
  readonly relationship?: 'label' | 'description';
  readonly placement?: TooltipPlacement;
  /** True shows the tooltip without hover, as for "Copied!". */
  readonly visible?: boolean;
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/**
 * Renders a tooltip of its child. It is shown while the child is hovered or focused by keyboard; for a child with
 * `aria-disabled`, also when the child is pressed, as by touch. The tooltip stays while the pointer is on it. Escape
 * and a press elsewhere hide it, and so does another touch (WCAG 1.4.13). The script of the tooltip's surface is loaded
 * when a tooltip is first shown.
 */
export function Tooltip(props: TooltipProps): ReactNode {
  const { content, relationship = 'description', placement = 'above', visible: forced = false, children } = props;
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const anchor = useRef<HTMLElement | null>(null);
  /** Whether the tooltip was shown when a finger pressed the child; undefined except during a touch. */
  const shownAtTouch = useRef<boolean>(undefined);

  const show = (element: HTMLElement, delayMs: number) => {
    anchor.current = element;
    clearTimeout(timer.current);
    if (content === '') return;
    timer.current = setTimeout(() => setTarget(element), delayMs);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setTarget(null);
  };
  const leave = () => {
    clearTimeout(timer.current);
    if (target) timer.current = setTimeout(() => setTarget(null), leaveDelayMs);
  };
  const own = children.props;
  const child = cloneElement(children, {
    ...(relationship === 'description' &&
      typeof content === 'string' &&
      content !== '' && { 'aria-description': content }),
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      own.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') show(event.currentTarget, showDelayMs);
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      own.onPointerLeave?.(event);
      leave();
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      own.onPointerDown?.(event);
      anchor.current = event.currentTarget;
      shownAtTouch.current = event.pointerType === 'touch' ? target !== null : undefined;
      hide();
    },
    // The browser scrolls instead, so that no click follows.
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      own.onPointerCancel?.(event);
      shownAtTouch.current = undefined;
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      own.onClick?.(event);
      const wasShown = shownAtTouch.current;
      shownAtTouch.current = undefined;
      // A second touch only hides the tooltip.
      if (own['aria-disabled'] !== true || wasShown) return;
      // Not every browser focuses a pressed button, but the tooltip is hidden only when the child loses the focus.
      event.currentTarget.focus({ preventScroll: true });
      show(event.currentTarget, 0);
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      own.onFocus?.(event);
      // A touched text field is focused, too, but nothing would hide its tooltip while somebody types.
      if (shownAtTouch.current === undefined && event.currentTarget.matches(':focus-visible'))
        show(event.currentTarget, showDelayMs);
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      own.onBlur?.(event);
      shownAtTouch.current = undefined;
      hide();
    },
  });
  const shownAt = target ?? (forced ? anchor.current : null);
  return (
    <>
      {child}
      {shownAt && content !== '' && (
        <Suspense fallback={null}>
          <TooltipSurface
            target={shownAt}
            content={content}
            placement={placement}
            onHide={hide}
            onEnter={() => clearTimeout(timer.current)}
            onLeave={leave}
          />
        </Suspense>
      )}
    </>
  );
}

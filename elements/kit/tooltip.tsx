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
/** Milliseconds for the pointer to move from the child to the tooltip. */
const leaveDelayMs = 200;

export type TooltipPlacement = 'above' | 'below' | 'before' | 'after';

export interface TooltipProps {
  /** Content of the tooltip; empty for no tooltip. */
  readonly content: ReactNode;
  /**
   * `label`: the child already has the same text as its name. `description`: the text is announced in addition to the
   * name.
   */
  readonly relationship?: 'label' | 'description';
  readonly placement?: TooltipPlacement;
  /** Shows the tooltip without hover, as for "Copied!". */
  readonly visible?: boolean;
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/**
 * Tooltip of its child, shown while the child is hovered or focused by keyboard; for a disabled child also when it is
 * pressed, as by touch. The pointer may move onto the tooltip, which stays while it is hovered, and Escape hides it
 * (WCAG 1.4.13). The floating part is loaded on demand.
 */
export function Tooltip(props: TooltipProps): ReactNode {
  const { content, relationship = 'description', placement = 'above', visible: forced = false, children } = props;
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const anchor = useRef<HTMLElement | null>(null);

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
      hide();
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      own.onClick?.(event);
      if (own['aria-disabled'] !== true) return;
      // Not every browser focuses a pressed button, and without the focus the tooltip closes.
      event.currentTarget.focus({ preventScroll: true });
      show(event.currentTarget, 0);
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, showDelayMs);
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      own.onBlur?.(event);
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

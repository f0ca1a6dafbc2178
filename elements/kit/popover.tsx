import { cloneElement, useState, type AriaAttributes, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { Float, useEarlyEscape } from './float.js';
import { lazyPart } from './lazy-part.js';

const PopoverSurface = lazyPart(() => import('./fluent/popover-surface.js'), 'PopoverSurface');

export type PopoverPlacement = 'below-start' | 'below-end' | 'above-start' | 'above-end';

interface PopoverLook {
  /** Accessible name of the pop-over. */
  readonly label: string;
  readonly placement?: PopoverPlacement;
  /** Maximum width: 500 px, or 640 px for `wide`, which the time range picker uses; default `medium`. */
  readonly width?: 'medium' | 'wide';
  /** False when the content has its own padding; default true. */
  readonly padding?: boolean;
  /** True keeps the focus inside the pop-over, for small forms with their own buttons; default false. */
  readonly trapFocus?: boolean;
}

interface TriggerProps extends AriaAttributes {
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

export interface PopoverProps extends PopoverLook {
  /** The button that opens and closes the pop-over. */
  readonly trigger: ReactElement<TriggerProps>;
  /** Returns the content; `close` closes the pop-over and returns the focus to the button. */
  readonly children: (close: () => void) => ReactNode;
  readonly onOpenChange?: (open: boolean) => void;
}

/** Renders a button with a pop-over. The script of the pop-over's surface is loaded when a pop-over is first opened. */
export function Popover({ trigger, children, onOpenChange, ...look }: PopoverProps): ReactNode {
  const [target, setTarget] = useState<HTMLElement>();
  const open = (element: HTMLElement | undefined) => {
    setTarget(element);
    onOpenChange?.(element !== undefined);
  };
  const own = trigger.props;
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'dialog',
        'aria-expanded': target !== undefined,
        onClick: (event: MouseEvent<HTMLElement>) => {
          own.onClick?.(event);
          open(target ? undefined : event.currentTarget);
          // Not every browser focuses a clicked button.
          if (target) event.currentTarget.focus({ preventScroll: true });
        },
      })}
      <Float onFailed={() => open(undefined)}>
        {target && (
          <PopoverAt {...look} target={target} onClose={() => open(undefined)}>
            {children}
          </PopoverAt>
        )}
      </Float>
    </>
  );
}

export interface PopoverAtProps extends PopoverLook {
  readonly target: HTMLElement;
  readonly onClose: () => void;
  readonly children: (close: () => void) => ReactNode;
}

/** Renders an open pop-over at an element, for callers that store themselves whether it is open. */
export function PopoverAt(props: PopoverAtProps): ReactNode {
  const { target, onClose, children, label, placement, width, padding, trapFocus } = props;
  const close = () => {
    onClose();
    target.focus({ preventScroll: true });
  };
  useEarlyEscape(close);
  return (
    <Float onFailed={close}>
      <PopoverSurface
        target={target}
        label={label}
        placement={placement ?? 'below-start'}
        width={width ?? 'medium'}
        padding={padding ?? true}
        trapFocus={trapFocus ?? false}
        onClose={close}
      >
        {children(close)}
      </PopoverSurface>
    </Float>
  );
}

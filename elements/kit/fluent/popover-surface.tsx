import { Popover, PopoverSurface as FluentPopoverSurface } from '@fluentui/react-popover';
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import { deepActiveElement } from '../../element/document-proxy.js';
import { useIsAway } from '../../element/kept-page.js';
import type { PopoverPlacement } from '../popover.js';
import { useFloatStyles } from './float-styles.js';
import { FluentScope } from './fluent-scope.js';

const useStyles = makeStyles({
  surface: { padding: '12px', overflow: 'auto', maxHeight: 'calc(100vh - 24px)' },
  wide: { maxWidth: 'min(640px, calc(100vw - 16px))' },
  bare: { padding: '0' },
});

/**
 * Matches focusable elements, except the invisible focus stops that the keyboard library adds to the surface.
 */
const focusable =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]:not([data-tabster-dummy])';

/**
 * Moves the focus into the pop-over when its content appears. It does so as long as the button `target` has the focus,
 * or no element has it, because not every browser focuses a clicked button. With `trapFocus`, the focus library hides
 * the pop-over from screen readers while the focus is outside. Returns the ref of the pop-over's surface.
 */
function useLateFocus(target: HTMLElement): Ref<HTMLDivElement> {
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const own = surface.current;
    if (!own) return undefined;
    const observer = new MutationObserver(() => {
      const active = deepActiveElement(document);
      if (active !== target && active !== null && active !== document.body) observer.disconnect();
      else (own.querySelector<HTMLElement>('[data-autofocus]') ?? own.querySelector<HTMLElement>(focusable))?.focus();
    });
    observer.observe(own, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [target]);
  return surface;
}

export interface PopoverSurfaceProps {
  readonly target: HTMLElement;
  readonly label: string;
  readonly placement: PopoverPlacement;
  readonly width: 'medium' | 'wide';
  readonly padding: boolean;
  readonly trapFocus: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Renders the surface of an open pop-over: it takes the focus and closes on Escape and on a click outside. */
export function PopoverSurface(props: PopoverSurfaceProps): ReactNode {
  const { target, label, placement, width, padding, trapFocus, onClose, children } = props;
  const float = useFloatStyles();
  const styles = useStyles();
  const surface = useLateFocus(target);
  const isAway = useIsAway();
  const [position, align] = placement.split('-') as ['above' | 'below', 'start' | 'end'];
  return (
    <FluentScope>
      <Popover
        open
        trapFocus={trapFocus && !isAway}
        positioning={{ target, position, align, strategy: 'fixed', offset: 4, overflowBoundaryPadding: 8 }}
        onOpenChange={(event, { open }) => {
          const native = 'nativeEvent' in event ? event.nativeEvent : event;
          // The trigger closes the pop-over itself; if its click also closed the pop-over here, the trigger would
          // reopen it.
          if (!open && !isAway && !(native.type === 'click' && native.composedPath().includes(target))) onClose();
        }}
      >
        <FluentPopoverSurface
          // Cast: the type of the slot is `Ref<never>` under React 19; at run time the ref gets the `div`.
          ref={surface as Ref<never>}
          role="dialog"
          aria-label={label}
          className={mergeClasses(
            float.surface,
            styles.surface,
            width === 'wide' && styles.wide,
            !padding && styles.bare,
          )}
        >
          {children}
        </FluentPopoverSurface>
      </Popover>
    </FluentScope>
  );
}

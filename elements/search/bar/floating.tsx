/**
 * Renders content that floats below a control of the search bar. It is in the browser's top layer, so no host page can
 * clip or cover it; in the DOM it stays beside its control, so that the Tab order equals the visible order.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { tokens } from '../../kit/tokens.js';
import { rootOf } from '../../kit/root-of.js';

export interface FloatingProps {
  /** The control that the float belongs to: the float is placed below it, and clicks on it do not count as outside. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Horizontal alignment with the control; `end` for controls at the right of the bar. */
  readonly align?: 'start' | 'end';
  /**
   * True places the float below the whole search bar on phone widths, where the float would otherwise cover the bar's
   * other controls, which the user needs while reading the float.
   */
  readonly clearsBar?: boolean;
  /** Width in px, limited to the window's width. Absent: the float is as wide as its content. */
  readonly width?: number;
  /** True makes the float at least as wide as the control. */
  readonly matchAnchor?: boolean;
  readonly role?: 'dialog' | 'menu' | 'listbox' | 'group';
  readonly label?: string;
  readonly labelledBy?: string;
  readonly id?: string;
  readonly className?: string | undefined;
  /** True moves the focus to the float when it opens; false lets the content decide where the focus starts. */
  readonly takeFocus?: boolean;
}

const gapPx = 4;
/** Distance in px between a float and the window's edges. */
const marginPx = 8;

const useStyles = makeStyles({
  root: {
    position: 'fixed',
    inset: 'auto',
    boxSizing: 'border-box',
    maxWidth: `calc(100vw - ${2 * marginPx}px)`,
    margin: 0,
    padding: 0,
    border: 'none',
    borderRadius: tokens.radius.popover,
    overflowX: 'hidden',
    overflowY: 'auto',
    backgroundColor: tokens.surface.raised,
    boxShadow: tokens.shadow.float,
    color: tokens.text.primary,
    outlineStyle: 'none',
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: tokens.duration.fast,
  },
});

/** Width in px below which the search bar has the layout for phones. */
const phonePx = 480;

/**
 * Returns the vertical extent that the float must not cover: the extent of its control, or that of the whole search bar
 * if `clearsBar` is true and the bar is narrower than `phonePx`.
 */
function boxToClear(anchor: HTMLElement, clearsBar: boolean): { readonly top: number; readonly bottom: number } {
  const bar = clearsBar ? anchor.closest('[role=search]')?.getBoundingClientRect() : undefined;
  const { top, bottom } = bar && bar.width < phonePx ? bar : anchor.getBoundingClientRect();
  return { top, bottom };
}

type Placing = Required<Pick<FloatingProps, 'align' | 'matchAnchor' | 'clearsBar'>>;

/** Positions the float below its control, or above it where there is more room, inside the window. */
function place(float: HTMLElement, anchor: HTMLElement, { align, matchAnchor, clearsBar }: Placing): void {
  const { left: start, right: end, width } = anchor.getBoundingClientRect();
  const box = { ...boxToClear(anchor, clearsBar), left: start, right: end, width };
  const { clientWidth, clientHeight } = document.documentElement;
  if (matchAnchor) float.style.minWidth = `${box.width}px`;
  const wanted = align === 'start' ? box.left : box.right - float.offsetWidth;
  const left = Math.max(marginPx, Math.min(wanted, clientWidth - float.offsetWidth - marginPx));
  const below = clientHeight - box.bottom - gapPx - marginPx;
  const above = box.top - gapPx - marginPx;
  const natural = float.scrollHeight;
  const flip = natural > below && above > below;
  const room = Math.max(120, flip ? above : below);
  float.style.maxHeight = `${room}px`;
  float.style.left = `${left}px`;
  float.style.top = `${flip ? box.top - gapPx - Math.min(natural, room) : box.bottom + gapPx}px`;
}

export function Floating(props: FloatingProps) {
  const { anchor, onClose, children, align = 'start', width, matchAnchor = false, takeFocus = false } = props;
  const { clearsBar = false } = props;
  const styles = useStyles();
  const float = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });

  /** The control that opened the float; it gets the focus again when the float closes. */
  const opener = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = float.current;
    const control = anchor.current;
    const button = control?.querySelector<HTMLElement>('[aria-expanded=true]') ?? control?.querySelector('button');
    opener.current = control?.matches('button, input') ? control : (button ?? null);
    return () => {
      // A float that closes while it contains the focus returns the focus to its opener.
      const { activeElement } = rootOf(element) ?? document;
      if (activeElement && element?.contains(activeElement)) opener.current?.focus({ preventScroll: true });
    };
  }, [anchor]);

  const replace = useCallback(() => {
    if (float.current && anchor.current) place(float.current, anchor.current, { align, matchAnchor, clearsBar });
  }, [anchor, align, matchAnchor, clearsBar]);

  useLayoutEffect(() => {
    const element = float.current;
    if (!element) return;
    element.showPopover();
    replace();
    if (takeFocus) element.focus();
  }, [replace, takeFocus]);

  useEffect(() => {
    const element = float.current;
    if (!element) return;
    const onPointer = (event: PointerEvent): void => {
      const path = event.composedPath();
      if (!path.includes(element) && !(anchor.current && path.includes(anchor.current))) close.current();
    };
    const observer = new ResizeObserver(replace);
    observer.observe(element);
    document.addEventListener('pointerdown', onPointer, true);
    window.addEventListener('resize', replace);
    window.addEventListener('scroll', replace, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('pointerdown', onPointer, true);
      window.removeEventListener('resize', replace);
      window.removeEventListener('scroll', replace, true);
    };
  }, [anchor, replace]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
    opener.current?.focus();
  };
  const onBlur = (event: FocusEvent): void => {
    const next = event.relatedTarget;
    if (!(next instanceof Node) || event.currentTarget.contains(next) || anchor.current?.contains(next)) return;
    onClose();
  };

  return (
    <div
      ref={float}
      popover="manual"
      id={props.id}
      role={props.role}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      tabIndex={-1}
      className={mergeClasses(styles.root, props.className)}
      style={width === undefined ? undefined : { width: `${width}px` }}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {children}
    </div>
  );
}

/** Moves and resizes a window by its handles, with the pointer or the arrow keys. */
import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { Place, Size } from '../../machines/scratchpad.js';

/** Position and size in px. */
export type Box = Place & Size;

const keyStepPx = 16;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-keyStepPx, 0],
  ArrowRight: [keyStepPx, 0],
  ArrowUp: [0, -keyStepPx],
  ArrowDown: [0, keyStepPx],
};

/** Returns the step in px of an arrow key; undefined for any other key. */
export const stepOf = ({ key }: Pick<KeyboardEvent, 'key'>): readonly [x: number, y: number] | undefined => arrows[key];

export interface BoxDrag {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/**
 * Returns the pointer handlers of a handle that moves or resizes a window.
 *
 * @param window the window element, which follows the pointer during the drag
 * @param box position and size before the drag
 * @param changed returns the box after the pointer has moved by `x` and `y` px
 * @param onEnd called with the final box; not called when nothing moved or the drag was cancelled
 */
export function useBoxDrag(
  window: RefObject<HTMLElement | null>,
  box: Box,
  changed: (box: Box, x: number, y: number) => Box,
  onEnd: (box: Box) => void,
): BoxDrag {
  const drag = useRef<{ readonly x: number; readonly y: number; box: Box } | undefined>(undefined);
  const show = ({ left, top, width, height }: Box): void => {
    const style = window.current?.style;
    if (!style) return;
    style.left = `${left}px`;
    style.top = `${top}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  };
  const end = (isReported: boolean): void => {
    const was = drag.current;
    drag.current = undefined;
    if (!was || was.box === box) return;
    if (isReported) onEnd(was.box);
    else show(box);
  };
  return {
    onPointerDown: (event) => {
      // Buttons within the handle must be clickable, so they do not start a drag.
      if (event.button !== 0 || (event.target as Element).closest('[data-no-drag]')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, box };
    },
    onPointerMove: ({ clientX, clientY }) => {
      const own = drag.current;
      if (!own) return;
      own.box = changed(box, clientX - own.x, clientY - own.y);
      show(own.box);
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  };
}

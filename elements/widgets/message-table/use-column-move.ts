import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

export interface ColumnMove {
  readonly field: string;
  /** Column before which the moved column is inserted; undefined: the column is moved to the end. */
  readonly before: string | undefined;
}

/** Distance in px after which a press becomes a drag. */
const threshold = 5;

/** Lets users move a column by dragging its header, or with Alt and the arrow keys on its name. */
export function useColumnMove(fields: readonly string[], onMove: ((move: ColumnMove) => void) | undefined) {
  const [moving, setMoving] = useState<ColumnMove>();
  const swallowClick = useRef(false);
  const stop = useRef<(() => void) | undefined>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const press = (event: PointerEvent<HTMLElement>, field: string) => {
    swallowClick.current = false;
    if (event.button !== 0 || (event.target as Element).closest('[role=separator]')) return;
    const head = event.currentTarget.parentElement;
    const startX = event.clientX;
    let move: ColumnMove | undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const end = () => {
      listening.abort();
      stop.current = undefined;
      setMoving(undefined);
    };
    stop.current = end;
    // The window is observed, because a fast pointer leaves the header before the drag is recognized.
    window.addEventListener(
      'pointermove',
      ({ clientX }) => {
        if (!head || (!move && Math.abs(clientX - startX) < threshold)) return;
        swallowClick.current = true;
        move = { field, before: columnAfter(head, clientX, field) };
        setMoving((before) => (before?.before === move?.before && before ? before : move));
      },
      { signal },
    );
    window.addEventListener(
      'pointerup',
      () => {
        end();
        if (move) onMove?.(move);
      },
      { signal },
    );
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  };

  const headProps = (field: string) =>
    onMove && {
      onPointerDown: (event: PointerEvent<HTMLElement>) => press(event, field),
      // A drag ends with a click event, which must not count as a click on the header.
      onClickCapture: (event: MouseEvent<HTMLElement>) => {
        if (!swallowClick.current) return;
        swallowClick.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (!event.altKey || event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
        event.preventDefault();
        const at = fields.indexOf(field);
        const to = event.key === 'ArrowLeft' ? at - 1 : at + 2;
        if (at < 0 || to < 0 || to > fields.length) return;
        onMove({ field, before: fields[to] });
      },
    };
  return { moving, headProps };
}

/** Returns the column before which the column `field` is inserted when it is dropped at `x`; undefined: at the end. */
function columnAfter(head: Element, x: number, field: string): string | undefined {
  const cells = [...head.querySelectorAll<HTMLElement>('[data-movable]')];
  const next = cells.find((cell) => {
    const { left, width } = cell.getBoundingClientRect();
    return x < left + width / 2;
  });
  const name = next?.dataset['column'];
  if (name !== field) return name;
  // A column that is dropped on its own left half stays before its successor.
  return cells[cells.indexOf(next as HTMLElement) + 1]?.dataset['column'];
}

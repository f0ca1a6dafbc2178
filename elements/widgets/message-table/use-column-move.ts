import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';

export interface ColumnMove {
  readonly field: string;
  /** The column it goes before; undefined: to the end. */
  readonly before: string | undefined;
}

/** px a pointer travels before a press becomes a drag. */
const threshold = 5;

/** Moving a column by dragging its head, or with Alt and the arrow keys on its name. */
export function useColumnMove(fields: readonly string[], onMove: ((move: ColumnMove) => void) | undefined) {
  const [moving, setMoving] = useState<ColumnMove>();
  const press = useRef<{ field: string; x: number; dragged: boolean } | undefined>(undefined);
  const swallowClick = useRef(false);

  const end = (told: boolean) => {
    if (press.current?.dragged && told && moving) onMove?.(moving);
    swallowClick.current = press.current?.dragged ?? false;
    press.current = undefined;
    setMoving(undefined);
  };

  const headProps = (field: string) =>
    onMove && {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        swallowClick.current = false;
        if (event.button !== 0 || (event.target as Element).closest('[role=separator]')) return;
        press.current = { field, x: event.clientX, dragged: false };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const own = press.current;
        if (!own || own.field !== field) return;
        if (!own.dragged) {
          if (Math.abs(event.clientX - own.x) < threshold) return;
          own.dragged = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        const head = event.currentTarget.parentElement;
        if (head) setMoving({ field, before: columnAfter(head, event.clientX, field) });
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
      // What was dragged was not clicked.
      onClickCapture: (event: MouseEvent<HTMLElement>) => {
        if (!swallowClick.current) return;
        swallowClick.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'Escape' && press.current) return end(false);
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

/** The movable column before which something dropped at `x` goes. */
function columnAfter(head: Element, x: number, field: string): string | undefined {
  const cells = [...head.querySelectorAll<HTMLElement>('[data-movable]')];
  const next = cells.find((cell) => {
    const { left, width } = cell.getBoundingClientRect();
    return x < left + width / 2;
  });
  const name = next?.dataset['column'];
  if (name !== field) return name;
  // Dropped on its own left half: it stays before the one that follows.
  return cells[cells.indexOf(next as HTMLElement) + 1]?.dataset['column'];
}

import { useRef, type KeyboardEvent, type RefObject } from 'react';

interface Cell {
  readonly row: number;
  readonly column: number;
}

const stepsPerPage = 10;

/**
 * Provides keyboard navigation between cells: arrow keys, Home, End, Page Up and Page Down move the focus, Enter opens
 * the menu of a cell. The table is a single tab stop. Cells must have the attributes `data-row` and `data-column`.
 *
 * @param reveal mounts a row and scrolls it into view
 */
export function useCellFocus(
  scroller: RefObject<HTMLElement | null>,
  rows: number,
  columns: number,
  reveal: (row: number) => void,
): { readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void } {
  const current = useRef<Cell>(undefined);

  const focus = ({ row, column }: Cell) => {
    current.current = { row, column };
    reveal(row);
    // The row may only be mounted in the next frame.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)?.focus(),
    );
  };
  return {
    onKeyDown: (event) => {
      const target = event.target as HTMLElement;
      const at = cellOf(target) ?? (target === scroller.current ? undefined : current.current);
      if (event.key === 'Enter' && target.dataset['row'] !== undefined) {
        const offered = target.querySelector<HTMLElement>('[data-value]');
        if (offered) {
          event.preventDefault();
          offered.click();
        }
        return;
      }
      // Keys in column headers are handled by the buttons there.
      if (!at && target !== scroller.current) return;
      const next = stepped(event.key, at, rows, columns);
      if (!next) return;
      event.preventDefault();
      focus(next);
    },
  };
}

function cellOf(element: HTMLElement): Cell | undefined {
  const { row, column } = element.closest<HTMLElement>('[data-row]')?.dataset ?? {};
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
}

/** Returns the cell to which a key moves the focus; undefined for a key that does not move it. */
function stepped(key: string, at: Cell | undefined, rows: number, columns: number): Cell | undefined {
  if (rows === 0 || columns === 0) return undefined;
  const limit = (value: number, count: number) => Math.min(count - 1, Math.max(0, value));
  if (!at) return ['ArrowDown', 'ArrowRight', 'Home'].includes(key) ? { row: 0, column: 0 } : undefined;
  const { row, column } = at;
  switch (key) {
    case 'ArrowDown':
      return { row: limit(row + 1, rows), column };
    case 'ArrowUp':
      return { row: limit(row - 1, rows), column };
    case 'PageDown':
      return { row: limit(row + stepsPerPage, rows), column };
    case 'PageUp':
      return { row: limit(row - stepsPerPage, rows), column };
    case 'ArrowRight':
      return { row, column: limit(column + 1, columns) };
    case 'ArrowLeft':
      return { row, column: limit(column - 1, columns) };
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: columns - 1 };
    default:
      return undefined;
  }
}

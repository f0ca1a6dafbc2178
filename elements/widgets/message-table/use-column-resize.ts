import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { clampedWidth, largestColumnWidth, smallestColumnWidth } from '../../../machines/view/table-look.js';
import { gridTemplate, smallestWidth, type Leading, type TableColumn } from './columns.js';

export interface ColumnResizeInput {
  /** Element with the custom properties that define the grid tracks of header and rows. */
  readonly grid: RefObject<HTMLElement | null>;
  readonly columns: readonly TableColumn[];
  readonly leading: Leading;
  readonly messageRow: boolean;
  /** Called with the width in px; undefined restores the default width. Absent: columns cannot be resized. */
  readonly onResize?: ((field: string, width: number | undefined) => void) | undefined;
}

const keyStep = 16;

/**
 * Lets users resize columns by pointer or arrow keys. While a handle is dragged, only two custom properties change, so
 * that no row renders again; the width is reported at the end.
 *
 * - Escape during a drag restores the old width.
 * - A double click or Enter fits the width to the content.
 * - Delete or Backspace restores the default width.
 */
export function useColumnResize({ grid, columns, leading, messageRow, onResize }: ColumnResizeInput) {
  const [resizing, setResizing] = useState<string>();
  const drag = useRef<{ field: string; startX: number; startWidth: number; width: number } | undefined>(undefined);

  const show = (field: string, width: number) => {
    const shown = columns.map((one) => (one.field === field ? { ...one, width, grows: false } : one));
    grid.current?.style.setProperty('--lc-tracks', gridTemplate(shown, leading, messageRow));
    grid.current?.style.setProperty('--lc-least-width', `${smallestWidth(shown, leading)}px`);
  };
  const widthNow = (handle: Element) => handle.closest('[role=columnheader]')?.getBoundingClientRect().width ?? 0;
  const end = (isReported: boolean) => {
    const was = drag.current;
    drag.current = undefined;
    setResizing(undefined);
    if (!was) return;
    if (isReported && was.width !== was.startWidth) onResize?.(was.field, was.width);
    else show(was.field, was.startWidth);
  };

  const stepWidth = (event: KeyboardEvent<HTMLElement>, field: string) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onResize?.(field, clampedWidth(widthNow(event.currentTarget) + (event.key === 'ArrowRight' ? keyStep : -keyStep)));
  };

  return {
    resizing,
    /** Handles Alt, Shift and an arrow key on a column's name. */
    onNameKey: (event: KeyboardEvent<HTMLElement>, field: string) => {
      if (event.altKey && event.shiftKey) stepWidth(event, field);
    },
    handleProps: (column: TableColumn) => ({
      role: 'separator',
      'aria-orientation': 'vertical' as const,
      'aria-valuenow': column.width,
      'aria-valuemin': smallestColumnWidth,
      'aria-valuemax': largestColumnWidth,
      // The handle is not in the tab order, because the column's name offers the keyboard shortcuts.
      tabIndex: -1,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        const width = clampedWidth(widthNow(event.currentTarget));
        drag.current = { field: column.field, startX: event.clientX, startWidth: width, width };
        setResizing(column.field);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const own = drag.current;
        if (!own) return;
        own.width = clampedWidth(own.startWidth + event.clientX - own.startX);
        show(own.field, own.width);
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
      onDoubleClick: () => onResize?.(column.field, fittingWidth(grid.current, column.field)),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'Escape' && drag.current) {
          event.stopPropagation();
          end(false);
        } else if (event.key === 'Enter') {
          event.preventDefault();
          onResize?.(column.field, fittingWidth(grid.current, column.field));
        } else if (event.key === 'Delete' || event.key === 'Backspace') {
          event.preventDefault();
          onResize?.(column.field, undefined);
        } else stepWidth(event, column.field);
      },
    }),
  };
}

/**
 * Returns the width in px that fits the column's header and mounted cells, within the limits; undefined without cells.
 */
function fittingWidth(grid: HTMLElement | null, field: string): number | undefined {
  const cells = [...(grid?.querySelectorAll<HTMLElement>(`[data-column="${CSS.escape(field)}"]`) ?? [])];
  if (cells.length === 0) return undefined;
  const range = document.createRange();
  const widths = cells.map((cell) => {
    range.selectNodeContents(cell);
    return range.getBoundingClientRect().width;
  });
  const room = 14;
  return clampedWidth(Math.ceil(Math.max(...widths)) + room);
}

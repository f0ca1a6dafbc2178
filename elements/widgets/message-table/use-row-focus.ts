import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { letterOf } from '../../kit/shortcuts/shortcuts.js';
import { rootOf } from '../../kit/root-of.js';

export interface RowFocusInput {
  /** Number of messages. */
  readonly count: number;
  /** Called by a step beyond the last message; undefined: there are no more messages. */
  readonly onMore: (() => void) | undefined;
  /** Indices of the mounted rows. */
  readonly mounted: readonly number[];
  readonly body: RefObject<HTMLElement | null>;
  /** Scroll container of the rows. */
  readonly scroll: RefObject<HTMLElement | null>;
  readonly scrollTo: (index: number) => void;
  readonly isOpen: (index: number) => boolean;
  readonly onToggle: (index: number) => void;
  readonly onSelect: (index: number) => void;
  /** Called before another message is opened in place of the open message. */
  readonly onStep: (from: number, to: number) => void;
  /** True while the panel shows a message: moving the focus then shows the target message in the panel. */
  readonly panelOpen: boolean;
}
export interface RowFocus {
  /** Index of the row in the tab order. */
  readonly tabStop: number | undefined;
  readonly onFocusRow: (index: number) => void;
  /** Moves the focus to a row if the focus is in the list. */
  readonly follow: (index: number) => void;
  /** Moves the focus to a row, wherever the focus is. */
  readonly moveTo: (index: number) => void;
  /** Moves the focus to the row in the tab order without scrolling. */
  readonly rest: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /**
   * Returns the function that opens the next (1) or the previous (-1) message in place of the open message. If the last
   * message is open, the function for the next message is `onMore`. Undefined where there is no such message, or the
   * message at the index is not open.
   */
  readonly stepFrom: (index: number, step: 1 | -1) => (() => void) | undefined;
}

/**
 * Provides the keyboard navigation of the message list:
 *
 * - j, k, arrow keys, Home and End move the focus to another row.
 * - Page Up and Page Down move it by one row less than is fully visible. They first scroll through the details of an
 *   open message.
 * - Enter and Space open or close a message, Escape closes it, and x selects it for comparison.
 * - Left and Right move the focus between the values of a row.
 * - J and K open the next or previous message. While the panel is open, each key that moves the focus to another row
 *   opens the message of that row.
 *
 * One row is in the tab order: the row that had the focus last, or the first mounted row while that row is not mounted.
 */
export function useRowFocus(input: RowFocusInput): RowFocus {
  const { count, onMore, mounted, body, scroll, scrollTo, isOpen, onToggle, onSelect, onStep, panelOpen } = input;
  const [active, setActive] = useState(0);
  // Row to focus as soon as it is mounted.
  const wanted = useRef<number | undefined>(undefined);
  const first = mounted[0];
  const tabStop = mounted.includes(active) ? active : first;

  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = rowElement(body.current, wanted.current);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });

  const inList = (index: number) => Math.max(0, Math.min(count - 1, index));
  const move = (to: number) => {
    const index = inList(to);
    setActive(index);
    scrollTo(index);
    const row = rowElement(body.current, index);
    if (row) row.focus({ preventScroll: true });
    else wanted.current = index;
  };

  const stepFrom = (at: number, step: 1 | -1): (() => void) | undefined => {
    const to = at + step;
    if (!isOpen(at) || to < 0) return undefined;
    if (to >= count) return onMore;
    return () => {
      onStep(at, to);
      if (!panelOpen) onToggle(at);
      if (!isOpen(to)) onToggle(to);
      move(to);
    };
  };

  return {
    tabStop,
    stepFrom,
    onFocusRow: setActive,
    moveTo: move,
    rest: () => rowElement(body.current, tabStop)?.focus({ preventScroll: true }),
    follow: (index) => {
      const root = rootOf(body.current);
      if (body.current?.contains(root?.activeElement ?? null)) move(index);
    },
    onKeyDown: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      const row = target.closest<HTMLElement>('[data-row]');
      const index = Number(row?.dataset['row'] ?? Number.NaN);
      if (event.key === 'Escape') {
        const item = target.closest<HTMLElement>('[data-item]');
        const at = Number(item?.dataset['item'] ?? Number.NaN);
        if (Number.isNaN(at) || !isOpen(at)) return;
        event.preventDefault();
        event.stopPropagation();
        onToggle(at);
        move(at);
        return;
      }
      const key = letterOf(event);
      const step = stepOf(key, row !== null);
      if (step !== undefined && !target.matches('input, textarea, select')) {
        const at = Number(target.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? Number.NaN);
        const go = stepFrom(at, step);
        if (go) {
          event.preventDefault();
          go();
          return;
        }
      }
      if (!row || Number.isNaN(index) || (target !== row && !target.matches('[data-value]'))) return;
      const page = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : undefined;
      if (page && readOn(row, scroll.current, page)) {
        event.preventDefault();
        return;
      }
      const to = page ? index + page * rowsSeen(body.current, scroll.current) : rowTarget(key, index, count);
      if (to !== undefined) {
        event.preventDefault();
        if (panelOpen && !isOpen(inList(to))) onToggle(inList(to));
        move(to);
      } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        event.preventDefault();
        visitValue(row, target, event.key === 'ArrowRight' ? 1 : -1);
      } else if (target === row && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        onToggle(index);
      } else if (key === 'x') {
        event.preventDefault();
        onSelect(index);
      }
    },
  };
}

/**
 * Returns the step of the keys J (1) and K (-1), which open the next or previous message in place of the open message.
 * Within the details of a message, j and k have the same effect.
 */
function stepOf(key: string, inRow: boolean): 1 | -1 | undefined {
  if (key === 'J' || (!inRow && key === 'j')) return 1;
  return key === 'K' || (!inRow && key === 'k') ? -1 : undefined;
}

function rowElement(body: HTMLElement | null, index: number | undefined): HTMLElement | null {
  return body?.querySelector<HTMLElement>(`[data-row="${index}"]`) ?? null;
}

function rowTarget(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return index + 1;
    case 'k':
    case 'ArrowUp':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Returns the top and bottom of the visible area of the rows in px, without the header of the list. */
function viewOf(list: HTMLElement): { readonly top: number; readonly bottom: number } {
  const top = list.getBoundingClientRect().top;
  const head = list.querySelector('[role=rowgroup]')?.previousElementSibling?.getBoundingClientRect().height ?? 0;
  return { top: top + head, bottom: top + list.clientHeight };
}

/** Tolerance in px when edges are compared. */
const near = 1;

/** Returns the number of rows by which Page Up and Page Down move, so that one fully visible row remains visible. */
function rowsSeen(body: HTMLElement | null, list: HTMLElement | null): number {
  if (!body || !list) return 1;
  const { top, bottom } = viewOf(list);
  const whole = [...body.querySelectorAll('[data-row]')].filter((row) => {
    const place = row.getBoundingClientRect();
    return place.top >= top - near && place.bottom <= bottom + near;
  });
  return Math.max(1, whole.length - 1);
}

/** Overlap in px between two pages of details that are scrolled by Page Down or Page Up. */
const seenAgainPx = 40;

/**
 * Scrolls by a page within a row and its details; the focus stays.
 *
 * @returns false, without scrolling, when everything in that direction is visible or the row fits into the visible area
 */
function readOn(row: HTMLElement, list: HTMLElement | null, way: 1 | -1): boolean {
  const item = row.closest('[data-item]');
  if (!item || !list) return false;
  const { top, bottom } = viewOf(list);
  const place = item.getBoundingClientRect();
  const hidden = way === 1 ? place.bottom - bottom : top - place.top;
  // A row that fits into the visible area needs no pages: the focus moves to another row instead.
  if (hidden <= near || place.height <= bottom - top) return false;
  list.scrollTop += way * Math.min(hidden, Math.max(seenAgainPx, bottom - top - seenAgainPx));
  return true;
}

function visitValue(row: HTMLElement, from: HTMLElement, step: 1 | -1): void {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('[data-value]')];
  const next = stops[stops.indexOf(from) + step];
  next?.focus({ preventScroll: false });
}

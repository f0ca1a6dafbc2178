import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

export interface RowFocusInput {
  /** Number of messages. */
  readonly count: number;
  /** Indices of the mounted rows. */
  readonly mounted: readonly number[];
  readonly body: RefObject<HTMLElement | null>;
  readonly scrollTo: (index: number) => void;
  readonly isOpen: (index: number) => boolean;
  readonly onToggle: (index: number) => void;
  readonly onSelect: (index: number) => void;
}
export interface RowFocus {
  /** The one row that Tab reaches. */
  readonly tabStop: number | undefined;
  readonly onFocusRow: (index: number) => void;
  /** Takes a focus that is on some row to another row. */
  readonly follow: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

const pageStep = 10;

/**
 * Keyboard of the message list: j, k and arrows move, Enter and Space open, Escape closes, x selects for comparing, left
 * and right visit the values of a row. One row is in the Tab order; it stays the same while it scrolls away and comes back.
 */
export function useRowFocus({ count, mounted, body, scrollTo, isOpen, onToggle, onSelect }: RowFocusInput): RowFocus {
  const [active, setActive] = useState(0);
  // A row that has to be mounted before it can take the focus.
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

  const move = (to: number) => {
    const index = Math.max(0, Math.min(count - 1, to));
    setActive(index);
    scrollTo(index);
    const row = rowElement(body.current, index);
    if (row) row.focus({ preventScroll: true });
    else wanted.current = index;
  };

  return {
    tabStop,
    onFocusRow: setActive,
    follow: (index) => {
      const root = body.current?.getRootNode() as Document | ShadowRoot | undefined;
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
      if (!row || Number.isNaN(index) || (target !== row && !target.matches('[data-value]'))) return;
      const to = rowTarget(event.key, index, count);
      if (to !== undefined) {
        event.preventDefault();
        move(to);
      } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        event.preventDefault();
        visitValue(row, target, event.key === 'ArrowRight' ? 1 : -1);
      } else if (target === row && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        onToggle(index);
      } else if (event.key === 'x') {
        event.preventDefault();
        onSelect(index);
      }
    },
  };
}

function rowElement(body: HTMLElement | null, index: number): HTMLElement | null {
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
    case 'PageDown':
      return index + pageStep;
    case 'PageUp':
      return index - pageStep;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function visitValue(row: HTMLElement, from: HTMLElement, step: 1 | -1): void {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('[data-value]')];
  const next = stops[stops.indexOf(from) + step];
  next?.focus({ preventScroll: false });
}

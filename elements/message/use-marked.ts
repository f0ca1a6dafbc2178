/** Tracks which part of a value the user has selected by pointer or keyboard. */
import { useEffect, useState, type RefObject } from 'react';
import { selectedRange } from '../kit/selection.js';

interface MarkedPart {
  /** Offsets in the value, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/**
 * Maximum number of characters of a value in which a part can be marked; longer values are rendered in pieces, so
 * offsets in a piece are not offsets in the value.
 */
const longestValue = 60_000;

export interface MarkedValue {
  /**
   * Selected part of the value; undefined when nothing is selected, the selection cannot be found in the value, or the
   * value is not a text or too long.
   */
  readonly marked: MarkedPart | undefined;
  /** Updates the selection; call it when a pointer or key is released inside the value. */
  readonly look: () => void;
}

export function useMarked(element: RefObject<HTMLElement | null>, value: unknown): MarkedValue {
  const [marked, setMarked] = useState<MarkedPart>();
  const look = (): void => setMarked(element.current ? partOf(element.current, value) : undefined);
  const isMarked = marked !== undefined;
  useEffect(() => {
    if (!isMarked) return;
    const again = (): void => setMarked(element.current ? partOf(element.current, value) : undefined);
    document.addEventListener('selectionchange', again);
    return () => document.removeEventListener('selectionchange', again);
  }, [isMarked, element, value]);
  return { marked, look };
}

function partOf(element: HTMLElement, value: unknown): MarkedPart | undefined {
  if (typeof value !== 'string' || value.length > longestValue) return undefined;
  const range = selectedRange(element);
  if (!range) return undefined;
  const text = (element.textContent ?? '').slice(range.from, range.to);
  if (text.trim() === '') return undefined;
  // The rendered text lacks the escape sequences of terminal colours and contains the labels of folded frames, so its
  // offsets may differ from offsets in the value.
  const from = value.startsWith(text, range.from) ? range.from : value.indexOf(text);
  return from < 0 ? undefined : { from, to: from + text.length };
}

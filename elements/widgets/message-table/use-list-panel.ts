/** The message in the panel beside its list: its row stays in view, and others take its place. */
import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent } from 'react';
import type { Opened } from './use-opened.js';
import type { RowFocus } from './use-row-focus.js';

export interface ListPanelInput {
  readonly opened: Opened;
  readonly focus: RowFocus;
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  readonly scrollTo: (index: number) => void;
  /** px of the list */
  readonly width: number;
  /** Number of messages. */
  readonly count: number;
  /** Takes the place of a step beyond the last one; undefined: there are no more. */
  readonly onMore: (() => void) | undefined;
}

export interface ListPanel {
  /** -1: there is none, or its message is no longer in the list. */
  readonly shownIndex: number;
  readonly close: () => void;
  /** Shows the next message (1) or the one before (-1), the focus stays in the panel; undefined where there is none. */
  readonly stepBy: (step: 1 | -1) => (() => void) | undefined;
}

export function useListPanel({ opened, focus, virtual, scrollTo, width, count, onMore }: ListPanelInput): ListPanel {
  const shownIndex = opened.panel?.index ?? -1;
  // Rows of another width have other heights: the one that is read stays in view.
  const shownSize = virtual.measurementsCache[shownIndex]?.size;
  const showShown = useEffectEvent(() => {
    if (shownIndex >= 0) scrollTo(shownIndex);
  });
  // The list scrolls only when the panel's size changes: a user may have scrolled the row out of view.
  useEffect(() => {
    showShown();
  }, [width, shownSize]);
  return {
    shownIndex,
    close: () => {
      opened.close();
      if (shownIndex < 0) focus.rest();
      else focus.moveTo(shownIndex);
    },
    stepBy: (step) => {
      const to = shownIndex + step;
      if (shownIndex < 0 || to < 0) return undefined;
      if (to >= count) return onMore;
      return () => {
        opened.toggle(to);
        focus.onFocusRow(to);
        scrollTo(to);
      };
    },
  };
}

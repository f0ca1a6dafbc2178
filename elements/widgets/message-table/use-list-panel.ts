/**
 * Implements the behaviour of the panel beside the list: the row of its message is kept in view, and users step to
 * other messages.
 */
import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent } from 'react';
import type { Opened } from './use-opened.js';
import type { RowFocus } from './use-row-focus.js';

export interface ListPanelInput {
  readonly opened: Opened;
  readonly focus: RowFocus;
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  readonly scrollTo: (index: number) => void;
  /** Width of the list in px. */
  readonly width: number;
  /** Number of messages. */
  readonly count: number;
  /** Called by a step beyond the last message; undefined: there are no more messages. */
  readonly onMore: (() => void) | undefined;
}

export interface ListPanel {
  /** Index of the panel's message; -1: no panel, or its message is no longer in the list. */
  readonly shownIndex: number;
  readonly close: () => void;
  /**
   * Returns the function that shows the next (1) or the previous (-1) message in the panel. If the last message is
   * shown, the function for the next message is `onMore`. Undefined where there is no such message, or the shown
   * message is no longer in the list.
   */
  readonly stepBy: (step: 1 | -1) => (() => void) | undefined;
}

export function useListPanel({ opened, focus, virtual, scrollTo, width, count, onMore }: ListPanelInput): ListPanel {
  const shownIndex = opened.panel?.index ?? -1;
  // A changed width changes row heights, so the row of the panel is scrolled into view again.
  const shownSize = virtual.measurementsCache[shownIndex]?.size;
  const showShown = useEffectEvent(() => {
    if (shownIndex >= 0) scrollTo(shownIndex);
  });
  // The list scrolls only when a size changes, because the user may have scrolled the row out of view on purpose.
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

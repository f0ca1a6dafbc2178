import { useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { lazyPart } from '../../kit/lazy-part.js';
import { Float } from '../../kit/float.js';
import type { ActionSubject } from '../actions/actions.js';
import { clickedValue, useFieldInteractions } from '../actions/interactions.js';

const ActionMenu = lazyPart(() => import('../actions/action-menu.js'), 'ActionMenu');

type ValueSubject = Extract<ActionSubject, { kind: 'value' }>;

export interface ValueMenu {
  /**
   * Opens the menu of a value; undefined where the page offers no actions. `x` and `y` are the position in px within
   * the positioned element that contains `menu`.
   */
  readonly open: ((subject: ValueSubject, x: number, y: number) => void) | undefined;
  /** Anchor and open menu, which must be rendered inside the positioned element. */
  readonly menu: ReactNode;
  readonly isOpen: boolean;
}

const stop = (event: SyntheticEvent) => event.stopPropagation();
/**
 * Handlers that stop events of the menu, so that a press there does not start a drag, capture the pointer or select
 * anything in the chart.
 */
const nothingBeneath = {
  onPointerDown: stop,
  onPointerMove: stop,
  onPointerUp: stop,
  onClick: stop,
  onKeyDown: stop,
};

/** Provides the menu for a value that is drawn on a canvas and has no DOM element. */
export function useValueMenu(): ValueMenu {
  const interactions = useFieldInteractions();
  const anchor = useRef<HTMLSpanElement>(null);
  const [at, setAt] = useState<{ readonly subject: ValueSubject; readonly x: number; readonly y: number }>();
  const open = (subject: ValueSubject, x: number, y: number) => {
    if (interactions?.onValueClick?.(clickedValue(subject.field, subject.value, subject.paths)) === false) return;
    setAt({ subject, x, y });
  };
  return {
    open: interactions && open,
    isOpen: at !== undefined,
    menu: (
      <>
        <span
          ref={anchor}
          aria-hidden="true"
          style={{
            position: 'absolute',
            left: at?.x ?? 0,
            top: at?.y ?? 0,
            width: 1,
            height: 1,
            pointerEvents: 'none',
          }}
        />
        {at && (
          <div role="presentation" style={{ display: 'contents' }} {...nothingBeneath}>
            <Float onFailed={() => setAt(undefined)}>
              <ActionMenu anchor={anchor} subject={at.subject} onClose={() => setAt(undefined)} />
            </Float>
          </div>
        )}
      </>
    ),
  };
}

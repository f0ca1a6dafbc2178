/** Moves a stage by dragging its handle or with the arrow keys. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { StageSource } from '../../../api/contract/pipelines.js';
import type { HandleProps } from './use-rule-drag.js';

export interface StageDrag {
  /**
   * The number of the dragged stage, and its target index `to`; undefined while no stage is dragged. `to` is undefined
   * until the pointer has moved.
   */
  readonly dragged: { readonly stage: number; readonly to: number | undefined } | undefined;
  readonly handleProps: (stage: number, index: number) => HandleProps;
}

/**
 * Returns the state of dragging a stage, and the event handlers of the drag handles.
 *
 * @param area container of the cards: elements with `data-stage`
 */
export function useStageDrag(
  area: RefObject<HTMLDivElement | null>,
  stages: readonly StageSource[],
  onMove: (stage: number, index: number) => void,
): StageDrag {
  const [dragged, setDragged] = useState<StageDrag['dragged']>();
  /** New index of a stage moved by keyboard; its handle gets the focus back after the move. */
  const refocused = useRef<number>(undefined);
  useEffect(() => {
    if (refocused.current === undefined) return;
    const cards = area.current?.querySelectorAll('[data-stage]');
    cards?.[refocused.current]?.querySelector<HTMLElement>('[data-stage-handle]')?.focus();
    refocused.current = undefined;
  }, [area, stages]);

  /** Returns the target index for a stage dropped at height `y` (client px). */
  const placeAt = (y: number, stage: number): number => {
    const cards = [...(area.current?.querySelectorAll<HTMLElement>('[data-stage]') ?? [])];
    return cards.filter((card) => {
      const { top, height } = card.getBoundingClientRect();
      return Number(card.dataset['stage']) !== stage && top + height / 2 < y;
    }).length;
  };

  return {
    dragged,
    handleProps: (stage, index) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged({ stage, to: undefined });
      },
      onPointerMove: (event) => {
        if (dragged) setDragged({ ...dragged, to: placeAt(event.clientY, dragged.stage) });
      },
      onPointerUp: () => {
        const to = dragged?.to;
        setDragged(undefined);
        if (to !== undefined && to !== index) onMove(stage, to);
      },
      onPointerCancel: () => setDragged(undefined),
      onKeyDown: (event) => {
        if (event.key === 'Escape' && dragged) {
          event.stopPropagation();
          setDragged(undefined);
          return;
        }
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        const to = index + (step ?? 0);
        if (dragged || step === undefined || to < 0 || to >= stages.length) return;
        event.preventDefault();
        refocused.current = to;
        onMove(stage, to);
      },
    }),
  };
}

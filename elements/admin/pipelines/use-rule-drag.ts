/** Moves a rule within its stage or to another stage, by dragging its handle or with the arrow keys. */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { StageSource } from '../../../api/contract/pipelines.js';
import type { RuleMoveEdit } from '../../../machines/pipelines/pipeline-edits.js';

export interface RulePlace {
  readonly stage: number;
  /** Index in the stage, counted without the moved rule. */
  readonly index: number;
}

export interface RuleMove extends Pick<RuleMoveEdit, 'name' | 'from'> {
  /** Index of the rule in its stage. */
  readonly at: number;
  readonly to: RulePlace;
}

export interface HandleProps {
  readonly onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLButtonElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

export interface RuleDrag {
  /** Container of the cards: elements with `data-stage` that contain rows with `data-rule`. */
  readonly area: RefObject<HTMLDivElement | null>;
  /** The dragged rule; `to` is undefined outside of all stages. Undefined when no rule is dragged. */
  readonly dragged: (Omit<RuleMove, 'to'> & { readonly to: RulePlace | undefined }) | undefined;
  readonly handleProps: (name: string, stage: number, index: number) => HandleProps;
}

export function useRuleDrag(stages: readonly StageSource[], onMove: (move: RuleMove) => void): RuleDrag {
  const area = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<RuleDrag['dragged']>();
  /**
   * The rule that was moved by keyboard. A row that moves to another stage is mounted again, so the focus must be set
   * to the handle of the new row.
   */
  const refocused = useRef<RuleMove>(undefined);
  useEffect(() => {
    const { name, to } = refocused.current ?? {};
    if (name === undefined || !to) return;
    const row = area.current?.querySelectorAll<HTMLElement>(`[data-stage="${to.stage}"] [data-rule]`)[to.index];
    if (row?.dataset['rule'] !== name) return;
    refocused.current = undefined;
    row.querySelector('button')?.focus();
  }, [stages]);

  /**
   * Returns the drop place at height `y` (client px) for the rule at index `at` of stage `from`; undefined if no card
   * is at this height.
   */
  const placeAt = (y: number, at: number, from: number): RulePlace | undefined => {
    const cards = [...(area.current?.querySelectorAll<HTMLElement>('[data-stage]') ?? [])];
    const card = cards.find((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return y >= top && y <= bottom;
    });
    if (!card) return undefined;
    const stage = Number(card.dataset['stage']);
    const rows = [...card.querySelectorAll<HTMLElement>('[data-rule]')].filter(
      (_row, index) => stage !== from || index !== at,
    );
    const index = rows.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2 < y;
    }).length;
    return { stage, index };
  };

  const keyMove = (key: string, stage: number, index: number): RulePlace | undefined => {
    const at = stages.findIndex((one) => one.stage === stage);
    const own = stages[at];
    if (!own) return undefined;
    if (key === 'ArrowUp') {
      if (index > 0) return { stage, index: index - 1 };
      const above = stages[at - 1];
      return above && { stage: above.stage, index: above.rules.length };
    }
    if (key !== 'ArrowDown') return undefined;
    if (index < own.rules.length - 1) return { stage, index: index + 1 };
    const below = stages[at + 1];
    return below && { stage: below.stage, index: 0 };
  };

  return {
    area,
    dragged,
    handleProps: (name, stage, index) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged({ name, at: index, from: stage, to: undefined });
      },
      onPointerMove: (event) => {
        if (dragged) setDragged({ ...dragged, to: placeAt(event.clientY, dragged.at, dragged.from) });
      },
      onPointerUp: () => {
        const to = dragged?.to;
        setDragged(undefined);
        if (to && (to.stage !== stage || to.index !== index)) onMove({ name, at: index, from: stage, to });
      },
      onPointerCancel: () => setDragged(undefined),
      onKeyDown: (event) => {
        if (event.key === 'Escape' && dragged) {
          event.stopPropagation();
          setDragged(undefined);
          return;
        }
        const to = dragged ? undefined : keyMove(event.key, stage, index);
        if (!to) return;
        event.preventDefault();
        const move = { name, at: index, from: stage, to };
        refocused.current = move;
        onMove(move);
      },
    }),
  };
}

/**
 * Moves and resizes widgets by pointer and keyboard. The gripped widget follows the pointer and the other widgets make
 * room; releasing the pointer reports the new positions once, and Escape restores the old positions.
 */
import { useCallback, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Place } from '../../../machines/view/grid-layout.js';
import { texts } from '../texts.js';
import { gapPx, rowPx } from './grid-measures.js';
import { MoveHandle, ResizeHandle } from './handles.js';
import type { scrollAtEdge } from './scroll-at-edge.js';

type Kind = 'move' | 'resize';

interface Gripped {
  readonly id: string;
  readonly kind: Kind;
  /** CSS transform relative to the widget's original position. */
  readonly transform: string;
}

export interface GridMoves {
  /** Positions of the widgets, including the unfinished move. */
  readonly places: readonly Place[];
  readonly gripped: Gripped | undefined;
  readonly handlesOf: (place: Place, title: string) => { readonly move: ReactNode; readonly resize: ReactNode };
  /** Result of a keyboard move, announced to screen readers. */
  readonly announcement: string;
  readonly hintId: string;
}

const loadMoves = () => import('./moves.js');

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function useGridMoves(
  grid: RefObject<HTMLDivElement | null>,
  stored: readonly Place[],
  onPlaces: ((places: readonly Place[]) => void) | undefined,
): GridMoves {
  const hintId = useId();
  const [draft, setDraft] = useState<readonly Place[]>();
  const [gripped, setGripped] = useState<Gripped>();
  const [announcement, setAnnouncement] = useState('');
  const latest = useRef({ stored, onPlaces });
  useEffect(() => {
    latest.current = { stored, onPlaces };
  });
  const release = useRef<() => void>(undefined);
  useEffect(() => () => release.current?.(), []);

  const grip = useCallback(
    (id: string, kind: Kind, start: { readonly clientX: number; readonly clientY: number }) => {
      const root = grid.current;
      const home = latest.current.stored.find((place) => place.id === id);
      if (!root || !home) return;
      release.current?.();
      const from = latest.current.stored;
      const origin = root.getBoundingClientRect();
      const columnPx = (origin.width + gapPx) / 12;
      let pointer = start;
      let places = from;
      let moves: Awaited<ReturnType<typeof loadMoves>> | undefined;
      let requested = '';
      let edge: ReturnType<typeof scrollAtEdge> | undefined;
      let isOver = false;

      const follow = (): void => {
        // Scrolling moves the grid under the pointer, so the position of the grid is measured again.
        const at = root.getBoundingClientRect();
        const dx = pointer.clientX - start.clientX + origin.left - at.left;
        const dy = pointer.clientY - start.clientY + origin.top - at.top;
        setGripped({ id, kind, transform: `translate(${dx}px, ${dy}px)` });
        const columns = Math.round(dx / columnPx);
        const rows = Math.round(dy / (rowPx + gapPx));
        if (!moves || requested === `${columns}/${rows}`) return;
        requested = `${columns}/${rows}`;
        places =
          kind === 'move'
            ? moves.moved(from, id, home.x + columns, home.y + rows)
            : moves.resized(from, id, home.w + columns, home.h + rows);
        setDraft(places);
      };
      const onPointerMove = (event: PointerEvent): void => {
        pointer = event;
        edge?.at(event.clientY);
        follow();
      };
      const end = (keep: boolean) => (): void => {
        release.current?.();
        if (keep && places !== from) latest.current.onPlaces?.(places);
      };
      const onKey = (event: KeyboardEvent): void => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        end(false)();
      };
      const drop = end(true);
      const cancel = end(false);
      window.addEventListener('pointermove', onPointerMove);
      window.addEventListener('pointerup', drop);
      window.addEventListener('pointercancel', cancel);
      window.addEventListener('keydown', onKey, true);
      release.current = () => {
        window.removeEventListener('pointermove', onPointerMove);
        window.removeEventListener('pointerup', drop);
        window.removeEventListener('pointercancel', cancel);
        window.removeEventListener('keydown', onKey, true);
        edge?.stop();
        isOver = true;
        release.current = undefined;
        setGripped(undefined);
        setDraft(undefined);
      };
      void Promise.all([loadMoves(), import('./scroll-at-edge.js')]).then(([loaded, scrolling]) => {
        if (isOver) return;
        moves = loaded;
        edge = scrolling.scrollAtEdge(root, follow);
        if (pointer !== start) edge.at(pointer.clientY);
        follow();
      });
    },
    [grid],
  );

  const press = useCallback((id: string, key: string, kind: Kind): void => {
    const [dx, dy] = steps[key] ?? [0, 0];
    void loadMoves().then(({ stepped, resized }) => {
      const { stored: from, onPlaces: tell } = latest.current;
      const place = from.find((one) => one.id === id);
      if (!place || !tell) return;
      const places = kind === 'move' ? stepped(from, id, dx, dy) : resized(from, id, place.w + dx, place.h + dy);
      const now = places.find((one) => one.id === id);
      if (!now) return;
      tell(places);
      setAnnouncement(kind === 'move' ? texts.grid.movedTo(now.x + 1, now.y + 1) : texts.grid.resizedTo(now.w, now.h));
    });
  }, []);

  const handlesOf: GridMoves['handlesOf'] = (place, title) => ({
    move: (
      <MoveHandle
        title={title}
        hintId={hintId}
        onGrip={(start) => grip(place.id, 'move', start)}
        onKey={(key, resize) => press(place.id, key, resize ? 'resize' : 'move')}
      />
    ),
    resize: <ResizeHandle onGrip={(start) => grip(place.id, 'resize', start)} />,
  });
  return { places: draft ?? stored, gripped, handlesOf, announcement, hintId };
}

/**
 * Finds the widgets near the viewport. Where each widget is executed separately (dashboards), distant widgets send and draw nothing until
 * they come near; a widget that was drawn once stays.
 */
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { Widget } from '../../api/contract/views.schema.js';
import type { ViewPageActor } from './view-page.js';

/** Widgets within this share of the window's height above and below count as near. */
const margin = '50%';
/** Widgets that pass quickly during scrolling are not executed; ms. */
const calmMs = 120;

/** Every widget asks for itself: one that comes near does not render the others. */
export class SeenWidgets {
  readonly #seen = new Set<string>();
  readonly #listeners = new Set<() => void>();

  add(ids: Iterable<string>): void {
    const before = this.#seen.size;
    for (const id of ids) this.#seen.add(id);
    if (this.#seen.size > before) for (const listener of this.#listeners) listener();
  }
  has(id: string): boolean {
    return this.#seen.has(id);
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export interface NearWidgets {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly seen: SeenWidgets;
}

/** Near now, or at some time before. */
export function useSeen(seen: SeenWidgets, widgetId: string): boolean {
  return useSyncExternalStore(seen.subscribe, () => seen.has(widgetId));
}

/** @param grid whether they are on the grid now; one that is alone has the room for itself */
export function useNearWidgets(
  page: ViewPageActor,
  widgets: readonly Widget[],
  enabled: boolean,
  grid: boolean,
): NearWidgets {
  const execution = useSelector(page, ({ context }) => context.execution);
  const root = useRef<HTMLDivElement>(null);
  const [seen] = useState(() => new SeenWidgets());
  const ids = widgets.map(({ id }) => id).join(' ');
  useEffect(() => {
    const cells = [...(root.current?.querySelectorAll<HTMLElement>('[data-widget]') ?? [])];
    if (!enabled || !grid) return;
    const near = new Set<string>();
    const tell = (): void => {
      seen.add(near);
      execution.send({ type: 'widgets.near', widgetIds: [...near] });
    };
    // A page without cells has nothing to wait for.
    if (cells.length === 0) return void tell();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let told = false;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = (target as HTMLElement).dataset['widget'] ?? '';
          if (isIntersecting) near.add(id);
          else near.delete(id);
        }
        clearTimeout(timer);
        if (told) timer = setTimeout(tell, calmMs);
        else tell();
        told = true;
      },
      // The second is for scrolling parts of a page, where it is known.
      { rootMargin: `${margin} 0px`, scrollMargin: `${margin} 0px` } as IntersectionObserverInit,
    );
    for (const cell of cells) observer.observe(cell);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [enabled, grid, execution, ids, seen]);
  return { root, seen };
}

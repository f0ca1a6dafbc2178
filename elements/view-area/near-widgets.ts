/**
 * Finds the widgets near the viewport. Where each widget is executed separately (dashboards), distant widgets are
 * neither searched nor rendered until they come near; a rendered widget stays rendered.
 */
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import type { Widget } from '../../api/contract/views.schema.js';
import type { ViewPageActor } from './view-page.js';

/** Widgets within this share of the window's height above and below the window count as near. */
const margin = '50%';
/**
 * Milliseconds without a change of the near widgets after which they are reported, so that widgets that pass quickly
 * during scrolling are not executed. The first report is immediate.
 */
const calmMs = 120;

/**
 * Keeps the ids of widgets that are or have been near the viewport. Each widget subscribes by its id, so that only that
 * widget renders again.
 */
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

/** Returns true when the widget is near or has been near before. */
export function useSeen(seen: SeenWidgets, widgetId: string): boolean {
  return useSyncExternalStore(seen.subscribe, () => seen.has(widgetId));
}

/**
 * Observes which widgets are near the viewport, and passes their ids to the page's search execution and to `seen`.
 *
 * @param enabled false when all widgets are executed together, so that nothing is observed
 * @param grid false while a single widget fills the area instead of the grid
 * @returns `root`, which must be set to the element that contains the grid, and the seen widgets
 */
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
    // On a page without widgets there is nothing to observe; the execution is informed that no widget is near.
    if (cells.length === 0) return void tell();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reported = false;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = (target as HTMLElement).dataset['widget'] ?? '';
          if (isIntersecting) near.add(id);
          else near.delete(id);
        }
        clearTimeout(timer);
        if (reported) timer = setTimeout(tell, calmMs);
        else tell();
        reported = true;
      },
      // `rootMargin` applies to the window; `scrollMargin` applies to scrolling containers, where the browser supports
      // it.
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

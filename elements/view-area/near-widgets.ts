/**
 * Which widgets of a page are near the viewport. Where widgets are executed each on its own (dashboards), those far away
 * neither send anything nor draw anything until they come near; what was drawn once stays.
 */
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Widget } from '../../api/contract/views.schema.js';
import type { ViewPageActor } from './view-page.js';

/** So much of the window's height above and below counts as near. */
const margin = '50%';
/** Widgets that only fly by while somebody scrolls are not asked for; ms. */
const calmMs = 120;

export interface NearWidgets {
  readonly root: RefObject<HTMLDivElement | null>;
  /** Near now, or at some time before. */
  readonly seen: (widgetId: string) => boolean;
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
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const ids = widgets.map(({ id }) => id).join(' ');
  useEffect(() => {
    const cells = [...(root.current?.querySelectorAll<HTMLElement>('[data-widget]') ?? [])];
    if (!enabled) return;
    const near = new Set<string>();
    const tell = (): void => {
      execution.send({ type: 'widgets.near', widgetIds: [...near] });
      setSeen((before) => ([...near].every((id) => before.has(id)) ? before : new Set([...before, ...near])));
    };
    if (!grid) return;
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
  }, [enabled, grid, execution, ids]);
  return { root, seen: (id) => !enabled || seen.has(id) };
}

/** The instant that is pointed at in one chart, shown by all charts of the same element. */
import { useMemo, useSyncExternalStore } from 'react';
import { useHostElement } from '../../element/host-context.js';

interface Pointed {
  /** ms since 1970. */
  readonly instant: number;
  /** The chart that the pointer or the keyboard is in. */
  readonly by: object;
}

class Crosshair {
  #pointed: Pointed | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): Pointed | undefined => this.#pointed;

  /** Undefined when nothing is pointed at any more, unless another chart already took over. */
  point(by: object, instant: number | undefined): void {
    if (instant === undefined) {
      if (this.#pointed?.by !== by) return;
      this.#pointed = undefined;
    } else {
      if (this.#pointed?.by === by && this.#pointed.instant === instant) return;
      this.#pointed = { by, instant };
    }
    for (const listener of this.#listeners) listener();
  }
}

/** One per element: charts of two elements know nothing of each other. */
const crosshairs = new WeakMap<HTMLElement, Crosshair>();

export interface SharedCrosshair {
  /** Instant that another chart points at, ms since 1970. */
  readonly instant: number | undefined;
  readonly point: (instant: number | undefined) => void;
}

/** @param enabled false for charts without a time axis: they neither tell nor show anything */
export function useSharedCrosshair(enabled: boolean): SharedCrosshair {
  const { element } = useHostElement();
  const own = useMemo(() => ({}), []);
  const crosshair = useMemo(() => {
    const known = crosshairs.get(element) ?? new Crosshair();
    crosshairs.set(element, known);
    return known;
  }, [element]);
  // Only charts that show the instant of another chart are drawn again for it.
  const instant = useSyncExternalStore(crosshair.subscribe, () => {
    const pointed = crosshair.snapshot();
    return enabled && pointed && pointed.by !== own ? pointed.instant : undefined;
  });
  const point = useMemo(() => (at: number | undefined) => crosshair.point(own, at), [crosshair, own]);
  return { instant, point: enabled ? point : nothing };
}

const nothing = (): void => undefined;

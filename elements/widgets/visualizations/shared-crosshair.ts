/** Provides the crosshair shared by all charts of an element: the instant at which the user points in one of them. */
import { useMemo, useSyncExternalStore } from 'react';
import { useHostElement } from '../../element/host-context.js';

interface Pointed {
  /** Instant in epoch milliseconds. */
  readonly instant: number;
  /** Chart with the pointer or keyboard focus. */
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

  /** Sets the instant; undefined clears it, unless another chart has already set its own. */
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

/** Crosshair of each element, so that the charts of different elements are independent. */
const crosshairs = new WeakMap<HTMLElement, Crosshair>();

export interface SharedCrosshair {
  /** Instant in epoch milliseconds at which the user points in another chart; undefined: there is none. */
  readonly instant: number | undefined;
  readonly point: (instant: number | undefined) => void;
}

/**
 * Returns the crosshair of the surrounding element.
 *
 * @param enabled false for charts without a time axis, which neither set nor show the instant
 */
export function useSharedCrosshair(enabled: boolean): SharedCrosshair {
  const { element } = useHostElement();
  const own = useMemo(() => ({}), []);
  const crosshair = useMemo(() => {
    const known = crosshairs.get(element) ?? new Crosshair();
    crosshairs.set(element, known);
    return known;
  }, [element]);
  // A chart renders again only for an instant that another chart has set.
  const instant = useSyncExternalStore(crosshair.subscribe, () => {
    const pointed = crosshair.snapshot();
    return enabled && pointed && pointed.by !== own ? pointed.instant : undefined;
  });
  const point = useMemo(() => (at: number | undefined) => crosshair.point(own, at), [crosshair, own]);
  return { instant, point: enabled ? point : nothing };
}

const nothing = (): void => undefined;

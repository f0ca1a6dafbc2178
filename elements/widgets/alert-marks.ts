/**
 * Alerts on the time axes of charts: a chart registers its time range and receives the marks. This module has only the
 * interface; the code that requests the alerts is loaded later and puts the marks here.
 */
import type { AlertMark, MarkedSpan } from '../../machines/pivot/alert-marks.js';
import { readLocal, writeLocal } from '../kit/local-store.js';

export interface AlertMarks {
  /**
   * Registers the time range of a chart.
   * @returns a function that removes the range
   */
  readonly show: (span: MarkedSpan) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the marks of all registered ranges in time order. */
  readonly marks: () => readonly AlertMark[];
  /** Loads the marks again after a mark was made, changed or deleted. */
  readonly askAgain: () => void;
  /** Returns whether the server stores marks that users make by hand. */
  readonly mayMark: () => boolean;
  /** Returns the route of the page about an alert; undefined: there is no such page. */
  readonly routeOf: (mark: AlertMark) => string | undefined;
}

/**
 * Holds the alert marks for the charts of an element. The marks arrive late, because their code is loaded on demand,
 * and the page must work without them.
 */
class AlertMarksPlace {
  #marks: AlertMarks | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Returns the marks; undefined when they are off or not loaded yet. */
  readonly get = (): AlertMarks | undefined => this.#marks;

  /** Sets the marks; returns a function that removes them, unless other marks have replaced them. */
  put(marks: AlertMarks): () => void {
    this.#change(marks);
    return () => {
      if (this.#marks === marks) this.#change(undefined);
    };
  }

  #change(marks: AlertMarks | undefined): void {
    this.#marks = marks;
    for (const listener of this.#listeners) listener();
  }
}

const places = new WeakMap<HTMLElement, AlertMarksPlace>();

export function alertMarksOf(element: HTMLElement): AlertMarksPlace {
  const place = places.get(element) ?? new AlertMarksPlace();
  places.set(element, place);
  return place;
}

const key = 'log-console.alert-marks';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const listeners = new Set<() => void>();

/** The user's choice whether charts show alert marks, stored in this browser; true by default. */
export const alertMarksWanted = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => readLocal(key, isBoolean) ?? true,
  set: (wanted: boolean): void => {
    writeLocal(key, wanted ? undefined : false);
    for (const listener of listeners) listener();
  },
};

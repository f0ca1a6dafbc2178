/**
 * Alerts on the time axes of charts: a chart registers its range and receives the marks. Without alerts, or with marks
 * switched off, only this module is loaded.
 */
import type { AlertMark, MarkedSpan } from '../../machines/pivot/alert-marks.js';
import { readLocal, writeLocal } from '../kit/local-store.js';

export interface AlertMarks {
  /**
   * Registers the range of a chart.
   * @returns a function that removes it
   */
  readonly show: (span: MarkedSpan) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the marks of all registered ranges in time order. */
  readonly marks: () => readonly AlertMark[];
  /** Returns the route of an alert's page; undefined: there is none. */
  readonly routeOf: (mark: AlertMark) => string | undefined;
}

/**
 * Holds the alert marks for the charts of one element. The code that loads the marks comes late, and the page does not
 * depend on it.
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

  /** @returns a function that removes the marks, unless they were replaced meanwhile */
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

/** Tells whether marks are shown in this browser; on by default. */
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

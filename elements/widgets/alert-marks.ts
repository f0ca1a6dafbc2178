/**
 * Alerts on the time axes of charts: a chart registers its range and gets the marks. Without alerts, or with marks switched off, this
 * module is all that loads.
 */
import type { AlertMark, MarkedSpan } from '../../machines/pivot/alert-marks.js';
import { readLocal, writeLocal } from '../kit/local-store.js';

export interface AlertMarks {
  /** A chart shows this range until it says otherwise. */
  readonly show: (span: MarkedSpan) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** In order of time, of all ranges that are shown. */
  readonly marks: () => readonly AlertMark[];
  /** Returns the page of an alert; undefined: there is no page for it. */
  readonly routeOf: (mark: AlertMark) => string | undefined;
}

/**
 * Store in which the charts of one element find alert marks. The code that fetches the marks loads late, and the page need not know it
 * before.
 */
class AlertMarksPlace {
  #marks: AlertMarks | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Undefined when they are off, or not loaded yet. */
  readonly get = (): AlertMarks | undefined => this.#marks;

  /** @returns takes them away again, unless others are there by then */
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

/** Tells whether this browser is to show them; so until somebody does not want them. */
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

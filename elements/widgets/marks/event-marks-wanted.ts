import { readLocal, writeLocal } from '../../kit/local-store.js';

const key = 'log-console.event-marks';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const listeners = new Set<() => void>();

/** The user's choice whether charts show events that are no alerts, stored in this browser; false by default. */
export const eventMarksWanted = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => readLocal(key, isBoolean) ?? false,
  set: (wanted: boolean): void => {
    writeLocal(key, wanted ? true : undefined);
    for (const listener of listeners) listener();
  },
};

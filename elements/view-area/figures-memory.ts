/**
 * Remembers in this browser whether a chart shows figures below it. It is used on dashboards and for views that the user
 * may not change, because showing figures there must not change the view.
 */
import { readLocal, writeLocal } from '../kit/local-store.js';

const keyOf = (server: string, username: string | null, widgetId: string): string =>
  `log-console.figures ${server} ${username ?? ''} ${widgetId}`;
const isCount = (value: unknown): value is number => typeof value === 'number';

/** Returns the number of series with figures that is remembered for a widget; undefined: none. */
export const keptFigures = (server: string, username: string | null, widgetId: string): number | undefined =>
  readLocal(keyOf(server, username, widgetId), isCount);

/** Remembers the number of series with figures; 0, for a chart without figures, is remembered as well. */
export const keepFigures = (server: string, username: string | null, widgetId: string, count: number): void =>
  writeLocal(keyOf(server, username, widgetId), count);

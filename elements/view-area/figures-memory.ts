/**
 * Remembers in this browser whether a chart shows figures below it. It is used on dashboards and for views that the user
 * may not change, because showing figures there must not change the view.
 */
import { isObject } from '../../api/is-object.js';
import { readLocal, writeLocal } from '../kit/local-store.js';

type Counts = Readonly<Record<string, number>>;

/** Maximum number of remembered charts; the ones that were changed longest ago are forgotten. */
const mostKept = 200;

const keyOf = (server: string, username: string | null): string => `log-console.figures ${server} ${username ?? ''}`;
const isCounts = (value: unknown): value is Counts =>
  isObject(value) && Object.values(value).every((count) => typeof count === 'number');

/** Returns the numbers of series with figures that are remembered, by widget id. */
export const keptFigures = (server: string, username: string | null): Counts =>
  readLocal(keyOf(server, username), isCounts) ?? {};

/** Remembers the number of series with figures; 0, for a chart without figures, is remembered as well. */
export function keepFigures(server: string, username: string | null, widgetId: string, count: number): void {
  const { [widgetId]: _before, ...others } = keptFigures(server, username);
  const counts = Object.entries({ ...others, [widgetId]: count }).slice(-mostKept);
  writeLocal(keyOf(server, username), Object.fromEntries(counts));
}

/**
 * Remembers in this browser whether a chart shows a table of figures of its series below it. It is used on dashboards
 * and for views that the user may not change, because showing figures there must not change the view.
 */
import { isObject } from '../../api/is-object.js';
import { readLocal, writeLocal } from '../kit/local-store.js';

/** Maximum number of remembered charts; the ones that were changed longest ago are forgotten. */
const mostKept = 200;

const keyOf = (server: string, username: string | null): string => `log-console.figures ${server} ${username ?? ''}`;

/** Numbers of series with figures by widget id; the numbers are not checked. */
export type KeptFigures = Readonly<Record<string, unknown>>;

export const keptFigures = (server: string, username: string | null): KeptFigures =>
  readLocal(keyOf(server, username), isObject) ?? {};

/**
 * Remembers the number of series with figures; 0, for a chart without figures, is remembered as well.
 * @param known the numbers that this page knows, in case that the browser stores nothing
 * @returns all numbers
 */
export function keepFigures(
  server: string,
  username: string | null,
  known: KeptFigures,
  widgetId: string,
  count: number,
): KeptFigures {
  const { [widgetId]: _before, ...others } = { ...known, ...keptFigures(server, username) };
  const kept = Object.fromEntries(Object.entries({ ...others, [widgetId]: count }).slice(-mostKept));
  writeLocal(keyOf(server, username), kept);
  return kept;
}

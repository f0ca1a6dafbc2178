/**
 * Remembers in this browser which charts of dashboards and of views without the right to change them have figures: the
 * look at the figures is then no change of the view.
 */
import { isObject } from '../../api/is-object.js';
import { readLocal, writeLocal } from '../kit/local-store.js';

const keyOf = (server: string, username: string | null): string => `log-console.figures ${server} ${username ?? ''}`;
/** Maximum number of charts that are remembered; the chart that was opened first is forgotten first. */
const mostCharts = 50;

/** Numbers of series with figures, by the id of their widget. */
export type KeptFigures = Readonly<Record<string, number>>;

const isKept = (value: unknown): value is KeptFigures =>
  isObject(value) && Object.values(value).every((count) => Number.isInteger(count));

export const keptFigures = (server: string, username: string | null): KeptFigures =>
  readLocal(keyOf(server, username), isKept) ?? {};

/** Remembers the number of series with figures, 0 for a chart without figures. @returns all remembered numbers */
export function keepFigures(server: string, username: string | null, widgetId: string, count: number): KeptFigures {
  const { [widgetId]: _before, ...others } = keptFigures(server, username);
  const entries = Object.entries(count > 0 ? { ...others, [widgetId]: count } : others).slice(-mostCharts);
  const kept = Object.fromEntries(entries);
  writeLocal(keyOf(server, username), entries.length > 0 ? kept : undefined);
  return kept;
}

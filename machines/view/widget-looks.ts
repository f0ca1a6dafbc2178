/**
 * Display settings of widgets that the API's configuration does not have. Servers refuse unknown members in a
 * configuration, but the titles of a view are maps of texts by kind (contract search ViewState). So the settings are
 * stored as further kinds of titles beside `widget` and `tab`, as JSON by widget id. Consoles that do not know such a
 * kind keep it.
 */
import { isObject } from '../../api/is-object.js';
import type { ViewState } from '../../api/contract/views.schema.js';

type Titles = ViewState['titles'];

/** Reads the settings that are stored for a widget; the object is empty if they are invalid. */
export const storedLook = (titles: Titles, kind: string, widgetId: string): Readonly<Record<string, unknown>> =>
  readLook(titles?.[kind]?.[widgetId]);

/** Reads settings from their JSON text; the object is empty if the text is absent or no JSON object. */
export function readLook(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns the titles with the settings of a widget; empty settings are removed. */
export function withStoredLook(
  titles: Titles,
  kind: string,
  widgetId: string,
  look: Readonly<Record<string, unknown>>,
): NonNullable<Titles> {
  const { [kind]: stored = {}, ...others } = titles ?? {};
  const { [widgetId]: _before, ...looks } = stored;
  const entries = Object.entries(look).filter(([, value]) => value !== undefined);
  const next = entries.length === 0 ? looks : { ...looks, [widgetId]: JSON.stringify(Object.fromEntries(entries)) };
  return Object.keys(next).length === 0 ? others : { ...others, [kind]: next };
}

/** Returns the titles with the computed metrics of a widget, given as the text that `formula/stored.ts` writes. */
export const titlesWithComputed = (titles: Titles, widgetId: string, computed: string): NonNullable<Titles> =>
  withStoredLook(titles, 'formulas', widgetId, readLook(computed));

/** Kinds that contain real titles and no settings. */
const ownKinds: readonly string[] = ['tab', 'widget'];

/** Copies all display settings of a widget, but not its title, to the widget with the id `copyId`. */
export function withLooksOf(titles: Titles, source: Titles, widgetId: string, copyId: string): Titles | undefined {
  const looks = Object.entries(source ?? {}).flatMap(([kind, stored]): [string, string][] => {
    const look = stored[widgetId];
    return ownKinds.includes(kind) || look === undefined ? [] : [[kind, look]];
  });
  if (looks.length === 0) return titles;
  return looks.reduce<NonNullable<Titles>>(
    (all, [kind, look]) => ({ ...all, [kind]: { ...all[kind], [copyId]: look } }),
    titles ?? {},
  );
}

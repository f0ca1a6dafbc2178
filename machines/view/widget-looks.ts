/**
 * What this console keeps of a widget beyond the wire's configuration. The wire has no field for it and a server refuses
 * unknown fields of a configuration, but titles are maps of texts by kind (contract search ViewState): so a look is one
 * more kind beside `widget` and `tab`, widget id → JSON. A console that does not know the kind keeps it.
 */
import type { ViewState } from '../../api/contract/views.schema.js';

type Titles = ViewState['titles'];

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The stored look; nothing if it is invalid. */
export function storedLook(titles: Titles, kind: string, widgetId: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(titles?.[kind]?.[widgetId] ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The titles with a look; one that says nothing is left out. */
export function withStoredLook(
  titles: Titles,
  kind: string,
  widgetId: string,
  look: Readonly<Record<string, unknown>>,
): NonNullable<Titles> {
  const { [kind]: stored = {}, ...others } = titles ?? {};
  const { [widgetId]: _before, ...looks } = stored;
  const said = Object.entries(look).filter(([, value]) => value !== undefined);
  const next = said.length === 0 ? looks : { ...looks, [widgetId]: JSON.stringify(Object.fromEntries(said)) };
  return Object.keys(next).length === 0 ? others : { ...others, [kind]: next };
}

/** Kinds of titles that are no looks. */
const ownKinds: readonly string[] = ['tab', 'widget'];

/** The titles with everything but the name that a widget has in others, under another id: for copies. */
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

/** Display settings of a message table: column widths, row density, wrapping, row numbers, endless scrolling. */
import { isObject } from '../../api/is-object.js';
import type { ViewState } from '../../api/contract/views.schema.js';
import { storedLook, withStoredLook } from './widget-looks.js';

export interface TableLook {
  /**
   * Widths in px that the user has set, by field. Columns without an entry have a width that fits their type and
   * content.
   */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  readonly density?: 'default' | 'compact' | undefined;
  /** False shows the text of each message on a single line. */
  readonly wrap?: boolean | undefined;
  readonly numbers?: boolean | undefined;
  /** True loads more messages near the end of the list; otherwise the table has pages. */
  readonly endless?: boolean | undefined;
}

/** Key under which the view's titles contain the display settings of message tables. */
export const tableLookKind = 'message_table';
export const smallestColumnWidth = 48;
export const largestColumnWidth = 2000;

export function clampedWidth(px: number): number {
  return Math.round(Math.min(largestColumnWidth, Math.max(smallestColumnWidth, px)));
}

/** Reads the display settings of a table from the state of its page. */
export function tableLookOf(state: Pick<ViewState, 'titles'>, widgetId: string): TableLook {
  return readTableLook(storedLook(state.titles, tableLookKind, widgetId));
}

/** Converts stored members to display settings; invalid members count as absent. */
export function readTableLook(stored: Readonly<Record<string, unknown>>): TableLook {
  const { widths, density, wrap, numbers, endless } = stored;
  const entries = isObject(widths)
    ? Object.entries(widths).filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
    : [];
  return {
    ...(entries.length > 0 && { widths: Object.fromEntries(entries.map(([name, px]) => [name, clampedWidth(px)])) }),
    ...((density === 'default' || density === 'compact') && { density }),
    ...(typeof wrap === 'boolean' && { wrap }),
    ...(typeof numbers === 'boolean' && { numbers }),
    ...(typeof endless === 'boolean' && { endless }),
  };
}

/**
 * Returns the titles with the display settings of a table; unknown stored members stay, and empty settings are removed.
 */
export function titlesWithLook(
  titles: ViewState['titles'],
  widgetId: string,
  look: TableLook,
): NonNullable<ViewState['titles']> {
  const before = storedLook(titles, tableLookKind, widgetId);
  // All known settings are taken out of the stored members, because `look` replaces them.
  const { widths: _widths, density: _density, wrap: _wrap, numbers: _numbers, endless: _endless, ...unknown } = before;
  const widths = look.widths && Object.keys(look.widths).length > 0 ? look.widths : undefined;
  return withStoredLook(titles, tableLookKind, widgetId, { ...unknown, ...look, widths });
}

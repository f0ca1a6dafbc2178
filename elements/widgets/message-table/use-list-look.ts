/** Determines the layout of the rows in a message list: columns, their widths, and settings shared by all rows. */
import { useMemo, type CSSProperties, type RefObject } from 'react';
import { effectiveRange } from '../../../machines/search-execution/effective-range.js';
import { useHostElement } from '../../element/host-context.js';
import type { FieldType, MessagesResult, MessageTableConfig, TableLook } from '../faces.js';
import { formatInstant } from '../time/format-instant.js';
import {
  gridTemplate,
  leadingTracks,
  leadingWidth,
  smallestWidth,
  tableColumns,
  type Leading,
  type TableColumn,
} from './columns.js';
import { useContentWidths } from './content-widths.js';
import type { RowLook } from './message-row.js';
import type { RowShape } from './row-height.js';
import { useColumnWindow } from './use-column-window.js';

export interface ListLookInput {
  readonly scroll: RefObject<HTMLElement | null>;
  readonly result: MessagesResult;
  readonly config: MessageTableConfig;
  readonly fieldTypes: readonly FieldType[] | undefined;
  readonly shape: RowShape;
  readonly look: TableLook;
  /** Number of messages on the previous pages. */
  readonly offset: number;
  readonly selecting: boolean;
  /** Pattern of the find bar, whose matches are marked; undefined: nothing is marked. */
  readonly pattern: RegExp | undefined;
}

export interface ListLook {
  readonly columns: readonly TableColumn[];
  readonly leading: Leading;
  readonly rowLook: RowLook;
  /** CSS custom properties for the layout of header and rows. */
  readonly measures: CSSProperties;
}

export function useListLook(input: ListLookInput): ListLook {
  const { scroll, result, config, fieldTypes, shape, look, offset, selecting, pattern } = input;
  const { layout, density, wrap, messageRow } = shape;
  const { messages } = result;
  const { timezone } = useHostElement();
  const oneDay = useMemo(() => isOneDay(result, timezone), [result, timezone]);
  const contents = useContentWidths(messages, config.fields);
  const columns = useMemo(
    () => tableColumns(config, fieldTypes, { layout, oneDay }, look.widths, contents),
    [config, fieldTypes, layout, oneDay, look.widths, contents],
  );
  const digits = look.numbers ? String(offset + messages.length).length : 0;
  const leading = useMemo(() => ({ checks: selecting, digits }), [selecting, digits]);
  const columnWindow = useColumnWindow(scroll, columns, leading);
  const rowLook = useMemo(
    (): RowLook => ({
      ...{ columns, leading, columnWindow, layout, density, wrap, messageRow, oneDay },
      zone: timezone,
      find: pattern,
    }),
    [columns, leading, columnWindow, layout, density, wrap, messageRow, oneDay, timezone, pattern],
  );
  const measures = {
    '--lc-tracks': gridTemplate(columns, leading, messageRow),
    '--lc-least-width': `${smallestWidth(columns, leading)}px`,
    '--lc-lead': `${leadingWidth(leading)}px`,
    '--lc-first-track': leadingTracks(leading) + 1,
  };
  return { columns, leading, rowLook, measures };
}

function isOneDay(result: MessagesResult, zone: string): boolean {
  const range = effectiveRange(result);
  return range !== undefined && formatInstant(range.from, zone, 'date') === formatInstant(range.to, zone, 'date');
}

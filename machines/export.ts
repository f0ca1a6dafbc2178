/**
 * The export dialog (spec 2 §5 "Export"; screens/search.md §12).
 *
 * ```
 * deciding ─▶ unavailable        (a dashboard without any message table)
 *          ─▶ choosing ─ table.chosen ─▶ setting ─ download.requested ─▶ downloading ─▶ done
 *          ─▶ setting  ─ table.reselected ─▶ choosing                        └ failure ─▶ setting (with failure)
 * (any) ─ cancelled ─▶ cancelled
 * ```
 * - A search skips the choice when it has exactly one message table or none; a dashboard only when opened from a widget.
 * - Download needs at least one field, and a limit that is a whole number of at least 1 or empty.
 */
import { assign, setup } from 'xstate';
import { asked } from './actor.js';

export interface ExportTable {
  readonly widgetId: string;
  readonly title: string;
  readonly searchTypeId: string;
  readonly fields: readonly string[];
  readonly showMessageRow: boolean;
}
export interface ExportInput {
  readonly viewType: 'SEARCH' | 'DASHBOARD';
  readonly viewTitle: string;
  readonly tables: readonly ExportTable[];
  /** Opened from this widget. */
  readonly widgetId?: string | undefined;
}
/** What is asked of the server; without search type the whole search is exported. */
export interface ExportOrder {
  readonly searchTypeId: string | undefined;
  readonly fields: readonly string[];
  readonly limit: number | undefined;
  readonly format: string;
  readonly fileName: string;
}

export interface ExportContext {
  readonly input: ExportInput;
  readonly table: ExportTable | undefined;
  readonly fields: readonly string[];
  /** As typed; empty for all messages. */
  readonly limit: string;
  readonly format: string;
  readonly failure: unknown;
}
export type ExportEvent =
  | { type: 'table.chosen'; widgetId: string }
  | { type: 'table.reselected' }
  | { type: 'fields.changed'; fields: readonly string[] }
  | { type: 'limit.changed'; limit: string }
  | { type: 'format.chosen'; format: string }
  | { type: 'download.requested' }
  | { type: 'cancelled' };

export const defaultExportFields = ['timestamp', 'source', 'message'] as const;
export const defaultExportFormat = 'csv';

/** Columns of the table, and the message if it is shown as a row; without a table the default ones. */
export function exportFieldsOf(table: ExportTable | undefined): readonly string[] {
  if (!table) return defaultExportFields;
  return [...new Set([...table.fields, ...(table.showMessageRow ? ['message'] : [])])];
}

/** Undefined for an empty limit, NaN for one that is not allowed. */
export function exportLimitOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const limit = Number(trimmed);
  return Number.isSafeInteger(limit) && limit >= 1 ? limit : Number.NaN;
}

/** `{title}-search-result.csv`, blanks as dashes; what a file system could take for a path is left out. */
export function exportFileName(title: string, format: string): string {
  const name = `${title}-search-result`.trim().replace(/\s+/g, '-');
  // eslint-disable-next-line no-control-regex -- control characters are what is removed
  return `${name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '')}.${format}`;
}

export function exportOrder({ input, table, fields, limit, format }: ExportContext): ExportOrder {
  return {
    searchTypeId: table?.searchTypeId,
    fields,
    limit: exportLimitOf(limit),
    format,
    fileName: exportFileName(table?.title ?? input.viewTitle, format),
  };
}

const onlyTable = ({ viewType, tables, widgetId }: ExportInput): ExportTable | undefined => {
  if (widgetId !== undefined) return tables.find((table) => table.widgetId === widgetId);
  return viewType === 'SEARCH' && tables.length === 1 ? tables[0] : undefined;
};

export const exportMachine = setup({
  types: { context: {} as ExportContext, events: {} as ExportEvent, input: {} as ExportInput },
  actors: { download: asked<unknown, ExportOrder>('download') },
  guards: {
    hasTable: ({ context }) => context.table !== undefined,
    isWholeSearch: ({ context: { input } }) => input.viewType === 'SEARCH' && input.tables.length === 0,
    hasNoTable: ({ context: { input } }) => input.tables.length === 0,
    isTable: ({ context: { input } }, { widgetId }: { widgetId: string }) =>
      input.tables.some((table) => table.widgetId === widgetId),
    hasChoice: ({ context: { input } }) => input.tables.length > 1,
    isReady: ({ context: { fields, limit } }) => fields.length > 0 && !Number.isNaN(exportLimitOf(limit) ?? 1),
  },
}).createMachine({
  id: 'export',
  context: ({ input }) => {
    const table = onlyTable(input);
    return { input, table, fields: exportFieldsOf(table), limit: '', format: defaultExportFormat, failure: undefined };
  },
  initial: 'deciding',
  on: { cancelled: '.cancelled' },
  states: {
    deciding: {
      always: [
        { guard: 'hasTable', target: 'setting' },
        { guard: 'isWholeSearch', target: 'setting' },
        { guard: 'hasNoTable', target: 'unavailable' },
        { target: 'choosing' },
      ],
    },
    unavailable: {},
    choosing: {
      on: {
        'table.chosen': {
          guard: { type: 'isTable', params: ({ event }) => ({ widgetId: event.widgetId }) },
          target: 'setting',
          actions: assign(({ context: { input }, event }) => {
            const table = input.tables.find(({ widgetId }) => widgetId === event.widgetId);
            return { table, fields: exportFieldsOf(table) };
          }),
        },
      },
    },
    setting: {
      on: {
        'table.reselected': { guard: 'hasChoice', target: 'choosing', actions: assign({ table: undefined }) },
        'fields.changed': { actions: assign({ fields: ({ event }) => [...new Set(event.fields)] }) },
        'limit.changed': { actions: assign({ limit: ({ event }) => event.limit }) },
        'format.chosen': { actions: assign({ format: ({ event }) => event.format }) },
        'download.requested': { guard: 'isReady', target: 'downloading', actions: assign({ failure: undefined }) },
      },
    },
    downloading: {
      invoke: {
        src: 'download',
        input: ({ context }) => exportOrder(context),
        onDone: 'done',
        onError: { target: 'setting', actions: assign({ failure: ({ event }) => event.error }) },
      },
    },
    done: { type: 'final' },
    cancelled: { type: 'final' },
  },
});

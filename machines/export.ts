/**
 * The export dialog (spec 2 §5 "Export"; screens/search.md §12).
 *
 * ```
 * deciding ─▶ unavailable        (a dashboard without any message table)
 *          ─▶ choosing ─ table.chosen ─▶ setting ─ download.requested ─▶ downloading ─ completed ─▶ done
 *          ─▶ setting  ─ table.reselected ─▶ choosing                        ├ failed ─▶ setting (with failure)
 *                                                                            └ download.stopped ─▶ setting
 * (any) ─ cancelled ─▶ cancelled
 * ```
 * The machine's output is the file, once it is downloaded.
 * - A search skips the choice of a table when it has one message table or none; searches and dashboards skip it when
 *   the dialog was opened from a message table.
 * - A download needs at least one field, and a limit that is empty or an integer of at least 1.
 */
import { assign, fromCallback, setup } from 'xstate';
import type { ResultFormat } from '../api/contract/exports.js';
import type { AbsoluteRange, ExecutionState, SearchTypeResult } from '../api/contract/searches.js';
import type { MessageTableConfig } from '../api/contract/views.schema.js';
import type { ExportFormat, ExportProgress, ExportRequest } from '../api/queries/exports.js';
import { exportFormats } from '../api/queries/exports.js';
import { executionState, isMessages, type ExecutionRequest, type ShownResult } from './search-execution/results.js';
import { stateOf, type ViewDocument } from './view/document.js';
import { widgetTitle } from './view/titles.js';

/** A part of a search that can be exported: a message table, or the whole search. */
interface Exportable {
  /** Effective range of the displayed result; with this range the file contains the same messages. */
  readonly range: AbsoluteRange | undefined;
  /** Number of messages that were found; undefined when it is unknown. */
  readonly total: number | undefined;
}
export interface ExportTable extends Exportable {
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
  /** The whole search, which is exported when there is no message table. */
  readonly whole: Exportable;
  /** Id of the executed search, which includes unsaved changes of widgets. */
  readonly searchId: string;
  readonly state: ExecutionState;
  /** Id of the widget from which the dialog was opened; absent: it was opened for the whole page. */
  readonly widgetId?: string | undefined;
  /** IANA name of the time zone in which timestamps are written. */
  readonly timezone: string;
}

/** The finished file with its suggested name. */
export interface ExportFile {
  readonly blob: Blob;
  readonly fileName: string;
}

export interface ExportContext {
  readonly input: ExportInput;
  readonly table: ExportTable | undefined;
  readonly fields: readonly string[];
  /** Text in the input for the limit; empty: all messages are exported. */
  readonly limit: string;
  /** True if a limited export takes the newest messages; otherwise it takes the oldest. */
  readonly newest: boolean;
  readonly format: ExportFormat;
  readonly failure: unknown;
  readonly progress: ExportProgress;
  readonly file: ExportFile | undefined;
}
export type ExportEvent =
  | { type: 'table.chosen'; widgetId: string }
  | { type: 'table.reselected' }
  | { type: 'fields.changed'; fields: readonly string[] }
  | { type: 'limit.changed'; limit: string }
  | { type: 'end.chosen'; newest: boolean }
  | { type: 'format.chosen'; format: ExportFormat }
  | { type: 'download.requested' }
  | { type: 'download.stopped' }
  | { type: 'cancelled' }
  | DownloadEvent;
/** Events that the download sends to the machine. */
export type DownloadEvent =
  | { type: 'download.progressed'; progress: ExportProgress }
  | { type: 'download.completed'; file: ExportFile }
  | { type: 'download.failed'; failure: unknown };

const defaultExportFields = ['timestamp', 'source', 'message'] as const;
const defaultExportFormat: ExportFormat = 'csv';
const nothing: ExportProgress = { messages: 0, bytes: 0 };

/**
 * Returns the fields to export: the table's columns, and `message` if the message is shown as a row. Without a table,
 * they are the default fields.
 */
export function exportFieldsOf(table: ExportTable | undefined): readonly string[] {
  if (!table) return defaultExportFields;
  return [...new Set([...table.fields, ...(table.showMessageRow ? ['message'] : [])])];
}

/** Parses the text of the limit. Returns undefined when it is empty, and NaN when it is no integer of at least 1. */
export function exportLimitOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const limit = Number(trimmed);
  return Number.isSafeInteger(limit) && limit >= 1 ? limit : Number.NaN;
}

/**
 * Returns the file name `{title}-search-result` (`search-result` for an empty title) with the extension of the format.
 * Whitespace becomes dashes; control characters and characters with a meaning in file paths are removed.
 */
export function exportFileName(title: string, format: ExportFormat): string {
  const trimmed = title.trim();
  const name = (trimmed === '' ? 'search-result' : `${trimmed}-search-result`).replace(/\s+/g, '-');
  // oxlint-disable-next-line no-control-regex -- the expression removes control characters from a file name
  return `${name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '')}.${exportFormats[format].extension}`;
}

/** Returns the request that the download sends to the server. */
function exportRequest({ input, table, fields, limit, newest, format }: ExportContext): ExportRequest {
  const { range } = table ?? input.whole;
  const most = exportLimitOf(limit);
  const body: ResultFormat = {
    execution_state: input.state,
    fields_in_order: [...fields],
    time_zone: input.timezone,
    ...(range && { timerange: range }),
    ...(most !== undefined && { limit: most, ...(newest && { newest }) }),
  };
  return {
    searchId: input.searchId,
    searchTypeId: table?.searchTypeId,
    body,
    format,
    fileName: exportFileName(table?.title ?? input.viewTitle, format),
  };
}

/**
 * Returns the number of messages that the file will contain. If the number of matches is unknown, the limit is
 * returned. Undefined: the number of matches is unknown, and there is no limit. NaN: the limit is invalid.
 */
export function expectedMessages({ input, table, limit }: ExportContext): number | undefined {
  const { total } = table ?? input.whole;
  const most = exportLimitOf(limit);
  return total === undefined ? most : Math.min(total, most ?? total);
}

/** The page whose messages are exported. */
export interface ExportSource {
  readonly document: ViewDocument;
  readonly queryId: string;
  /** Result of the last execution, undefined before the first; `request` is the request of this execution. */
  readonly shown: ShownResult | undefined;
  readonly request: ExecutionRequest | undefined;
}

/** Returns the input of an export; undefined: no result of the query `queryId` is shown yet. */
export function exportInputOf(
  { document, queryId, shown, request }: ExportSource,
  timezone: string,
  widgetId?: string,
): ExportInput | undefined {
  if (!shown || !request || shown.queryId !== queryId) return undefined;
  const state = stateOf(document, queryId);
  const results: Readonly<Record<string, SearchTypeResult>> = shown.result?.search_types ?? {};
  const tables = state.widgets.flatMap((widget): ExportTable[] => {
    const [searchTypeId] = shown.widgetMapping[widget.id] ?? [];
    if (widget.type.toLowerCase() !== 'messages' || searchTypeId === undefined) return [];
    const config = widget.config as Partial<MessageTableConfig>;
    const result = results[searchTypeId];
    const found = isMessages(result) ? result : undefined;
    return [
      {
        widgetId: widget.id,
        title: widgetTitle(state, widget),
        searchTypeId,
        fields: config.fields ?? [],
        showMessageRow: config.show_message_row ?? false,
        range: found?.effective_timerange,
        total: found?.total_results,
      },
    ];
  });
  const { view } = document;
  const pivot = Object.values(results).find((result) => result.type === 'pivot');
  return {
    viewType: view.type,
    viewTitle: view.title,
    tables,
    whole: { range: shown.result?.execution_stats.effective_timerange, total: pivot?.total },
    searchId: shown.searchId,
    // The limit to a focused widget is ignored, so that every table can be exported.
    state: executionState({ ...request, widgets: undefined }),
    widgetId,
    timezone,
  };
}

const onlyTable = ({ viewType, tables, widgetId }: ExportInput): ExportTable | undefined => {
  if (widgetId !== undefined) return tables.find((table) => table.widgetId === widgetId);
  return viewType === 'SEARCH' && tables.length === 1 ? tables[0] : undefined;
};

export const exportMachine = setup({
  types: {
    context: {} as ExportContext,
    events: {} as ExportEvent,
    input: {} as ExportInput,
    output: {} as ExportFile | undefined,
  },
  actors: {
    /** Downloads the file and sends `DownloadEvent`s; stopping the actor aborts the download. */
    download: fromCallback<DownloadEvent, ExportRequest>(() => {
      throw new Error('The actor "download" was not provided');
    }),
  },
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
    return {
      input,
      table,
      fields: exportFieldsOf(table),
      limit: '',
      newest: false,
      format: defaultExportFormat,
      failure: undefined,
      progress: nothing,
      file: undefined,
    };
  },
  output: ({ context }) => context.file,
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
        'end.chosen': { actions: assign({ newest: ({ event }) => event.newest }) },
        'format.chosen': { actions: assign({ format: ({ event }) => event.format }) },
        'download.requested': {
          guard: 'isReady',
          target: 'downloading',
          actions: assign({ failure: undefined, progress: nothing }),
        },
      },
    },
    downloading: {
      invoke: {
        src: 'download',
        input: ({ context }) => exportRequest(context),
        // The actor fails only if the download could not be started; later failures are events.
        onError: { target: 'setting', actions: assign({ failure: ({ event }) => event.error }) },
      },
      on: {
        'download.progressed': { actions: assign({ progress: ({ event }) => event.progress }) },
        'download.completed': { target: 'done', actions: assign({ file: ({ event }) => event.file }) },
        'download.failed': { target: 'setting', actions: assign({ failure: ({ event }) => event.failure }) },
        'download.stopped': 'setting',
      },
    },
    done: { type: 'final' },
    cancelled: { type: 'final' },
  },
});

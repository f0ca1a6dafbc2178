/** Columns of a message table: order from the configuration, widths from the fields' types. Pure. */
import type { FieldType, MessageTableConfig, ResultMessage } from '../faces.js';
import { isLevelField, levelOf, type LevelName } from '../values/level.js';

export interface TableColumn {
  readonly field: string;
  readonly type: string | undefined;
  readonly align: 'left' | 'right';
  /** Smallest width in px. */
  readonly width: number;
  /** Takes what is left of the row. */
  readonly grows: boolean;
  /** Log text: fixed-width letters. */
  readonly mono: boolean;
}

/** Mark and chevron before the first column, in px. */
export const leadingWidth = 30;

const numericTypes = new Set(['long', 'int', 'short', 'byte', 'double', 'float']);
const textFields = new Set(['message', 'full_message']);

/** The field whose text is the message row. */
export const messageField = 'message';

/** `line`: one line per message, its text as the last column. */
export function tableColumns(
  config: MessageTableConfig,
  types: readonly FieldType[] | undefined,
  layout: 'rows' | 'line',
): TableColumn[] {
  const typeOf = new Map(types?.map((one) => [one.name, one.type.type]));
  const inline = layout === 'line' && config.show_message_row && !config.fields.includes(messageField);
  const fields = [...new Set(inline ? [...config.fields, messageField] : config.fields)];
  return fields.map((field, index) => {
    const type = field === 'timestamp' ? (typeOf.get(field) ?? 'date') : typeOf.get(field);
    const column = { field, type, mono: textFields.has(field) };
    const last = index === fields.length - 1;
    return { ...column, ...measures(field, type, layout), grows: last || textFields.has(field) };
  });
}

function measures(
  field: string,
  type: string | undefined,
  layout: 'rows' | 'line',
): Pick<TableColumn, 'align' | 'width'> {
  if (textFields.has(field)) return { align: 'left', width: 320 };
  if (type === 'date') return { align: 'left', width: layout === 'line' ? 116 : 212 };
  if (isLevelField(field)) return { align: 'left', width: 150 };
  if (type === 'boolean') return { align: 'left', width: 88 };
  if (type !== undefined && numericTypes.has(type)) return { align: 'right', width: 112 };
  return { align: 'left', width: layout === 'line' ? 132 : 184 };
}

/** Value of `grid-template-columns`; the same in head and rows, so that they stay aligned without a table. */
export function gridTemplate(columns: readonly TableColumn[], hasMessageRow: boolean): string {
  const tracks = columns.map(({ width, grows }) =>
    // Where the text has a row of its own, the columns stay close together and what is left stays free.
    grows && !hasMessageRow ? `minmax(${width}px, 1fr)` : `${width}px`,
  );
  return [`${leadingWidth}px`, ...tracks, ...(hasMessageRow ? ['minmax(0, 1fr)'] : [])].join(' ');
}

/** Smallest width of a row in px; wider tables scroll. */
export function smallestWidth(columns: readonly TableColumn[]): number {
  return columns.reduce((sum, column) => sum + column.width, leadingWidth);
}

const levelFields = ['level', 'severity', 'log_level', 'log.level', 'syslog_level', 'syslog_severity'];

/** The level of a message, from the first level field that has one. */
export function messageLevel({ message }: ResultMessage): LevelName | undefined {
  for (const field of levelFields) {
    const level = levelOf(message[field]);
    if (level) return level;
  }
  return undefined;
}

const keys = new WeakMap<ResultMessage, string>();

/** Identity of a message: index and id (screens/search.md §8). Kept, because lists ask for it all the time. */
export function messageKey(message: ResultMessage): string {
  let key = keys.get(message);
  if (key === undefined) keys.set(message, (key = `${message.index}\u0000${messageId(message.message)}`));
  return key;
}

export function messageId(fields: Readonly<Record<string, unknown>>): string {
  return String(fields['_id'] ?? fields['id'] ?? '');
}

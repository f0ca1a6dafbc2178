/**
 * Computes the columns of a message table: their order from the configuration, their widths from the choice of the
 * user, the field types and the contents. The functions are pure.
 */
import { isLevelField } from '../../../api/level-field.js';
import { messageIdentity } from '../../../machines/search-execution/message-identity.js';
import type { FieldType, MessageTableConfig, ResultMessage } from '../faces.js';
import { levelOf, type LevelName } from '../values/level.js';
import { ownValue } from '../values/own-value.js';

export interface TableColumn {
  readonly field: string;
  readonly type: string | undefined;
  readonly align: 'left' | 'right';
  /** Width in px; a column that takes the remaining width of the row is at least as wide. */
  readonly width: number;
  /** True if the column may take the remaining width of the row (see `gridTemplate`). */
  readonly grows: boolean;
  /** True for log text, which has a monospaced font. */
  readonly mono: boolean;
  /** True for a configured column, which can be moved and removed. */
  readonly configured: boolean;
}

/** Width in px of level mark and chevron before the first column; check box and row number come in addition. */
const chevronWidth = 30;
const checkWidth = 24;
const digitWidth = 7.5;

export interface Leading {
  readonly checks: boolean;
  /** Digits of the highest row number; 0: row numbers are hidden. */
  readonly digits: number;
}

function numberWidth(digits: number): number {
  return digits === 0 ? 0 : Math.ceil(Math.max(2, digits) * digitWidth) + 14;
}
export function leadingWidth({ checks, digits }: Leading): number {
  return chevronWidth + (checks ? checkWidth : 0) + numberWidth(digits);
}
/** Returns the number of grid tracks before the first column. */
export function leadingTracks({ checks, digits }: Leading): number {
  return 1 + (checks ? 1 : 0) + (digits > 0 ? 1 : 0);
}

const numericTypes = new Set(['long', 'int', 'short', 'byte', 'double', 'float']);
const textFields = new Set(['message', 'full_message']);

/** Field that contains the text of a message. */
export const messageField = 'message';

/**
 * Returns the columns of a message table.
 *
 * @param layout `line`: each message has one line with its text as the last column
 * @param oneDay true if timestamps are shown without the date
 * @param widths widths in px by field that the user has set
 * @param contents widths in px by field that the contents need
 */
export function tableColumns(
  config: MessageTableConfig,
  types: readonly FieldType[] | undefined,
  { layout, oneDay }: { readonly layout: 'rows' | 'line'; readonly oneDay: boolean },
  widths: Readonly<Record<string, number>> = {},
  contents: Readonly<Record<string, number>> = {},
): TableColumn[] {
  const typeOf = new Map(types?.map((one) => [one.name, one.type.type]));
  const inline = layout === 'line' && config.show_message_row && !config.fields.includes(messageField);
  const fields = [...new Set(inline ? [...config.fields, messageField] : config.fields)];
  return fields.map((field, index) => {
    const type = field === 'timestamp' ? (typeOf.get(field) ?? 'date') : typeOf.get(field);
    const column = { field, type, mono: textFields.has(field), configured: config.fields.includes(field) };
    const last = index === fields.length - 1;
    const chosen = ownValue(widths, field);
    const { align, width } = measures(field, type, layout, oneDay, ownValue(contents, field));
    return {
      ...column,
      align,
      width: chosen ?? width,
      grows: chosen === undefined && (last || textFields.has(field)),
    };
  });
}

function measures(
  field: string,
  type: string | undefined,
  layout: 'rows' | 'line',
  oneDay: boolean,
  content: number | undefined,
): Pick<TableColumn, 'align' | 'width'> {
  if (textFields.has(field)) return { align: 'left', width: 320 };
  if (type === 'date') return { align: 'left', width: layout === 'rows' ? 212 : oneDay ? 116 : 190 };
  if (isLevelField(field)) return { align: 'left', width: 150 };
  if (type === 'boolean') return { align: 'left', width: 88 };
  if (type !== undefined && numericTypes.has(type)) return { align: 'right', width: within(content ?? 112, 72, 180) };
  return layout === 'line'
    ? { align: 'left', width: within(content ?? 132, 80, 220) }
    : { align: 'left', width: within(content ?? 184, 96, 320) };
}

const within = (px: number, least: number, most: number): number => Math.min(most, Math.max(least, px));

/**
 * Returns the value of `grid-template-columns` for header and rows, which are aligned by it without a table element.
 */
export function gridTemplate(columns: readonly TableColumn[], leading: Leading, hasMessageRow: boolean): string {
  // Where the message text has its own row, a growing column of numbers would move away from the others.
  const takesRest = ({ grows, align }: TableColumn): boolean => grows && !(hasMessageRow && align === 'right');
  const tracks = columns.map((column) => (takesRest(column) ? `minmax(${column.width}px, 1fr)` : `${column.width}px`));
  const free = !columns.some(takesRest);
  return [
    ...(leading.checks ? [`${checkWidth}px`] : []),
    `${chevronWidth}px`,
    ...(leading.digits > 0 ? [`${numberWidth(leading.digits)}px`] : []),
    ...tracks,
    ...(free ? ['minmax(0, 1fr)'] : []),
  ].join(' ');
}

/** Returns the minimum width of a row in px; a table that needs more than the available width scrolls horizontally. */
export function smallestWidth(columns: readonly TableColumn[], leading: Leading): number {
  return columns.reduce((sum, column) => sum + column.width, leadingWidth(leading));
}

/**
 * Returns the fields with one field moved before another field, or to the end if `before` is undefined or is not one of
 * the fields.
 */
export function movedField(fields: readonly string[], field: string, before: string | undefined): string[] {
  if (field === before) return [...fields];
  const others = fields.filter((one) => one !== field);
  const at = before === undefined ? -1 : others.indexOf(before);
  return at < 0 ? [...others, field] : [...others.slice(0, at), field, ...others.slice(at)];
}

const levelFields = ['level', 'severity', 'log_level', 'log.level', 'syslog_level', 'syslog_severity'];

/** Returns the level of a message from the first level field with a known level; undefined without one. */
export function messageLevel({ message }: ResultMessage): LevelName | undefined {
  for (const field of levelFields) {
    const level = levelOf(message[field]);
    if (level) return level;
  }
  return undefined;
}

const keys = new WeakMap<ResultMessage, string>();

/**
 * Returns a key of a message from its index and id (screens/search.md §8); cached, because lists need it very often.
 */
export function messageKey(message: ResultMessage): string {
  let key = keys.get(message);
  if (key === undefined) keys.set(message, (key = messageIdentity(message)));
  return key;
}

export function messageId(fields: Readonly<Record<string, unknown>>): string {
  return String(fields['_id'] ?? fields['id'] ?? '');
}

import { mergeClasses } from '@griffel/react';
import { memo, useContext, useMemo } from 'react';
import { isLevelField } from '../../../api/level-field.js';
import { ChevronDownIcon, ChevronRightIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Part } from '../../kit/part.js';
import { hasSelection } from '../../kit/selection.js';
import type { ResultMessage } from '../faces.js';
import { StillWidgetsContext } from '../frame/widget-frame.js';
import { texts } from '../texts.js';
import { FieldValue } from '../actions/field-value.js';
import { ownValue } from '../values/own-value.js';
import { ValueContent, type FindMarks } from '../values/value-content.js';
import { kindOf, shortNumber } from '../values/value-text.js';
import { cutText } from '../visualizations/cut-text.js';
import { useHighlightingRules } from '../actions/interactions.js';
import { leadingTracks, messageField, messageLevel, type Leading, type TableColumn } from './columns.js';
import { cellWidth } from './content-widths.js';
import { useMarkStyles, useRowStyles } from './message-table-styles.js';
import type { RowShape } from './row-height.js';
import { tableTexts } from './table-texts.js';

/** Check boxes are loaded when the user starts to select messages. */
const Checkbox = lazyPart(() => import('../../kit/checkbox.js'), 'Checkbox');

/** Settings that all rows of a table share. A new object makes all rows render again. */
export interface RowLook extends RowShape {
  readonly columns: readonly TableColumn[];
  readonly leading: Leading;
  /** Range of the mounted columns; the first column is always mounted. */
  readonly columnWindow: ColumnWindow;
  /** True if the whole result is within one day: one-line rows and narrow rows omit the date. */
  readonly oneDay: boolean;
  /** IANA name of the time zone. */
  readonly zone: string;
  readonly find: RegExp | undefined;
}

/** Range of column indices; `to` is exclusive. */
export interface ColumnWindow {
  readonly from: number;
  readonly to: number;
}

export interface MessageRowProps {
  readonly message: ResultMessage;
  readonly look: RowLook;
  readonly index: number;
  /** Row number over all pages, counted from 1. */
  readonly rowNumber: number;
  readonly open: boolean;
  /** True if the details of the message are in the panel beside the table. */
  readonly shown: boolean;
  readonly linked: boolean;
  readonly selected: boolean;
  /** True if the row has the current match of `look.find`. */
  readonly found: boolean;
  readonly tabStop: boolean;
  readonly detailId: string;
  readonly onToggle: (index: number) => void;
  readonly onSelect: (index: number) => void;
  readonly onFocusRow: (index: number) => void;
}

/** Maximum number of characters of a message text in a row: more than four lines in rows up to 2900 px wide. */
const messageLimit = 1500;
const cellLimit = 400;

/** Renders a row of a message: level mark, chevron, columns, and the text of the message below them. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const styles = useRowStyles();
  const marks = useMarkStyles();
  const { message, look, index, open, shown, linked, selected } = props;
  const { layout, leading, messageRow } = look;
  const compact = look.density === 'compact';
  const level = messageLevel(message);
  // Messages cannot be opened on a wall display.
  const still = useContext(StillWidgetsContext);
  const mark = open ? styles.brandMark : linked ? styles.linkedMark : level && marks[level];
  const find = useMemo(
    (): FindMarks | undefined => look.find && { pattern: look.find, current: props.found },
    [look.find, props.found],
  );

  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={props.rowNumber + 1}
      aria-level={1}
      aria-expanded={still ? undefined : open}
      aria-controls={open ? props.detailId : undefined}
      aria-current={linked || shown || props.found ? 'true' : undefined}
      aria-selected={leading.checks ? selected : undefined}
      tabIndex={props.tabStop ? 0 : -1}
      className={mergeClasses(
        styles.row,
        compact && styles.compactRow,
        layout === 'line' && styles.line,
        linked && styles.linked,
        (selected || shown) && styles.selected,
        open && !shown && !linked && !selected && styles.openRow,
      )}
      onClick={(event) => {
        if (hasSelection(event.currentTarget)) return;
        if (event.ctrlKey || event.metaKey) props.onSelect(index);
        else props.onToggle(index);
      }}
      onFocus={() => props.onFocusRow(index)}
    >
      <span className={mergeClasses(styles.mark, mark)} aria-hidden="true" />
      {leading.checks && (
        <span role="gridcell" className={styles.check} onClick={(event) => event.stopPropagation()}>
          <Part>
            <Checkbox
              checked={selected}
              tabIndex={-1}
              aria-label={tableTexts.selectMessage(props.rowNumber)}
              onChange={() => props.onSelect(index)}
            />
          </Part>
        </span>
      )}
      <span
        role="gridcell"
        className={styles.chevron}
        aria-label={still ? undefined : open ? texts.collapse : texts.expand}
      >
        {open ? <ChevronDownIcon /> : !still && <ChevronRightIcon />}
      </span>
      {leading.digits > 0 && (
        <span role="gridcell" className={styles.number}>
          {props.rowNumber}
        </span>
      )}
      <span role="presentation" className={mergeClasses(styles.cells, layout === 'rows' && styles.rowCells)}>
        <Cells message={message} look={look} find={find} />
      </span>
      {messageRow && <MessageText message={message} look={look} find={find} />}
    </div>
  );
});

interface CellsProps {
  readonly message: ResultMessage;
  readonly look: RowLook;
  readonly find: FindMarks | undefined;
}

function Cells({ message, look, find }: CellsProps) {
  const styles = useRowStyles();
  const { layout, columns, columnWindow, leading } = look;
  const rules = useHighlightingRules();
  const fields = message.message;
  const first = leadingTracks(leading) + 1;
  const briefDate = look.oneDay ? (layout === 'line' ? 'always' : 'narrow') : undefined;
  const cell = (column: TableColumn, position: number) => {
    const value = ownValue(fields, column.field);
    const kind = kindOf(value, column.type);
    // The message text of a one-line row has no menu, so that a click on it opens the message; the details offer the
    // menu.
    const isText = layout === 'line' && column.field === messageField;
    const isCuttable = kind === 'text' && column.field !== messageField && isLong(value, column.width);
    const isKey = isCuttable && !/\s/.test(value);
    return (
      <span
        key={column.field}
        role="gridcell"
        dir="ltr"
        aria-colindex={first + position}
        data-column={column.field}
        data-name={position > 1 ? shortName(column.field) : undefined}
        style={{ gridColumn: first + position }}
        className={mergeClasses(
          styles.cell,
          look.density === 'compact' && styles.compactCell,
          position === 0 && styles.first,
          position === 1 && styles.second,
          position > 1 && styles.later,
          column.align === 'right' && styles.right,
          isLevelField(column.field) && styles.level,
          column.mono && styles.mono,
          column.mono && look.density === 'compact' && styles.monoCompact,
          isText && styles.lineText,
          kind === 'absent' && styles.absent,
        )}
      >
        {isText ? (
          <ValueContent
            field={column.field}
            value={value}
            zone={look.zone}
            ranges={ownValue(message.highlight_ranges, column.field)}
            rules={rules}
            limit={cellLimit}
            find={find}
          />
        ) : (
          <FieldValue
            field={column.field}
            value={value}
            text={find || kind === 'date' ? undefined : cellNumber(value)}
            type={column.type}
            ranges={ownValue(message.highlight_ranges, column.field)}
            decorated={isDecorated(message, column.field)}
            limit={cellLimit}
            briefDate={briefDate}
            find={find}
            {...(isCuttable && { exact: value })}
            middle={isKey}
          />
        )}
      </span>
    );
  };
  const from = Math.max(1, columnWindow.from);
  const head = columns[0];
  return (
    <>
      {head && cell(head, 0)}
      {columns.slice(from, columnWindow.to).map((column, index) => cell(column, from + index))}
    </>
  );
}

/** Maximum number of characters of a field name beside its value in a narrow table, which has no header. */
const mostOfName = 26;
const shortName = (field: string): string => cutText(field, (text) => text.length <= mostOfName);

/** Texts up to this number of characters count as short enough for any column. */
const leastShown = 9;

/**
 * Returns true for texts of at most `cellLimit` characters that are too long for the column, so that the whole text is
 * shown on hover. Texts without whitespace, such as paths, ids and host names, are shortened in the middle, because
 * they often differ only at their end.
 */
const isLong = (value: unknown, width: number): value is string =>
  typeof value === 'string' &&
  value.length > leastShown &&
  value.length <= cellLimit &&
  cellWidth(value.length) > width;

/** Returns the shortened text of a number with a fraction; undefined for other values, which stay unchanged. */
const cellNumber = (value: unknown): string | undefined =>
  typeof value === 'number' && !Number.isInteger(value) ? String(shortNumber(value)) : undefined;

function MessageText({ message, look, find }: CellsProps) {
  const styles = useRowStyles();
  const rules = useHighlightingRules();
  const fields = message.message;
  return (
    <span
      role="gridcell"
      dir="ltr"
      aria-colindex={leadingTracks(look.leading) + look.columns.length + 1}
      className={mergeClasses(
        styles.message,
        look.density === 'compact' && styles.messageCompact,
        !look.wrap && styles.messageLine,
      )}
      ref={markCut}
    >
      <ValueContent
        field={messageField}
        value={fields[messageField]}
        zone={look.zone}
        ranges={ownValue(message.highlight_ranges, messageField)}
        rules={rules}
        limit={messageLimit}
        find={find}
      />
    </span>
  );
}

/** Marks a message text that is longer than displayed, so that its last line fades out. */
function markCut(element: HTMLElement | null): void {
  element?.toggleAttribute('data-cut', element.scrollHeight > element.clientHeight + 1);
}

function isDecorated({ decoration_stats: stats }: ResultMessage, field: string): boolean {
  return (
    stats != null &&
    (Object.hasOwn(stats.added_fields ?? {}, field) || Object.hasOwn(stats.changed_fields ?? {}, field))
  );
}

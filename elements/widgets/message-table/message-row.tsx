import { mergeClasses } from '@griffel/react';
import { memo } from 'react';
import { ChevronDownIcon, ChevronRightIcon } from '../../kit/icons.js';
import type { ResultMessage } from '../faces.js';
import { texts } from '../texts.js';
import { FieldValue } from '../values/field-value.js';
import { isLevelField } from '../values/level.js';
import { ownValue } from '../values/own-value.js';
import { hasSelection } from '../values/selection.js';
import { ValueContent } from '../values/value-content.js';
import { kindOf } from '../values/value-text.js';
import { useFieldInteractions } from '../actions/interactions.js';
import { messageField, messageLevel, type TableColumn } from './columns.js';
import { useMarkStyles, useRowStyles } from './message-table-styles.js';

export interface MessageRowProps {
  readonly message: ResultMessage;
  readonly columns: readonly TableColumn[];
  /** Value of `grid-template-columns`. */
  readonly template: string;
  readonly layout: 'rows' | 'line';
  /** Shows the message text beneath the columns. */
  readonly messageRow: boolean;
  /** The whole result lies in one day: narrow rows may leave the date out. */
  readonly oneDay: boolean;
  readonly index: number;
  /** From 1, over all pages. */
  readonly rowIndex: number;
  readonly open: boolean;
  readonly linked: boolean;
  readonly tabStop: boolean;
  readonly zone: string;
  readonly detailId: string;
  readonly onToggle: (index: number) => void;
  readonly onFocusRow: (index: number) => void;
}

/** More than four lines of any window; the rest is in the details. */
const messageLimit = 1500;
const cellLimit = 400;

/** One message: level mark, chevron, columns, its text beneath (look.md, "Message list"). */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const styles = useRowStyles();
  const marks = useMarkStyles();
  const rules = useFieldInteractions()?.rules;
  const { message, columns, layout, index, open, linked, zone } = props;
  const level = messageLevel(message);
  const fields = message.message;
  const briefDate = props.oneDay ? (layout === 'line' ? 'always' : 'narrow') : undefined;
  const mark = open ? styles.brandMark : linked ? styles.linkedMark : level && marks[level];

  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={props.rowIndex + 1}
      aria-level={1}
      aria-expanded={open}
      aria-controls={open ? props.detailId : undefined}
      aria-current={linked ? 'true' : undefined}
      tabIndex={props.tabStop ? 0 : -1}
      className={mergeClasses(
        styles.row,
        layout === 'line' && styles.line,
        linked && styles.linked,
        open && !linked && styles.openRow,
      )}
      style={{ gridTemplateColumns: props.template }}
      onClick={(event) => {
        if (!hasSelection(event.currentTarget)) props.onToggle(index);
      }}
      onFocus={() => props.onFocusRow(index)}
    >
      <span className={mergeClasses(styles.mark, mark)} aria-hidden="true" />
      <span role="gridcell" className={styles.chevron} aria-label={open ? texts.collapse : texts.expand}>
        {open ? <ChevronDownIcon /> : <ChevronRightIcon />}
      </span>
      <span role="presentation" className={styles.cells}>
        {columns.map((column, position) => (
          <span
            key={column.field}
            role="gridcell"
            className={mergeClasses(
              styles.cell,
              position === 0 && styles.first,
              position > 1 && styles.later,
              column.align === 'right' && styles.right,
              isLevelField(column.field) && styles.level,
              column.mono && styles.mono,
              column.mono && layout === 'line' && styles.monoLine,
              kindOf(ownValue(fields, column.field), column.type) === 'absent' && styles.absent,
            )}
          >
            <FieldValue
              field={column.field}
              value={ownValue(fields, column.field)}
              type={column.type}
              ranges={ownValue(message.highlight_ranges, column.field)}
              decorated={isDecorated(message, column.field)}
              limit={cellLimit}
              briefDate={briefDate}
            />
          </span>
        ))}
      </span>
      {props.messageRow && (
        <span role="gridcell" className={styles.message} ref={markCut}>
          <ValueContent
            field={messageField}
            value={fields[messageField]}
            zone={zone}
            ranges={ownValue(message.highlight_ranges, messageField)}
            rules={rules}
            limit={messageLimit}
          />
        </span>
      )}
    </div>
  );
});

/** Fades the last line only where there is more text than shown. */
function markCut(element: HTMLElement | null): void {
  element?.toggleAttribute('data-cut', element.scrollHeight > element.clientHeight + 1);
}

export function isDecorated({ decoration_stats: stats }: ResultMessage, field: string): boolean {
  return (
    stats != null &&
    (Object.hasOwn(stats.added_fields ?? {}, field) || Object.hasOwn(stats.changed_fields ?? {}, field))
  );
}

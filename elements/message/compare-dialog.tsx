import { makeStyles, mergeClasses } from '@griffel/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useHostElement } from '../element/host-context.js';
import { Button } from '../kit/button.js';
import { Checkbox } from '../kit/checkbox.js';
import { Dialog } from '../kit/dialog.js';
import { IconButton } from '../kit/icon-button.js';
import { CloseIcon } from '../kit/icons.js';
import { tokens, type } from '../kit/tokens.js';
import type { FieldType, ResultMessage } from '../widgets/faces.js';
import { formatInstant, instantOf } from '../widgets/time/format-instant.js';
import { withoutAnsi } from '../widgets/values/ansi.js';
import { textSegments } from '../widgets/values/text-segments.js';
import { shortText } from '../kit/short-text.js';
import { displayText } from '../widgets/values/value-text.js';
import { formatNumber } from '../widgets/values/number-format.js';
import { comparedFields, differingPart, timeDistance, type ComparedField } from './comparison.js';
import { texts } from './texts.js';

export interface CompareDialogProps {
  /** Messages to compare, at least two. */
  readonly messages: readonly ResultMessage[];
  readonly fieldTypes?: readonly FieldType[] | undefined;
  readonly onRemove: (message: ResultMessage) => void;
  readonly onClose: () => void;
}

const nameWidth = 168;
const leastWidth = 220;
const leastNarrowWidth = 148;
const valueLimit = 2000;
const narrow = '@media (max-width: 599.98px)';

const useStyles = makeStyles({
  options: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '4px 16px', paddingBottom: '10px' },
  count: { color: tokens.text.tertiary, ...type.caption },
  scroll: {
    overflow: 'auto',
    overflowAnchor: 'none',
    // A control that gets the focus is scrolled out from under the sticky header and the sticky names.
    scrollPaddingTop: '68px',
    scrollPaddingLeft: `${nameWidth}px`,
    [narrow]: { scrollPaddingLeft: 0 },
    maxHeight: 'min(640px, calc(100dvh - 232px))',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
  },
  table: { minWidth: 'var(--lc-compare-width)', [narrow]: { minWidth: 'var(--lc-compare-narrow-width)' } },
  head: {
    position: 'sticky',
    top: 0,
    zIndex: 3,
    backgroundColor: tokens.surface.subtle,
    borderBottom: `1px solid ${tokens.border.default}`,
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'var(--lc-compare-tracks)',
    boxSizing: 'border-box',
    [narrow]: { gridTemplateColumns: 'var(--lc-compare-narrow-tracks)' },
  },
  body: { position: 'relative' },
  placed: {
    position: 'absolute',
    top: 0,
    left: 0,
    width: '100%',
    borderBottom: `1px solid ${tokens.border.divider}`,
  },
  headCell: {
    display: 'flex',
    minWidth: 0,
    padding: '6px 4px 6px 12px',
    borderLeft: `1px solid ${tokens.border.divider}`,
  },
  headText: { minWidth: 0, flexGrow: 1 },
  title: { color: tokens.text.primary, ...type.overline },
  time: { fontVariantNumeric: 'tabular-nums', color: tokens.text.secondary, ...type.caption },
  distance: { color: tokens.text.tertiary, fontVariantNumeric: 'tabular-nums', ...type.caption },
  name: {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    padding: '4px 12px 4px 10px',
    borderLeft: '3px solid transparent',
    backgroundColor: tokens.surface.card,
    color: tokens.text.secondary,
    overflowWrap: 'anywhere',
    ...type.logSmall,
    // On narrow screens the values need the full width, so the name is above them.
    [narrow]: { position: 'static', gridColumn: '1 / -1', paddingBottom: 0 },
  },
  corner: {
    backgroundColor: tokens.surface.subtle,
    ...type.overline,
    fontFamily: tokens.font.ui,
    paddingTop: '7px',
    [narrow]: { display: 'none' },
  },
  differs: { borderLeftColor: tokens.change.changed, color: tokens.text.primary },
  value: {
    minWidth: 0,
    padding: '4px 12px',
    borderLeft: `1px solid ${tokens.border.divider}`,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    color: tokens.text.primary,
    ...type.logSmall,
  },
  same: { color: tokens.text.secondary },
  absent: { fontStyle: 'italic', color: tokens.text.tertiary },
  part: {
    backgroundColor: tokens.highlight.match.background,
    color: tokens.highlight.match.text,
    borderRadius: '2px',
    '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
  },
  none: { padding: '24px', textAlign: 'center', color: tokens.text.tertiary, ...type.body },
});

/** Renders a dialog that shows messages side by side and highlights differences, in fields and within their values. */
export function CompareDialog({ messages, fieldTypes, onRemove, onClose }: CompareDialogProps) {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const scroll = useRef<HTMLDivElement>(null);
  const fields = useMemo(() => comparedFields(messages), [messages]);
  const types = useMemo(() => new Map(fieldTypes?.map((one) => [one.name, one.type.type])), [fieldTypes]);
  const differing = useMemo(() => fields.filter((field) => field.differs), [fields]);
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const rows = onlyDifferences ? differing : fields;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => rows[index]?.name ?? index,
    estimateSize: () => 27,
    overscan: 8,
    // The initial size renders rows immediately, before the dialog has been measured.
    initialRect: { width: 900, height: 560 },
  });
  const first = instantOf(messages[0]?.message['timestamp']);
  return (
    <Dialog
      open
      size="large"
      title={texts.compareTitle(formatNumber(messages.length))}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <div className={styles.options}>
        <Checkbox label={texts.onlyDifferences} checked={onlyDifferences} onChange={setOnlyDifferences} />
        <span role="status" className={styles.count}>
          {texts.differenceCount(formatNumber(differing.length), formatNumber(fields.length))}
        </span>
      </div>
      <div ref={scroll} className={styles.scroll} tabIndex={0} role="region" aria-label={texts.comparison}>
        <div
          role="table"
          aria-label={texts.comparison}
          aria-rowcount={rows.length + 1}
          className={styles.table}
          style={compareTracks(messages.length)}
        >
          <div role="row" className={mergeClasses(styles.row, styles.head)}>
            <span role="columnheader" className={mergeClasses(styles.name, styles.corner)}>
              {texts.field}
            </span>
            {messages.map((message, index) => {
              const instant = instantOf(message.message['timestamp']);
              return (
                <span
                  role="columnheader"
                  key={`${message.index} ${String(message.message['_id'])}`}
                  className={styles.headCell}
                >
                  <span className={styles.headText}>
                    <span className={styles.title}>{texts.messageNumber(index + 1)}</span>
                    <br />
                    <span className={styles.time}>{formatInstant(message.message['timestamp'] ?? '', timezone)}</span>
                    {index > 0 && instant !== undefined && first !== undefined && (
                      <span className={styles.distance}> {timeDistance(instant - first)}</span>
                    )}
                  </span>
                  {messages.length > 2 && (
                    <IconButton
                      size="small"
                      quiet
                      label={texts.removeFromComparison(index + 1)}
                      icon={<CloseIcon />}
                      onClick={() => onRemove(message)}
                    />
                  )}
                </span>
              );
            })}
          </div>
          {rows.length === 0 && <p className={styles.none}>{texts.noDifferences}</p>}
          <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const field = rows[item.index];
              if (!field) return null;
              return (
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  role="row"
                  aria-rowindex={item.index + 2}
                  data-index={item.index}
                  className={mergeClasses(styles.row, styles.placed)}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <Values field={field} type={typeOf(types, field.name)} zone={timezone} />
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

const typeOf = (types: ReadonlyMap<string, string>, field: string): string | undefined =>
  types.get(field) ?? (field === 'timestamp' ? 'date' : undefined);

function compareTracks(count: number) {
  return {
    '--lc-compare-tracks': `${nameWidth}px repeat(${count}, minmax(${leastWidth}px, 1fr))`,
    '--lc-compare-width': `${nameWidth + count * leastWidth}px`,
    '--lc-compare-narrow-tracks': `repeat(${count}, minmax(${leastNarrowWidth}px, 1fr))`,
    '--lc-compare-narrow-width': `${count * leastNarrowWidth}px`,
  } as React.CSSProperties;
}

interface ValuesProps {
  readonly field: ComparedField;
  readonly type: string | undefined;
  readonly zone: string;
}

function Values({ field, type, zone }: ValuesProps) {
  const styles = useStyles();
  const { name, values, differs } = field;
  const shown = values.map((value) =>
    value === undefined || value === null
      ? undefined
      : shortText(withoutAnsi(displayText(value, type, zone)), valueLimit),
  );
  const base = shown[0]?.text ?? '';
  return (
    <>
      <span role="rowheader" className={mergeClasses(styles.name, differs && styles.differs)}>
        {name}
        {differs && <span className="lc-unseen"> {texts.differs}</span>}
      </span>
      {shown.map((value, index) => {
        if (value === undefined)
          return (
            <span role="cell" key={index} className={mergeClasses(styles.value, styles.absent)}>
              {texts.noSuchField}
            </span>
          );
        const part = differs && index > 0 ? differingPart(value.text, base) : undefined;
        return (
          <span role="cell" key={index} className={mergeClasses(styles.value, !differs && styles.same)}>
            {textSegments(value.text, part && [part]).map((segment, at) =>
              segment.match ? (
                <mark key={at} className={styles.part}>
                  {segment.text}
                </mark>
              ) : (
                segment.text
              ),
            )}
            {value.shortened && '…'}
          </span>
        );
      })}
    </>
  );
}

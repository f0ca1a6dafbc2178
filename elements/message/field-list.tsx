import { makeStyles, mergeClasses } from '@griffel/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, type ReactNode } from 'react';
import { tokens, type } from '../kit/tokens.js';
import type { FieldType, ResultMessage } from '../widgets/faces.js';
import { FieldName } from '../widgets/values/field-name.js';
import { ownValue } from '../widgets/values/own-value.js';
import { shortText } from '../kit/short-text.js';
import { rawText } from '../widgets/values/value-text.js';
import { DetailValue } from './detail-value.js';
import { listedFields, type ListedField } from './message-fields.js';
import { texts } from './texts.js';

export interface FieldListProps {
  readonly message: ResultMessage;
  readonly fieldTypes?: readonly FieldType[] | undefined;
  /** Shows what decorators added, changed and removed. */
  readonly changes: boolean;
}

/** Up to so many fields are simply all there; more are shown in a list of their own height. */
const plainLimit = 120;
const narrow = '@container widget (max-width: 599.98px)';

const useStyles = makeStyles({
  list: { minWidth: 0 },
  scroll: { maxHeight: '640px', overflow: 'auto', overflowAnchor: 'none', position: 'relative' },
  body: { position: 'relative' },
  placed: { position: 'absolute', top: 0, left: 0, width: '100%' },
  row: {
    display: 'grid',
    gridTemplateColumns: '178px minmax(0, 1fr)',
    alignItems: 'start',
    padding: '4px 0',
    borderTop: `1px solid ${tokens.border.divider}`,
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  changed: { paddingLeft: '8px', borderLeft: `3px solid ${tokens.change.changed}` },
  added: { borderLeftColor: tokens.change.added },
  removed: { borderLeftColor: tokens.change.removed },
  name: {
    ...type.logSmall,
    color: tokens.text.secondary,
    overflowWrap: 'anywhere',
    paddingRight: '12px',
    lineHeight: '20px',
  },
  tag: {
    display: 'inline-block',
    marginLeft: '6px',
    padding: '0 5px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    color: tokens.text.secondary,
    fontFamily: tokens.font.ui,
    ...type.caption,
  },
  value: { ...type.log, minWidth: 0, overflowWrap: 'anywhere', color: tokens.text.primary },
  before: { color: tokens.text.tertiary, textDecorationLine: 'line-through' },
});

/** All fields, sorted by name (spec 2 §2). */
export function FieldList({ message, fieldTypes, changes }: FieldListProps) {
  const styles = useStyles();
  const fields = useMemo(() => listedFields(message, changes), [message, changes]);
  const types = useMemo(() => new Map(fieldTypes?.map((one) => [one.name, one.type.type])), [fieldTypes]);
  const row = (field: ListedField, place?: FieldRowPlace) => (
    <FieldRow
      key={field.name}
      place={place}
      field={field}
      type={types.get(field.name) ?? (field.name === 'timestamp' ? 'date' : undefined)}
      message={message}
      changes={changes}
    />
  );
  if (fields.length > plainLimit) return <LongFieldList fields={fields} row={row} />;
  return (
    <dl className={styles.list} aria-label={texts.fields}>
      {fields.map((field) => row(field))}
    </dl>
  );
}

function LongFieldList({
  fields,
  row,
}: {
  fields: readonly ListedField[];
  row: (field: ListedField, place: FieldRowPlace) => ReactNode;
}) {
  const styles = useStyles();
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: fields.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 29,
    overscan: 6,
  });
  return (
    <div ref={scroll} className={styles.scroll} tabIndex={0} role="region" aria-label={texts.fields}>
      <dl className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const field = fields[item.index];
          return field && row(field, { ref: virtual.measureElement, index: item.index, top: item.start });
        })}
      </dl>
    </div>
  );
}

/** Where a row lies in the long list. */
interface FieldRowPlace {
  readonly ref: (element: HTMLElement | null) => void;
  readonly index: number;
  /** px */
  readonly top: number;
}

interface FieldRowProps {
  readonly place: FieldRowPlace | undefined;
  readonly field: ListedField;
  readonly type: string | undefined;
  readonly message: ResultMessage;
  readonly changes: boolean;
}

const changeWords = { added: texts.added, changed: texts.changed, removed: texts.removed } as const;
const beforeLimit = 2000;

function FieldRow({ place, field, type, message, changes }: FieldRowProps) {
  const styles = useStyles();
  const { name, change } = field;
  const decorated = change !== undefined;
  const removed = change === 'removed';
  return (
    <div
      ref={place?.ref}
      data-index={place?.index}
      style={place && { transform: `translateY(${place.top}px)` }}
      className={mergeClasses(
        styles.row,
        place && styles.placed,
        decorated && styles.changed,
        change === 'added' && styles.added,
        removed && styles.removed,
      )}
    >
      <dt className={styles.name}>
        <FieldName field={name} decorated={decorated} />
        {decorated && <span className={styles.tag}>{changes ? changeWords[change] : texts.decorated}</span>}
      </dt>
      <dd className={styles.value}>
        {removed ? (
          <del className={styles.before}>{shortText(rawText(field.value), beforeLimit).text}</del>
        ) : (
          <DetailValue
            field={name}
            value={field.value}
            type={type}
            ranges={ownValue(message.highlight_ranges, name)}
            decorated={decorated}
          />
        )}
        {changes && change === 'changed' && (
          <div>
            <del className={styles.before} aria-label={texts.before}>
              {shortText(rawText(field.before), beforeLimit).text}
            </del>
          </div>
        )}
      </dd>
    </div>
  );
}

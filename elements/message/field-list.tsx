import { makeStyles, mergeClasses } from '@griffel/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useContext, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../kit/button.js';
import { FilterIcon } from '../kit/icons.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Link } from '../kit/link.js';
import { Part } from '../kit/part.js';
import { SearchBox } from '../kit/search-box.js';
import { tokens, type } from '../kit/tokens.js';
import type { FieldType, ResultMessage } from '../widgets/faces.js';
import { FieldName } from '../widgets/actions/field-name.js';
import { TableColumnsContext, useFieldInteractions } from '../widgets/actions/interactions.js';
import { traceLink } from '../widgets/actions/trace-link.js';
import { ownValue } from '../widgets/values/own-value.js';
import { shortText } from '../kit/short-text.js';
import { rawText } from '../widgets/values/value-text.js';
import { DetailValue } from './detail-value.js';
import { fieldsContaining, isEmptyField, listedFields, type ListedField } from './message-fields.js';
import { MarkedRuleLink } from './rule-link.js';
import { texts } from './texts.js';
import { useHostElement } from '../element/host-context.js';
import { useMarked } from './use-marked.js';

export interface FieldListProps {
  readonly message: ResultMessage;
  readonly fieldTypes?: readonly FieldType[] | undefined;
  /**
   * True shows how decorators changed the message: which fields they added, changed and removed, and earlier values.
   */
  readonly changes: boolean;
  /** Field whose trace the head of the message links to already. */
  readonly linkedField: string | undefined;
  /** Initial filter text. */
  readonly filter?: string | undefined;
  readonly onFilter?: ((text: string) => void) | undefined;
  readonly fieldMenu?: FieldMenu | undefined;
}

/** Returns the menu at the end of a row for the stored value of a field. */
export type FieldMenu = (field: string, value: unknown) => ReactNode;

/** Number of fields up to which the list scrolls with the page; longer lists scroll in their own box. */
const plainLimit = 500;
/** Number of fields above which the browser lays out only visible rows (`content-visibility`). */
const drawnLimit = 60;
/** Number of fields above which the filter is shown; a shorter list needs none. */
const filteredFrom = 8;
const narrow = '@container widget (max-width: 599.98px)';

const useStyles = makeStyles({
  list: { minWidth: 0 },
  filter: { maxWidth: '320px', marginBottom: '6px' },
  note: { padding: '8px 0', color: tokens.text.secondary, ...type.body },
  scroll: { maxHeight: '640px', overflow: 'auto', overflowAnchor: 'none', position: 'relative' },
  body: { position: 'relative' },
  placed: { position: 'absolute', top: 0, left: 0, width: '100%' },
  // Off-screen values reserve the height of one line, so that the scroll position stays correct.
  whenSeen: {
    '& > *': {
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto 20px',
      [narrow]: { containIntrinsicSize: 'auto 40px' },
    },
  },
  row: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '178px minmax(0, 1fr)',
    alignItems: 'start',
    padding: '4px 0',
    borderTop: `1px solid ${tokens.border.divider}`,
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  withMenu: {
    gridTemplateColumns: '178px minmax(0, 1fr) auto',
    columnGap: '8px',
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '4px' },
  },
  menu: { justifySelf: 'start' },
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
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.inset,
    color: tokens.text.secondary,
    fontFamily: tokens.font.ui,
    ...type.caption,
  },
  value: { ...type.log, minWidth: 0, overflowWrap: 'anywhere', color: tokens.text.primary },
  marked: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    fontFamily: tokens.font.ui,
    ...type.body,
    '& > svg': { fontSize: '16px' },
  },
  // The value above the link opens a menu, so the link is large enough not to be missed (WCAG 2.5.8).
  trace: {
    display: 'flex',
    alignItems: 'center',
    width: 'fit-content',
    minHeight: '24px',
    fontFamily: tokens.font.ui,
    ...type.caption,
    '@media (pointer: coarse)': { minHeight: '44px', paddingRight: '24px', fontSize: '14px' },
  },
  before: { color: tokens.text.tertiary, textDecorationLine: 'line-through' },
});

/**
 * Renders the list of the fields (spec 2 §2), the text and exceptions first; a button shows the fields without a value.
 */
export function FieldList(props: FieldListProps) {
  const { message, fieldTypes, changes, linkedField, filter: initial = '', onFilter, fieldMenu } = props;
  const styles = useStyles();
  const all = useMemo(() => listedFields(message, changes), [message, changes]);
  const [filter, setFilter] = useState(initial);
  const [empty, setEmpty] = useState(false);
  const emptyCount = useMemo(() => all.filter(isEmptyField).length, [all]);
  const fields = useMemo(
    () => fieldsContaining(empty ? all : all.filter((field) => !isEmptyField(field)), filter),
    [all, empty, filter],
  );
  const types = useMemo(() => new Map(fieldTypes?.map((one) => [one.name, one.type.type])), [fieldTypes]);
  const row = (field: ListedField, place?: FieldRowPlace) => (
    <FieldRow
      key={field.name}
      place={place}
      field={field}
      type={types.get(field.name) ?? (field.name === 'timestamp' ? 'date' : undefined)}
      message={message}
      changes={changes}
      fieldMenu={fieldMenu}
      linksTrace={field.name !== linkedField}
    />
  );
  const list =
    fields.length > plainLimit ? (
      <LongFieldList fields={fields} row={row} />
    ) : (
      <dl
        className={mergeClasses(styles.list, fields.length > drawnLimit && styles.whenSeen)}
        aria-label={texts.fields}
      >
        {fields.map((field) => row(field))}
      </dl>
    );
  return (
    <>
      {(all.length > filteredFrom || filter !== '') && (
        <SearchBox
          label={texts.filterFields}
          icon={<FilterIcon />}
          query={filter}
          // Filtering needs no request, and a delay would lose typed letters if the key J opens the next message soon.
          debounceMs={0}
          onSearch={(text) => {
            setFilter(text);
            onFilter?.(text);
          }}
          size="small"
          className={styles.filter}
        />
      )}
      {fields.length === 0 && filter !== '' ? <p className={styles.note}>{texts.noFieldFits}</p> : list}
      {emptyCount > 0 && (
        <Button size="small" appearance="subtle" aria-expanded={empty} onClick={() => setEmpty(!empty)}>
          {empty ? texts.hideEmpty : texts.showEmpty(emptyCount)}
        </Button>
      )}
    </>
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

/** Position of a row in the virtual list. */
interface FieldRowPlace {
  readonly ref: (element: HTMLElement | null) => void;
  readonly index: number;
  /** Offset in px from the top of the list. */
  readonly top: number;
}

interface FieldRowProps {
  readonly place: FieldRowPlace | undefined;
  readonly field: ListedField;
  readonly type: string | undefined;
  readonly message: ResultMessage;
  readonly changes: boolean;
  readonly fieldMenu: FieldMenu | undefined;
  /** True links a trace or span id to the messages with this id. */
  readonly linksTrace: boolean;
}

/**
 * The buttons of a row, loaded when the user first points at a row or focuses it: they need the code of the query
 * language.
 */
const FieldTools = lazyPart(() => import('./field-tools.js'), 'FieldTools');

const changeWords = { added: texts.added, changed: texts.changed, removed: texts.removed } as const;
const beforeLimit = 2000;

function FieldRow({ place, field, type, message, changes, fieldMenu, linksTrace }: FieldRowProps) {
  const styles = useStyles();
  const { name, change } = field;
  const decorated = change !== undefined;
  const removed = change === 'removed';
  const menu = decorated ? undefined : fieldMenu?.(name, field.value);
  const { linked } = useHostElement();
  const trace =
    linksTrace && linked && !removed ? traceLink(name, field.value, message.message['timestamp']) : undefined;
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const { marked, look } = useMarked(content, field.value);
  const changesQuery = useFieldInteractions()?.onQuery !== undefined;
  const hasColumns = useContext(TableColumnsContext) !== undefined;
  const hasTools = changesQuery || hasColumns;
  return (
    <div
      ref={place?.ref}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget as Node | null) && setFocused(false)
      }
      onKeyDown={visitTools}
      data-index={place?.index}
      style={place && { transform: `translateY(${place.top}px)` }}
      className={mergeClasses(
        styles.row,
        place && styles.placed,
        menu !== undefined && styles.withMenu,
        decorated && styles.changed,
        change === 'added' && styles.added,
        removed && styles.removed,
      )}
    >
      <dt className={styles.name} title={name}>
        <FieldName field={name} decorated={decorated} />
        {decorated && <span className={styles.tag}>{changes ? changeWords[change] : texts.decorated}</span>}
      </dt>
      <dd className={styles.value} dir="ltr">
        {removed ? (
          <del className={styles.before}>{shortText(rawText(field.value), beforeLimit).text}</del>
        ) : (
          <div ref={content} onPointerUp={look} onKeyUp={look}>
            <DetailValue
              field={name}
              value={field.value}
              type={type}
              ranges={ownValue(message.highlight_ranges, name)}
              decorated={decorated}
            />
          </div>
        )}
        {marked && !decorated && (
          // Pressing the pointer on the link must not clear the text selection.
          <div onMouseDown={(event) => event.preventDefault()}>
            <MarkedRuleLink message={message} marked={{ field: name, ...marked }} className={styles.marked} />
          </div>
        )}
        {trace && (
          <Link route={trace.route} className={styles.trace}>
            {trace.label}
          </Link>
        )}
        {hasTools && (pointed || focused) && !decorated && (
          <Part>
            <FieldTools field={name} value={field.value} type={type} />
          </Part>
        )}
        {changes && change === 'changed' && (
          <div>
            <del className={styles.before} aria-label={texts.before}>
              {shortText(rawText(field.before), beforeLimit).text}
            </del>
          </div>
        )}
      </dd>
      {menu !== undefined && <dd className={styles.menu}>{menu}</dd>}
    </div>
  );
}

/** Moves the focus with Left and Right between the name, the value and the actions of a row. */
function visitTools(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const target = event.target as HTMLElement;
  if (step === undefined || !target.matches('[aria-haspopup], [data-tool]')) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[aria-haspopup], [data-tool]')];
  event.preventDefault();
  stops[stops.indexOf(target) + step]?.focus();
}

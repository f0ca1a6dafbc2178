import { makeStyles } from '@griffel/react';
import { useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { FieldGroups, RankedField } from '../../../machines/view/field-presence.js';
import { hasCoarsePointer } from '../../kit/coarse-pointer.js';
import { space, tokens, type as textType } from '../../kit/tokens.js';
import { VirtualList } from '../../kit/virtual-list.js';
import { texts } from '../texts.js';
import { FieldRow } from './field-row.js';

/** Row height in px (spec 2 §2); touch screens need taller rows. */
const rowPx = 20;
const touchRowPx = 44;

const useStyles = makeStyles({
  // The list starts with no height and grows, so that the parts above it keep their heights.
  list: { flexGrow: 1, flexBasis: 0, minHeight: '60px', margin: `0 -${space.s}px`, outlineStyle: 'none' },
  head: { padding: `${space.xs}px ${space.s}px 2px`, ...textType.caption, color: tokens.text.tertiary },
});

export interface FieldListProps {
  readonly groups: FieldGroups;
  /** Number of examined messages; undefined: nothing is counted. */
  readonly total: number | undefined;
  readonly pinned: readonly string[];
  /** Name of the field whose statistics are shown below its row; undefined: none. */
  readonly open: string | undefined;
  readonly onOpen: (field: RankedField | undefined) => void;
  readonly onPin: (field: string, pinned: boolean) => void;
  readonly figures: (field: RankedField) => ReactNode;
  /** Counter: an increase moves the focus to the first field. */
  readonly entered: number;
  /** Filter text; a new filter scrolls the list to its beginning. */
  readonly filter: string;
}

type Line = { readonly head: string } | { readonly head?: undefined; readonly field: RankedField };

/** Returns the lines of the list; groups have heads only if there are pinned or recently used fields. */
function linesOf({ pinned, recent, others }: FieldGroups): readonly Line[] {
  const group = (head: string, fields: readonly RankedField[]): Line[] =>
    fields.length === 0 ? [] : [{ head }, ...fields.map((field) => ({ field }))];
  if (pinned.length + recent.length === 0) return others.map((field) => ({ field }));
  return [
    ...group(texts.fields.pinned, pinned),
    ...group(texts.fields.recent, recent),
    ...group(texts.fields.others, others),
  ];
}

/** Renders a virtual list of fields: arrow keys move, Enter shows the statistics of a field below it. */
export function FieldList({ groups, total, pinned, open, onOpen, onPin, figures, entered, filter }: FieldListProps) {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(groups), [groups]);
  const places = useMemo(() => lines.flatMap((line, at) => (line.head === undefined ? [at] : [])), [lines]);
  const [active, setActive] = useState<string>();
  const [height] = useState(() => (hasCoarsePointer() ? touchRowPx : rowPx));
  const moves = useRef(false);
  const nameAt = (at: number | undefined): string | undefined => {
    const line = at === undefined ? undefined : lines[at];
    return line?.head === undefined ? line?.field.name : undefined;
  };
  const current = Math.max(
    0,
    places.findIndex((at) => nameAt(at) === active),
  );

  // The list may be mounted again later: its initial counter must not move the focus.
  const [known, setKnown] = useState(entered);
  if (entered !== known) {
    setKnown(entered);
    setActive(nameAt(places[0]));
  }
  const before = useRef(entered);
  // This effect runs before the effect of the row, which moves the focus to the row, now or once the row is mounted.
  useLayoutEffect(() => {
    if (entered === before.current) return;
    before.current = entered;
    moves.current = true;
    list.current?.scrollTo({ top: 0 });
  }, [entered]);

  const filtered = useRef(filter);
  useLayoutEffect(() => {
    if (filter === filtered.current) return;
    filtered.current = filter;
    list.current?.scrollTo({ top: 0 });
  }, [filter]);

  const moved = (event: KeyboardEvent) => {
    // Inside the statistics, arrow keys keep their usual effect.
    if (!(event.target as HTMLElement).closest('[data-field-row]')) return;
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / height) - 1);
    const last = places.length - 1;
    const next = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: last,
      PageDown: current + page,
      PageUp: current - page,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const name = nameAt(places[Math.min(last, Math.max(0, next))]);
    // An unchanged name renders no row again, so a request to move the focus would stay pending.
    if (name === active) return;
    moves.current = true;
    setActive(name);
  };
  const left = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    // A removed row loses the focus without a `relatedTarget`; only a real move of the focus counts here.
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) moves.current = false;
  };

  return (
    <div style={{ display: 'contents' }} onKeyDown={moved} onBlur={left}>
      <VirtualList
        ref={list}
        role="list"
        aria-label={texts.sections.fields}
        className={styles.list}
        items={lines}
        keyOf={(line) => (line.head === undefined ? `f ${line.field.name}` : `h ${line.head}`)}
        estimateSize={height}
        measured
        {...(active !== undefined && { activeIndex: places[current] ?? 0 })}
        tabIndex={-1}
      >
        {(line, index) =>
          line.head !== undefined ? (
            <div role="listitem" className={styles.head}>
              {line.head}
            </div>
          ) : (
            <FieldRow
              field={line.field}
              height={height}
              place={places.indexOf(index) + 1}
              count={places.length}
              total={total}
              reached={index === (places[current] ?? 0)}
              awaited={moves}
              pinned={pinned.includes(line.field.name)}
              open={open === line.field.name}
              onOpen={(isOpen) => onOpen(isOpen ? line.field : undefined)}
              onPin={(isPinned) => onPin(line.field.name, isPinned)}
              onReach={() => setActive(line.field.name)}
            >
              {figures}
            </FieldRow>
          )
        }
      </VirtualList>
    </div>
  );
}

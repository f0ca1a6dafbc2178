import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { HandleIcon } from './icons.js';
import { moved, placeOf, shiftOf } from './sortable-order.js';
import { laterKitTexts } from './later-texts.js';
import { focusRing, tokens, zIndex } from './tokens.js';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  row: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0, backgroundColor: 'inherit' },
  content: { flexGrow: 1, minWidth: 0 },
  shifting: { transitionProperty: 'transform', transitionDuration: tokens.duration.fast },
  dragged: {
    position: 'relative',
    zIndex: zIndex.dragging,
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.raised,
    boxShadow: tokens.shadow.float,
  },
  handle: {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '28px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.tertiary,
    fontSize: '16px',
    cursor: 'grab',
    touchAction: 'none',
    ':hover': { color: tokens.text.primary, backgroundColor: tokens.surface.hover },
    ':active': { cursor: 'grabbing' },
    ':focus-visible': focusRing,
    ':disabled': { visibility: 'hidden' },
  },
});

export interface SortableListProps<Item> {
  /** Accessible name of the list. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Returns the name of an item, which the handle and the announcement of a move use. */
  readonly nameOf: (item: Item) => string;
  /** Called with all items in their new order. */
  readonly onReorder: (items: Item[]) => void;
  /** True when the items cannot be moved. */
  readonly fixed?: boolean;
  readonly className?: string;
  readonly itemClassName?: string;
  readonly children: (item: Item, index: number) => ReactNode;
}

interface Drag {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  /** Distance in px that the pointer has moved down since the start of the drag; negative when it has moved up. */
  readonly by: number;
}

/**
 * Renders a short list that the user reorders, by dragging the handle of a row (Escape cancels the drag) or with the
 * arrow keys on the handle. Rows keep their position in the DOM during a drag, so that their content loses no state.
 */
export function SortableList<Item>(props: SortableListProps<Item>): ReactNode {
  const { label, items, keyOf, nameOf, onReorder, fixed = false, className, itemClassName, children } = props;
  const styles = useStyles();
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const [reported, setReported] = useState('');
  /** Vertical centre and height in px of every row at the start of the drag. */
  const rows = useRef<readonly { readonly middle: number; readonly height: number }[]>([]);
  const startY = useRef(0);
  const refocus = useRef<string>(undefined);

  // A row that was moved in the DOM has lost the focus, so its handle is focused again.
  useEffect(() => {
    if (refocus.current === undefined) return;
    const index = items.findIndex((item) => keyOf(item) === refocus.current);
    refocus.current = undefined;
    list.current?.children[index]?.querySelector('button')?.focus();
  });

  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    refocus.current = keyOf(item);
    setReported(laterKitTexts.movedTo(nameOf(item), to + 1, items.length));
    onReorder(moved(items, from, to));
  };
  const pressed = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Escape' && drag) {
      event.stopPropagation();
      setDrag(undefined);
    }
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined || drag) return;
    event.preventDefault();
    event.stopPropagation();
    move(index, to);
  };
  const grabbed = (event: PointerEvent<HTMLButtonElement>, item: Item, index: number) => {
    if (event.button !== 0 || fixed) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    rows.current = [...(list.current?.children ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return { middle: top + height / 2, height };
    });
    startY.current = event.clientY;
    setDrag({ key: keyOf(item), from: index, to: index, by: 0 });
  };
  const dragged = (event: PointerEvent) => {
    if (!drag) return;
    const by = event.clientY - startY.current;
    setDrag({ ...drag, by, to: placeOf(rows.current, drag.from, by) });
  };
  const dropped = () => {
    if (!drag) return;
    setDrag(undefined);
    move(drag.from, drag.to);
  };

  return (
    <>
      <ul ref={list} aria-label={label} className={mergeClasses(styles.list, className)}>
        {items.map((item, index) => {
          const key = keyOf(item);
          const isDragged = drag?.key === key;
          const shift = !drag
            ? 0
            : isDragged
              ? drag.by
              : shiftOf(index, drag.from, drag.to) * (rows.current[drag.from]?.height ?? 0);
          return (
            <li
              key={key}
              className={mergeClasses(
                styles.row,
                itemClassName,
                drag && !isDragged && styles.shifting,
                isDragged && styles.dragged,
              )}
              style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
            >
              <button
                type="button"
                className={styles.handle}
                aria-label={laterKitTexts.move(nameOf(item))}
                aria-description={laterKitTexts.moveHelp}
                disabled={fixed || items.length < 2}
                onKeyDown={(event) => pressed(event, index)}
                onPointerDown={(event) => grabbed(event, item, index)}
                onPointerMove={dragged}
                onPointerUp={dropped}
                onPointerCancel={() => setDrag(undefined)}
              >
                <HandleIcon />
              </button>
              <div className={styles.content}>{children(item, index)}</div>
            </li>
          );
        })}
      </ul>
      <span className="lc-unseen" role="status">
        {reported}
      </span>
    </>
  );
}

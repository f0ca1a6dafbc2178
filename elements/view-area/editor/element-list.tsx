import { makeStyles } from '@griffel/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../../kit/icon-button.js';
import { DeleteIcon } from '../../kit/icons.js';
import { SortableList } from '../../kit/sortable-list.js';
import { space, tokens } from '../../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  list: { gap: `${space.s}px` },
  item: {
    alignItems: 'flex-start',
    padding: `${space.xs}px ${space.xs}px ${space.xs}px 0`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
  },
  content: { display: 'flex', alignItems: 'flex-start', gap: `${space.xxs}px`, minWidth: 0 },
  rows: { display: 'flex', flexDirection: 'column', gap: `${space.xs}px`, flexGrow: 1, minWidth: 0 },
});

export interface ElementListProps<Element extends { readonly id: string }> {
  readonly label: string;
  /** Singular name of a list element: `Grouping`. */
  readonly kind: string;
  readonly elements: readonly Element[];
  readonly onChange: (elements: readonly Element[]) => void;
  /** Called when the focus leaves an element. */
  readonly onLeave: (id: string) => void;
  readonly children: (element: Element, change: (next: Element) => void) => ReactNode;
}

/** Shows the elements of a section as small cards, which users reorder by handles and remove by buttons. */
export function ElementList<Element extends { readonly id: string }>(props: ElementListProps<Element>) {
  const { label, kind, elements, onChange, onLeave, children } = props;
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const styles = useStyles();
  const known = useRef<ReadonlySet<string>>(undefined);
  const content = useRef(new Map<string, HTMLElement>());
  // The first field of a new element receives the focus.
  useEffect(() => {
    const added = known.current ? elements.filter(({ id }) => !known.current?.has(id)) : [];
    known.current = new Set(elements.map(({ id }) => id));
    const [only] = added;
    if (only && added.length === 1)
      content.current.get(only.id)?.querySelector<HTMLElement>('[role=combobox], select')?.focus();
  }, [elements]);
  const nameOf = (element: Element) => texts.element(kind, elements.indexOf(element));
  return (
    <SortableList
      label={label}
      items={elements}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      onReorder={onChange}
      className={styles.list}
      itemClassName={styles.item}
    >
      {(element) => (
        <div
          ref={(own) => {
            if (!own) return;
            const { id } = element;
            content.current.set(id, own);
            return () => void content.current.delete(id);
          }}
          className={styles.content}
          role="group"
          aria-label={nameOf(element)}
          // An option list of the element is rendered elsewhere in the DOM but sends its focus events here, so leaving
          // is delayed.
          onFocus={() => clearTimeout(leaving.current)}
          onBlur={() => {
            clearTimeout(leaving.current);
            leaving.current = setTimeout(() => onLeave(element.id));
          }}
        >
          <div className={styles.rows}>
            {children(element, (next) => onChange(elements.map((one) => (one.id === element.id ? next : one))))}
          </div>
          <IconButton
            size="small"
            quiet
            label={texts.remove(nameOf(element))}
            icon={<DeleteIcon />}
            onClick={() => onChange(elements.filter((one) => one.id !== element.id))}
          />
        </div>
      )}
    </SortableList>
  );
}

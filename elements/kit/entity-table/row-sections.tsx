/**
 * Renders expandable sections below a row, such as the rules of a stream or the permissions of a role; several sections
 * may be open.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { IconButton } from '../icon-button.js';
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '../icons.js';
import { Loading } from '../loading.js';
import { readLocal, writeLocal } from '../local-store.js';
import { Suspense } from '../suspense.js';
import { focusRing, tokens, type } from '../tokens.js';
import { Tooltip } from '../tooltip.js';
import { useTableStyles } from './styles.js';
import { tableTexts } from './texts.js';

interface RowSection<Entity> {
  readonly title: string;
  readonly render: (entity: Entity) => ReactNode;
  /** Buttons beside the title. */
  readonly actions?: (entity: Entity) => ReactNode;
}

/** Sections by name, in their vertical order. */
export type RowSections<Entity> = Readonly<Record<string, RowSection<Entity>>>;

/** State of a row that a `SectionToggle` in its cells reads from the context. */
interface RowFace {
  readonly id: string;
  readonly name: string;
  readonly sections: Readonly<Record<string, { readonly title: string }>>;
  readonly open: readonly string[];
  readonly toggle: (section: string) => void;
}

export const RowSectionsContext = createContext<RowFace | undefined>(undefined);

const elementId = (row: RowFace, section: string): string => `${row.id}-${section}`;

const useStyles = makeStyles({
  toggle: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    height: '24px',
    padding: '0 4px 0 8px',
    border: `1px solid ${tokens.border.default}`,
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    fontVariantNumeric: 'tabular-nums',
    ...type.body,
    ':hover': { backgroundColor: tokens.surface.pressed },
    ':focus-visible': focusRing,
  },
});

export interface SectionToggleProps {
  /** Key in the table's `sections`. */
  readonly section: string;
  /** Content of the button, such as a count. */
  readonly children: ReactNode;
}

/** Opens and closes a section below the row that contains the toggle. */
export function SectionToggle({ section, children }: SectionToggleProps): ReactNode {
  const styles = useStyles();
  const row = useContext(RowSectionsContext);
  const title = row?.sections[section]?.title;
  if (!row || title === undefined) return children;
  const open = row.open.includes(section);
  const Chevron = open ? ChevronUpIcon : ChevronDownIcon;
  return (
    <Tooltip content={open ? tableTexts.hideSection(title) : tableTexts.showSection(title)} relationship="label">
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={open ? elementId(row, section) : undefined}
        onClick={() => row.toggle(section)}
      >
        {children}
        <span className="lc-unseen"> {tableTexts.sectionOf(title, row.name)}</span>
        <Chevron />
      </button>
    </Tooltip>
  );
}

export interface OpenSectionsProps<Entity> {
  readonly sections: RowSections<Entity>;
  readonly entity: Entity;
  readonly last: boolean;
}

/** Renders a table row with the open sections of the row before it. */
export function OpenSections<Entity>({ sections, entity, last }: OpenSectionsProps<Entity>): ReactNode {
  const styles = useTableStyles();
  const row = useContext(RowSectionsContext);
  if (!row) return null;
  return (
    <div role="row" className={mergeClasses(styles.group, styles.sections, last && styles.lastRow)}>
      <div role="cell" className={styles.sectionsCell}>
        {Object.entries(sections)
          .filter(([name]) => row.open.includes(name))
          .map(([name, { title, render, actions }]) => (
            <section
              key={name}
              id={elementId(row, name)}
              className={styles.section}
              aria-label={tableTexts.sectionOf(title, row.name)}
            >
              <div className={styles.sectionHead}>
                <span className={styles.sectionTitle}>{title}</span>
                {actions?.(entity)}
                <IconButton
                  size="small"
                  quiet
                  label={tableTexts.hideSection(tableTexts.sectionOf(title, row.name))}
                  icon={<CloseIcon />}
                  onClick={() => row.toggle(name)}
                />
              </div>
              <Suspense fallback={<Loading />}>{render(entity)}</Suspense>
            </section>
          ))}
      </div>
    </div>
  );
}

/** Maximum number of rows whose open sections are remembered; the rows that were changed last are kept. */
const mostKept = 100;

type Open = readonly (readonly [row: string, sections: readonly string[]])[];

const isOpen = (value: unknown): value is Open =>
  Array.isArray(value) &&
  value.every(
    (entry: unknown) =>
      Array.isArray(entry) &&
      entry.length === 2 &&
      typeof entry[0] === 'string' &&
      Array.isArray(entry[1]) &&
      entry[1].every((section) => typeof section === 'string'),
  );

export const noneOpen: readonly string[] = [];

/** Returns the open sections of rows; the browser tab remembers those of `mostKept` rows, shown or not. */
export function useOpenSections(
  listId: string,
  sections: Readonly<Record<string, unknown>> = {},
): {
  readonly openOf: (row: string) => readonly string[];
  readonly onSection: (row: { readonly id: string }, section: string) => void;
} {
  const key = `log-console-open-rows-${listId}`;
  const [open, setOpen] = useState<Open>(() =>
    (readLocal(key, isOpen, 'sessionStorage') ?? [])
      .map(([row, names]) => [row, names.filter((name) => Object.hasOwn(sections, name))] as const)
      .filter(([, names]) => names.length > 0),
  );
  useEffect(() => {
    writeLocal(key, open.length > 0 ? open : undefined, 'sessionStorage');
  }, [key, open]);
  const onSection = useCallback(
    ({ id }: { readonly id: string }, section: string) =>
      setOpen((before) => {
        const names = before.find(([row]) => row === id)?.[1] ?? noneOpen;
        const changed = names.includes(section) ? names.filter((name) => name !== section) : [...names, section];
        const others = before.filter(([row]) => row !== id);
        return changed.length > 0 ? [[id, changed] as const, ...others].slice(0, mostKept) : others;
      }),
    [],
  );
  return { openOf: (id) => open.find(([row]) => row === id)?.[1] ?? noneOpen, onSection };
}

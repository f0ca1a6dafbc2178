/**
 * Renders the grid of the rows of a stored table, with an input in each cell; a changed cell has a mark at its left
 * edge.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { StoredRows } from '../../../api/contract/lookup-rows.js';
import type { StoredRow } from '../../../api/contract/lookup.schema.js';
import { Checkbox } from '../../kit/checkbox.js';
import { IconButton } from '../../kit/icon-button.js';
import { DeleteIcon, DiscardIcon, EditIcon, SortAscendingIcon, SortDescendingIcon } from '../../kit/icons.js';
import { focusRing, tokens, type } from '../../kit/tokens.js';
import {
  endOf,
  lifeOf,
  withAddedChanged,
  withChanged,
  withDeleted,
  withoutAdded,
  withoutDeleted,
  type RowDraft,
} from './row-draft.js';
import { rowTexts as words } from './row-texts.js';

const useStyles = makeStyles({
  scroll: { overflowX: 'auto', border: `1px solid ${tokens.border.subtle}`, borderRadius: '6px' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& th, & td': { padding: 0, textAlign: 'start', borderBottom: `1px solid ${tokens.border.divider}` },
    '& td + td, & th + th': { borderLeft: `1px solid ${tokens.border.divider}` },
    '& thead th, & thead td': {
      backgroundColor: tokens.surface.subtle,
      color: tokens.text.secondary,
      ...type.overline,
    },
    '& tbody tr:last-child > *': { borderBottom: 'none' },
  },
  head: { display: 'flex', alignItems: 'center', gap: '4px', padding: '0 4px 0 0', whiteSpace: 'nowrap' },
  sort: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '8px 10px',
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    ':focus-visible': focusRing,
  },
  active: { color: tokens.text.link, lineHeight: 0 },
  single: { fontWeight: 400, color: tokens.text.tertiary },
  mark: { width: '40px' },
  tick: { display: 'flex', justifyContent: 'center' },
  cell: {
    width: '100%',
    minWidth: '90px',
    boxSizing: 'border-box',
    padding: '7px 10px',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    ...type.logSmall,
    ':focus': {
      outline: `2px solid ${tokens.focus.outer}`,
      outlineOffset: '-2px',
      backgroundColor: tokens.surface.card,
    },
    ':read-only': { cursor: 'default' },
    '::placeholder': { color: tokens.text.tertiary, opacity: 1 },
  },
  key: { fontWeight: 600 },
  number: { textAlign: 'end' },
  note: { fontFamily: tokens.font.ui },
  changed: { boxShadow: `inset 3px 0 0 ${tokens.change.changed}` },
  added: { boxShadow: `inset 3px 0 0 ${tokens.change.added}` },
  deleted: {
    boxShadow: `inset 3px 0 0 ${tokens.change.removed}`,
    '& input': { textDecorationLine: 'line-through', color: tokens.text.tertiary },
  },
  invalid: { backgroundColor: tokens.status.danger.background },
});

export interface GridSort {
  readonly by: string;
  readonly order: 'asc' | 'desc';
}

export interface RowGridProps {
  readonly data: StoredRows;
  /** Name of the column whose value is the single value of a lookup. */
  readonly single: string;
  readonly draft: RowDraft;
  readonly onDraft: (draft: RowDraft) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  readonly sort: GridSort;
  readonly onSort: (sort: GridSort) => void;
  readonly mayEdit: boolean;
  readonly onColumn: (name: string) => void;
}

export function RowGrid(props: RowGridProps): ReactNode {
  const { data, single, draft, onDraft, selected, onSelected, sort, onSort, mayEdit, onColumn } = props;
  const styles = useStyles();
  const { rows, columns, revision } = data;
  const hasLists = rows.some(({ list }) => list && list.length > 0);
  const shownKeys = rows.map(({ key }) => key).filter((key) => !draft.deleted.has(key));
  const isAll = shownKeys.length > 0 && shownKeys.every((key) => selected.has(key));
  const toggle = (key: string, on: boolean): void => {
    const next = new Set(selected);
    if (on) next.add(key);
    else next.delete(key);
    onSelected(next);
  };
  const head = (by: string, label: string, extra?: ReactNode): ReactNode => {
    const isActive = sort.by === by;
    const ariaSort = isActive ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined;
    return (
      <th key={by} scope="col" aria-sort={ariaSort}>
        <span className={styles.head}>
          <button
            type="button"
            className={styles.sort}
            title={words.sortBy(label)}
            onClick={() => onSort({ by, order: isActive && sort.order === 'asc' ? 'desc' : 'asc' })}
          >
            {label}
            {by === single && <span className={styles.single}>{words.single}</span>}
            {isActive && (
              <span className={styles.active}>
                {sort.order === 'asc' ? <SortAscendingIcon /> : <SortDescendingIcon />}
              </span>
            )}
          </button>
          {extra}
        </span>
      </th>
    );
  };
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={words.title}>
        <thead>
          <tr>
            {mayEdit && (
              <th className={styles.mark}>
                <Checkbox
                  className={styles.tick}
                  aria-label={words.selectAll}
                  checked={isAll}
                  onChange={(on) => onSelected(new Set(on ? shownKeys : []))}
                />
              </th>
            )}
            {head('key', words.key)}
            {columns.map(({ name }) =>
              head(
                name,
                name,
                mayEdit && (
                  <IconButton
                    size="small"
                    quiet
                    label={words.column.open(name)}
                    icon={<EditIcon />}
                    onClick={() => onColumn(name)}
                  />
                ),
              ),
            )}
            {hasLists && (
              <th scope="col">
                <span className={styles.sort}>{words.list}</span>
              </th>
            )}
            {head('expires_at', words.ttl)}
            {head('note', words.note)}
            {mayEdit && <td className={styles.mark} />}
          </tr>
        </thead>
        <tbody>
          {draft.added.map((row) => (
            <Row
              key={`new ${row.draftId}`}
              {...props}
              row={row}
              before={undefined}
              isDeleted={false}
              hasLists={hasLists}
              onChange={(part) => onDraft(withAddedChanged(draft, row.draftId, part))}
              onRemove={() => onDraft(withoutAdded(draft, row.draftId))}
            />
          ))}
          {rows.map((stored) => {
            const change = draft.changed.get(stored.key);
            const isDeleted = draft.deleted.has(stored.key);
            return (
              <Row
                key={stored.key}
                {...props}
                row={change?.after ?? stored}
                before={change?.before ?? stored}
                isDeleted={isDeleted}
                hasLists={hasLists}
                isSelected={selected.has(stored.key)}
                onSelect={(on) => toggle(stored.key, on)}
                onChange={(part) => onDraft(withChanged(draft, stored, part, revision))}
                onRemove={() =>
                  onDraft(isDeleted ? withoutDeleted(draft, stored.key) : withDeleted(draft, [stored.key], revision))
                }
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<RowGridProps, 'data' | 'mayEdit'> {
  readonly row: StoredRow;
  /** The stored row; undefined if the row is new. */
  readonly before: StoredRow | undefined;
  readonly isDeleted: boolean;
  readonly hasLists: boolean;
  readonly isSelected?: boolean;
  readonly onSelect?: (on: boolean) => void;
  readonly onChange: (part: Partial<StoredRow>) => void;
  readonly onRemove: () => void;
}

function Row(props: RowProps): ReactNode {
  const { data, mayEdit, row, before, isDeleted, hasLists, isSelected = false, onSelect, onChange, onRemove } = props;
  const styles = useStyles();
  const { key, values, list, note } = row;
  const name = before ? key : key === '' ? words.newRow : key;
  const readOnly = !mayEdit || isDeleted;
  const mark = (isChanged: boolean): string | undefined => (before && isChanged ? styles.changed : undefined);
  const setValue = (at: number, value: string): void =>
    onChange({ values: data.columns.map((_, place) => (place === at ? value : (values[place] ?? ''))) });
  return (
    <tr className={isDeleted ? styles.deleted : before ? undefined : styles.added}>
      {mayEdit && (
        <td className={styles.mark}>
          {onSelect && !isDeleted && (
            <Checkbox
              className={styles.tick}
              aria-label={words.select(name)}
              checked={isSelected}
              onChange={onSelect}
            />
          )}
        </td>
      )}
      <td>
        <input
          className={mergeClasses(styles.cell, styles.key)}
          aria-label={before ? words.cell(words.key, name) : words.newKey}
          readOnly={readOnly || before !== undefined}
          autoFocus={before === undefined}
          value={key}
          onChange={(event) => onChange({ key: event.target.value })}
        />
      </td>
      {data.columns.map((column, at) => (
        <td key={column.name} className={mark((values[at] ?? '') !== (before?.values[at] ?? ''))}>
          <input
            className={mergeClasses(styles.cell, column.type === 'number' && styles.number)}
            aria-label={words.cell(column.name, name)}
            readOnly={readOnly}
            value={values[at] ?? ''}
            onChange={(event) => setValue(at, event.target.value)}
          />
        </td>
      ))}
      {hasLists && (
        <td>
          <input
            className={styles.cell}
            aria-label={words.cell(words.list, name)}
            readOnly
            value={(list ?? []).join(', ')}
          />
        </td>
      )}
      <td className={mark(row.expires_at !== before?.expires_at)}>
        <LifeCell
          name={name}
          endsAt={row.expires_at}
          readOnly={readOnly}
          onChange={(expires_at) => onChange({ expires_at })}
        />
      </td>
      <td className={mark(note !== before?.note)}>
        <input
          className={mergeClasses(styles.cell, styles.note)}
          aria-label={words.cell(words.note, name)}
          readOnly={readOnly}
          value={note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </td>
      {mayEdit && (
        <td className={styles.mark}>
          <IconButton
            size="small"
            quiet
            label={isDeleted ? words.keepRow(name) : words.deleteRow(name)}
            icon={isDeleted ? <DiscardIcon /> : <DeleteIcon />}
            onClick={onRemove}
          />
        </td>
      )}
    </tr>
  );
}

interface LifeCellProps {
  readonly name: string;
  readonly endsAt: number | null;
  readonly readOnly: boolean;
  readonly onChange: (endsAt: number | null) => void;
}

/** Renders an input for the remaining lifetime of a row; a typed text takes effect once it is valid. */
function LifeCell({ name, endsAt, readOnly, onChange }: LifeCellProps): ReactNode {
  const styles = useStyles();
  const [typed, setTyped] = useState<string>();
  const isInvalid = typed !== undefined && endOf(typed, Date.now()) === undefined;
  const life = lifeOf(endsAt, Date.now());
  return (
    <input
      className={mergeClasses(styles.cell, isInvalid && styles.invalid)}
      aria-label={words.cell(words.ttl, name)}
      aria-invalid={isInvalid || undefined}
      title={words.ttlHelp}
      placeholder={words.never}
      readOnly={readOnly}
      value={typed ?? (life === '' ? '' : words.left(life))}
      onFocus={() => !readOnly && setTyped(life)}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        const end = endOf(text, Date.now());
        if (end !== undefined) onChange(end);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

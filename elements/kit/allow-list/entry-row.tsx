/** Renders a row with an entry in the editor of the URL whitelist. */
import { makeStyles } from '@griffel/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { allowsEverything, type AllowListEntry, type EntryErrors } from '../../../machines/allow-list-draft.js';
import { Alert } from '../alert.js';
import { Field } from '../field.js';
import { IconButton } from '../icon-button.js';
import { DeleteIcon } from '../icons.js';
import { Input } from '../input.js';
import { Select } from '../select.js';
import { container, tokens } from '../tokens.js';
import { allowListTexts as texts } from './texts.js';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 132px 32px',
    gap: '8px',
    alignItems: 'start',
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.border.divider}`,
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr) 132px 32px' },
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr) 32px' },
  },
  value: { [container.medium]: { gridColumn: '1 / -1', gridRow: 2 } },
  type: { [container.compact]: { gridColumn: '1 / -1', gridRow: 3 } },
  remove: { paddingTop: '22px' },
  warning: { gridColumn: '1 / -1', order: 1 },
});

const typeOptions = (['literal', 'regex'] as const).map((value) => ({ value, label: texts.types[value] }));

export interface EntryRowProps {
  /** Position in the list, counted from 1. */
  readonly place: number;
  readonly entry: AllowListEntry;
  readonly errors: EntryErrors;
  /** True for the entry for whose address the dialog was opened; it gets the focus. */
  readonly isFocused: boolean;
  readonly onChange: (entry: AllowListEntry) => void;
  readonly onRemove: () => void;
}

export function EntryRow({ place, entry, errors, isFocused, onChange, onRemove }: EntryRowProps): ReactNode {
  const styles = useStyles();
  const title = useRef<HTMLInputElement>(null);
  // Names of the fields that the user has visited; an empty field shows its error only after the first visit.
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set<string>());
  const visit = (name: string): void =>
    setVisited((before) => (before.has(name) ? before : new Set([...before, name])));
  useEffect(() => {
    if (!isFocused) return;
    title.current?.focus();
    title.current?.scrollIntoView({ block: 'nearest' });
  }, [isFocused]);
  const errorOf = (name: 'title' | 'value') => (entry[name] !== '' || visited.has(name) ? errors[name] : undefined);
  return (
    <li className={styles.row} aria-label={texts.entry(place)}>
      <Field label={texts.columns.title} required error={errorOf('title')}>
        <Input
          ref={title}
          value={entry.title}
          aria-label={texts.inEntry(texts.columns.title, place)}
          onBlur={() => visit('title')}
          onChange={(text) => {
            visit('title');
            onChange({ ...entry, title: text });
          }}
        />
      </Field>
      <Field className={styles.value} label={texts.columns.value} required error={errorOf('value')}>
        <Input
          mono
          inputMode={entry.type === 'literal' ? 'url' : 'text'}
          spellCheck={false}
          value={entry.value}
          aria-label={texts.inEntry(texts.columns.value, place)}
          onBlur={() => visit('value')}
          onChange={(text) => {
            visit('value');
            onChange({ ...entry, value: entry.type === 'literal' ? text.trim() : text });
          }}
        />
      </Field>
      <Field className={styles.type} label={texts.columns.type}>
        <Select
          options={typeOptions}
          value={entry.type}
          aria-label={texts.inEntry(texts.columns.type, place)}
          onChange={(kind) => onChange({ ...entry, type: kind })}
        />
      </Field>
      {allowsEverything(entry) && (
        <div className={styles.warning}>
          <Alert kind="warning">{texts.everything}</Alert>
        </div>
      )}
      <span className={styles.remove}>
        <IconButton label={texts.remove(place)} icon={<DeleteIcon />} onClick={onRemove} />
      </span>
    </li>
  );
}

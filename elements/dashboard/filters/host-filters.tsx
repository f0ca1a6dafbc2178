/**
 * Renders the filters of the host page. Locked filters are shown as tags. Editable filters are shown as fields, or as
 * tags for viewers who may not filter. Hidden filters are not shown.
 */
import { makeStyles } from '@griffel/react';
import { useId, useState, type ReactNode } from 'react';
import { filterQuery, valuesOf, type FilterValue, type HostFilter } from '../../../machines/host-filters.js';
import { useHostElement } from '../../element/host-context.js';
import { Chip } from '../../kit/chip.js';
import { Combobox } from '../../kit/combobox.js';
import { LockIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { MultiSelect } from '../../kit/multi-select.js';
import { container, space, tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';

export interface HostFiltersProps {
  readonly filters: readonly HostFilter[];
  readonly onFilters: (filters: readonly HostFilter[]) => void;
}

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${space.m}px ${space.xl}px`,
    padding: `${space.m}px 0`,
    minWidth: 0,
  },
  locked: { display: 'inline-flex', alignItems: 'center', gap: `${space.s}px`, minWidth: 0 },
  icon: { flexShrink: 0, fontSize: '14px', color: tokens.text.tertiary },
  field: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    minWidth: 0,
    [container.compact]: { flex: '1 1 100%' },
  },
  label: { flexShrink: 0, ...type.body, color: tokens.text.secondary },
  control: { width: '220px', [container.compact]: { flex: '1 1 auto', width: 'auto' } },
});

export function HostFilters({ filters, onFilters }: HostFiltersProps): ReactNode {
  const styles = useStyles();
  const { allows } = useHostElement();
  const shown = filters.map((filter, index) => ({ filter, index })).filter(({ filter }) => filter.mode !== 'hidden');
  if (shown.length === 0) return null;
  return (
    <div role="group" aria-label={texts.filters.label} className={styles.row}>
      {shown.map(({ filter, index }) =>
        filter.mode === 'editable' && allows('filter') ? (
          <Editable
            // Filters are identified by position, because two filters may have the same field.
            key={index}
            filter={filter}
            onFilter={(changed) => onFilters(filters.map((one, at) => (at === index ? changed : one)))}
          />
        ) : (
          <Locked key={index} filter={filter} />
        ),
      )}
    </div>
  );
}

const nameOf = ({ label, field, query }: HostFilter): string => label ?? field ?? query ?? '';

function Locked({ filter }: { readonly filter: HostFilter }): ReactNode {
  const styles = useStyles();
  const values = valuesOf(filter).join(', ');
  const text = filter.field === undefined ? nameOf(filter) : `${nameOf(filter)}: ${values || texts.filters.nothing}`;
  return (
    <span className={styles.locked} title={filterQuery(filter)}>
      <Chip>
        <span className={styles.locked}>
          <LockIcon className={styles.icon} />
          {text}
        </span>
      </Chip>
    </span>
  );
}

interface EditableProps {
  readonly filter: HostFilter;
  readonly onFilter: (filter: HostFilter) => void;
}

function Editable({ filter, onFilter }: EditableProps): ReactNode {
  const styles = useStyles();
  const id = useId();
  const name = nameOf(filter);
  return (
    <div className={styles.field}>
      {/* `htmlFor` names only the text field, because the lists have accessible names of their own. */}
      <label className={styles.label} htmlFor={id}>
        {name}
      </label>
      <span className={styles.control}>
        {Array.isArray(filter.value) ? (
          <MultiSelect
            label={name}
            options={optionsOf(filter)}
            selected={valuesOf(filter).map(String)}
            placeholder={texts.filters.any}
            creatable={filter.options === undefined}
            onChange={(selected) => onFilter({ ...filter, value: selected.map((one) => typed(filter, one)) })}
          />
        ) : (
          <OneValue id={id} name={name} filter={filter} onFilter={onFilter} />
        )}
      </span>
    </div>
  );
}

/**
 * Renders a text field that applies its value on blur. A field without options also applies its value on Enter. A field
 * with options also applies its value when the text is empty or matches an option.
 */
function OneValue({ id, name, filter, onFilter }: EditableProps & { readonly id: string; readonly name: string }) {
  const current = filter.field === undefined ? (filter.query ?? '') : String(valuesOf(filter)[0] ?? '');
  const [draft, setDraft] = useState(current);
  const [known, setKnown] = useState(current);
  // When the host page has set another value, that value replaces the draft.
  if (known !== current) {
    setKnown(current);
    setDraft(current);
  }
  const apply = (text: string): void => {
    if (text.trim() === current) return;
    onFilter(
      filter.field === undefined ? { ...filter, query: text } : { ...filter, value: typed(filter, text.trim()) },
    );
  };
  const leave = { onBlur: () => apply(draft) };
  if (filter.options === undefined) {
    return (
      <Input
        id={id}
        size="small"
        mono={filter.field === undefined}
        value={draft}
        placeholder={texts.filters.any}
        onChange={setDraft}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && apply(draft)}
        {...leave}
      />
    );
  }
  return (
    <span {...leave}>
      <Combobox
        label={name}
        options={optionsOf(filter)}
        value={draft}
        placeholder={texts.filters.any}
        completes
        onChange={(text) => {
          setDraft(text);
          if (text === '' || optionsOf(filter).some(({ value }) => value === text)) apply(text);
        }}
      />
    </span>
  );
}

const optionsOf = ({ options = [] }: HostFilter) =>
  options.map((option) => ({ value: String(option), label: String(option) }));

/** Returns the option's value with its type; any other text stays text. */
const typed = ({ options = [] }: HostFilter, text: string): FilterValue =>
  options.find((option) => String(option) === text) ?? text;

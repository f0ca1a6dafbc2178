import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.js';
import { CloseIcon } from './icons.js';
import { MultiSelect, type MultiSelectOption } from './multi-select.js';
import { SortableList } from './sortable-list.js';
import { laterKitTexts } from './later-texts.js';
import { kitTexts } from './texts.js';
import { tokens, type } from './tokens.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  list: {
    maxHeight: '260px',
    overflowY: 'auto',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.card,
    '& > li + li': { borderTop: `1px solid ${tokens.border.divider}` },
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '32px',
    minWidth: 0,
    // The hit area of the button for fingers would overflow a lower row and add a scroll bar to the list.
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  name: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.text.primary,
    ...type.log,
  },
});

export interface SortableFieldsProps {
  /** Accessible name of the list. */
  readonly label: string;
  /** The selected fields in their order. */
  readonly fields: readonly string[];
  readonly onChange: (fields: string[]) => void;
  /** Fields that are offered for adding; those already selected are left out. */
  readonly options: readonly MultiSelectOption[];
  readonly loading?: boolean;
  readonly invalid?: boolean;
  /** Placeholder of the search box; default "Add field". */
  readonly placeholder?: string;
}

/**
 * Renders an ordered list of field names, which the user moves by dragging or with arrow keys. A search box adds
 * fields, also with names that are no options, because a field may occur only in later messages.
 */
export function SortableFields(props: SortableFieldsProps): ReactNode {
  const {
    label,
    fields,
    onChange,
    options,
    loading = false,
    invalid = false,
    placeholder = laterKitTexts.addField,
  } = props;
  const styles = useStyles();
  const chosen = new Set(fields);
  return (
    <div className={styles.root}>
      {fields.length > 0 && (
        <SortableList
          label={label}
          items={fields}
          keyOf={(field) => field}
          nameOf={(field) => field}
          onReorder={onChange}
          className={styles.list}
        >
          {(field) => (
            <span className={styles.row}>
              <span className={styles.name} title={field}>
                {field}
              </span>
              <IconButton
                label={kitTexts.remove(field)}
                icon={<CloseIcon />}
                size="small"
                quiet
                onClick={() => onChange(fields.filter((other) => other !== field))}
              />
            </span>
          )}
        </SortableList>
      )}
      <MultiSelect
        label={placeholder}
        placeholder={placeholder}
        options={options.filter(({ value }) => !chosen.has(value))}
        selected={[]}
        onChange={(added) => onChange([...fields, ...added.filter((field) => !chosen.has(field))])}
        creatable
        loading={loading}
        invalid={invalid}
      />
    </div>
  );
}

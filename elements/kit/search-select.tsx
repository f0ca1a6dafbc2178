import { mergeClasses } from '@griffel/react';
import { useMemo, useState, type ReactNode } from 'react';
import { useControlStyles } from './control-styles.js';
import { useFieldControl } from './field.js';
import { ChevronDownIcon } from './icons.js';
import type { MultiSelectOption } from './multi-select-options.js';
import { useListbox } from './use-listbox.js';

export interface SearchSelectProps {
  /** Accessible name, unless a surrounding field has a label. */
  readonly label?: string;
  readonly options: readonly MultiSelectOption[];
  readonly value: string | undefined;
  /** Called with the selected value; undefined when the text was cleared. */
  readonly onChange: (value: string | undefined) => void;
  /** Label of a value that no option has (or has any longer). */
  readonly shownAs?: string | undefined;
  readonly placeholder?: string;
  /** Icon at the left. */
  readonly icon?: ReactNode;
  readonly invalid?: boolean;
  /** Called with the typed text, or an empty text when the field loses the focus; for options from a server. */
  readonly onType?: (text: string) => void;
  readonly loading?: boolean;
  readonly className?: string;
  readonly 'data-autofocus'?: string;
}

/**
 * Searchable select for one option. Unlike in a Combobox, only options are valid values; leaving the field with another
 * text restores the selected option.
 */
export function SearchSelect(props: SearchSelectProps): ReactNode {
  const { label, options, value, onChange, shownAs, placeholder, icon, loading = false, className } = props;
  const { onType } = props;
  const styles = useControlStyles();
  const field = useFieldControl();
  /** Text typed since the list was opened; undefined: none. */
  const [typed, setTyped] = useState<string>();
  const selected = useMemo(() => (value === undefined ? [] : [value]), [value]);
  const type = (text: string | undefined): void => {
    setTyped(text);
    onType?.(text ?? '');
  };
  const listbox = useListbox({
    label: label ?? placeholder,
    options,
    filter: typed ?? '',
    chosen: selected,
    single: true,
    loading,
    onTake: (taken) => {
      onChange(taken);
      listbox.close();
    },
    onLeave: () => type(undefined),
  });
  const chosen = options.find((option) => option.value === value)?.label ?? shownAs ?? '';
  const isInvalid = props.invalid ?? field['aria-invalid'] ?? false;
  return (
    <span
      ref={listbox.box}
      className={mergeClasses(styles.box, isInvalid && styles.invalid, className)}
      onBlur={listbox.onBlur}
    >
      {icon}
      <input
        {...listbox.inputProps}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        data-autofocus={props['data-autofocus']}
        placeholder={placeholder}
        className={styles.input}
        value={typed ?? chosen}
        onClick={() => (listbox.open ? undefined : listbox.begin())}
        onChange={(event) => {
          const text = event.target.value;
          if (text === '') onChange(undefined);
          type(text);
          listbox.typed(text === '' ? -1 : 0);
        }}
        onKeyDown={listbox.pressed}
      />
      <ChevronDownIcon />
      {listbox.list}
    </span>
  );
}

import { mergeClasses } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { useControlStyles } from './control-styles.js';
import { useFieldControl } from './field.js';
import { ChevronDownIcon } from './icons.js';
import { filterOptions, type MultiSelectOption } from './multi-select-options.js';
import { useListbox } from './use-listbox.js';

export interface ComboboxProps {
  /** Name, unless a field around has one. */
  readonly label?: string;
  readonly options: readonly MultiSelectOption[];
  readonly value: string;
  /** Called with every key: any text is a value, the options only help. */
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly invalid?: boolean;
  readonly loading?: boolean;
  /** Enter takes the first option that what is typed is a part of, as hardly any other text is a value; Tab leaves the text. */
  readonly completes?: boolean;
  readonly 'data-autofocus'?: string;
}

/** A text with suggestions from a list of any length: typing filters, arrow keys move, Enter takes. */
export function Combobox(props: ComboboxProps): ReactNode {
  const { label, options, value, onChange, placeholder, mono = false, loading = false, completes } = props;
  const styles = useControlStyles();
  const field = useFieldControl();
  /** All options are offered until the user types, the current value among them. */
  const [typed, setTyped] = useState(false);
  const listbox = useListbox({
    label: label ?? placeholder,
    options,
    filter: typed ? value : '',
    chosen: [value],
    single: true,
    loading,
    hideEmpty: true,
    onTake: (taken) => {
      onChange(taken);
      listbox.close();
    },
    onLeave: () => setTyped(false),
  });
  const isInvalid = props.invalid ?? field['aria-invalid'] ?? false;
  return (
    <span ref={listbox.box} className={mergeClasses(styles.box, isInvalid && styles.invalid)} onBlur={listbox.onBlur}>
      <input
        {...listbox.inputProps}
        aria-label={label}
        data-autofocus={props['data-autofocus']}
        placeholder={placeholder}
        className={mergeClasses(styles.input, mono && styles.mono)}
        value={value}
        onClick={() => (listbox.open ? undefined : listbox.begin())}
        onChange={(event) => {
          onChange(event.target.value);
          setTyped(true);
          listbox.typed(completes ? firstOption(options, event.target.value) : -1);
        }}
        onKeyDown={listbox.pressed}
      />
      <ChevronDownIcon />
      {listbox.list}
    </span>
  );
}

/** Among those that are offered for the text; -1: there is none, or the text is one itself. */
function firstOption(options: readonly MultiSelectOption[], text: string): number {
  if (text.trim() === '' || options.some(({ value }) => value === text)) return -1;
  return filterOptions(options, text).findIndex(({ disabled }) => !disabled);
}

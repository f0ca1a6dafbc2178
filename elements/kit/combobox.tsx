import { mergeClasses } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { useControlStyles } from './control-styles.js';
import { useFieldControl } from './field.js';
import { ChevronDownIcon } from './icons.js';
import { filterOptions, type MultiSelectOption } from './multi-select-options.js';
import { useListbox } from './use-listbox.js';

export interface ComboboxProps {
  /** Accessible name, unless a surrounding field has a label. */
  readonly label?: string;
  readonly options: readonly MultiSelectOption[];
  readonly value: string;
  /** Called on every keystroke, because any text is a valid value and the options are only suggestions. */
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly invalid?: boolean;
  readonly loading?: boolean;
  /**
   * True lets Enter select the first option that contains the typed text, for fields in which few other texts are
   * valid; Tab keeps the text.
   */
  readonly completes?: boolean;
  readonly 'data-autofocus'?: string;
}

/** Text field with suggestions from a list of any length: typing filters, arrow keys move, Enter selects. */
export function Combobox(props: ComboboxProps): ReactNode {
  const { label, options, value, onChange, placeholder, mono = false, loading = false, completes } = props;
  const styles = useControlStyles();
  const field = useFieldControl();
  /** True once the user has typed since the list opened; until then all options are offered, whatever the value is. */
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

/**
 * Returns the index, among the options that contain the text, of the first enabled option; -1 without such an option,
 * for an empty text, and for a text that equals an option.
 */
function firstOption(options: readonly MultiSelectOption[], text: string): number {
  if (text.trim() === '' || options.some(({ value }) => value === text)) return -1;
  return filterOptions(options, text).findIndex(({ disabled }) => !disabled);
}

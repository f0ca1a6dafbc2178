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

/** Renders a text field with suggestions from a list of any length: typing filters, arrow keys move, Enter selects. */
export function Combobox(props: ComboboxProps): ReactNode {
  const { label, options, value, onChange, placeholder, mono = false, loading = false, completes = false } = props;
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
          // Enter takes a fully typed option and closes its list, instead of submitting the surrounding form.
          listbox.typed(optionFor(options, event.target.value, completes));
        }}
        onKeyDown={listbox.pressed}
      />
      <ChevronDownIcon />
      {listbox.list}
    </span>
  );
}

/**
 * Returns the index, among the options that contain the text, of the enabled option that equals the text. If none does
 * and `completes` is true, it returns the first enabled option, unless the text is empty or equals a disabled option.
 * Otherwise it returns -1.
 */
function optionFor(options: readonly MultiSelectOption[], text: string, completes: boolean): number {
  const found = filterOptions(options, text);
  const exact = found.findIndex(({ value, disabled }) => value === text && !disabled);
  const isOther = text.trim() !== '' && !options.some(({ value }) => value === text);
  return exact < 0 && completes && isOther ? found.findIndex(({ disabled }) => !disabled) : exact;
}

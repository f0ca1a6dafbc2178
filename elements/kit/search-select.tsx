import { mergeClasses } from '@griffel/react';
import { useMemo, useState, type ReactNode } from 'react';
import { useControlStyles } from './control-styles.js';
import { useFieldControl } from './field.js';
import { ChevronDownIcon } from './icons.js';
import type { MultiSelectOption } from './multi-select-options.js';
import { useListbox } from './use-listbox.js';

export interface SearchSelectProps {
  /** Accessible name; needed if no surrounding field has a label. */
  readonly label?: string;
  readonly options: readonly MultiSelectOption[];
  readonly value: string | undefined;
  /** Called with the selected value, or with undefined when the user has cleared the text. */
  readonly onChange: (value: string | undefined) => void;
  /** Label of the value while no option has that value. */
  readonly shownAs?: string | undefined;
  readonly placeholder?: string;
  /** Icon at the left of the text. */
  readonly icon?: ReactNode;
  readonly invalid?: boolean;
  /** Called with the typed text, and with an empty text when the list closes; used to load options from a server. */
  readonly onType?: (text: string) => void;
  readonly loading?: boolean;
  readonly className?: string;
  readonly 'data-autofocus'?: string;
}

/**
 * Renders a select for one option with search. Unlike in a `Combobox`, only options are valid values: when the user
 * leaves the field with any other text, the label of the selected option is restored.
 */
export function SearchSelect(props: SearchSelectProps): ReactNode {
  const { label, options, value, onChange, shownAs, placeholder, icon, loading = false, className } = props;
  const { onType } = props;
  const styles = useControlStyles();
  const field = useFieldControl();
  /** Text that the user has typed since the list was opened; undefined when nothing was typed. */
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

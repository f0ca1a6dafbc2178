import { makeStyles, mergeClasses } from '@griffel/react';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Chip } from './chip.js';
import { useControlStyles } from './control-styles.js';
import { useFieldControl } from './field.js';
import { ChevronDownIcon } from './icons.js';
import type { MultiSelectOption } from './multi-select-options.js';
import { tokens, type } from './tokens.js';
import { useListbox } from './use-listbox.js';

const useStyles = makeStyles({
  box: {
    height: 'auto',
    minHeight: tokens.density.control,
    padding: '3px 30px 3px 10px',
    flexWrap: 'wrap',
    gap: '4px',
    cursor: 'text',
  },
  chips: { display: 'contents' },
  input: {
    flexGrow: 1,
    flexBasis: '60px',
    width: '60px',
    minWidth: '60px',
    height: '24px',
    padding: '0',
    border: 'none',
    outlineStyle: 'none',
    backgroundColor: 'transparent',
    ...type.control,
    ':focus-visible': { outlineStyle: 'none' },
  },
  /** Beside chips, an input without focus needs no line of its own. */
  beside: {
    flexBasis: '8px',
    width: '8px',
    minWidth: '8px',
    ':focus': { flexBasis: '60px', width: '60px', minWidth: '60px' },
  },
  chevron: {
    position: 'absolute',
    right: '10px',
    top: '50%',
    transform: 'translateY(-50%)',
    fontSize: '16px',
    lineHeight: 0,
    pointerEvents: 'none',
    color: tokens.text.tertiary,
  },
});

export type { MultiSelectOption } from './multi-select-options.js';

export interface MultiSelectProps {
  /** Accessible name; needed if no surrounding field has a label. */
  readonly label?: string;
  readonly options: readonly MultiSelectOption[];
  readonly selected: readonly string[];
  readonly onChange: (selected: string[]) => void;
  readonly placeholder?: string;
  /** Icon at the left that shows the kind of the options. */
  readonly icon?: ReactNode;
  /** True lets the user add typed values that are no options, with Enter or a comma. */
  readonly creatable?: boolean;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly loading?: boolean;
  readonly className?: string;
}

/**
 * Renders a select for several options. The selected options are shown as chips; typing searches, the arrow keys move
 * between the options, Enter selects, and Backspace removes the last chip. Only the visible rows of the list are in the
 * DOM.
 */
export function MultiSelect(props: MultiSelectProps): ReactNode {
  const {
    label,
    options,
    selected,
    onChange,
    placeholder,
    icon,
    creatable = false,
    disabled = false,
    className,
  } = props;
  const control = useControlStyles();
  const styles = useStyles();
  const field = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const titles = useMemo(() => new Map(options.map((option) => [option.value, option.label])), [options]);
  const isInvalid = props.invalid ?? field['aria-invalid'] ?? false;

  const toggle = (value: string) => {
    onChange(selected.includes(value) ? selected.filter((one) => one !== value) : [...selected, value]);
    setText('');
    input.current?.focus();
  };
  const add = (value: string) => {
    const clean = value.trim();
    if (clean !== '' && !selected.includes(clean)) onChange([...selected, clean]);
    setText('');
  };
  const listbox = useListbox({
    label: label ?? placeholder,
    options,
    filter: text,
    chosen: selected,
    loading: props.loading ?? false,
    onTake: toggle,
  });
  const pressed = (event: KeyboardEvent) => {
    if (listbox.pressed(event)) return;
    if ((event.key === 'Enter' || event.key === ',') && creatable && text.trim() !== '') {
      add(text);
      event.preventDefault();
    } else if (event.key === 'Backspace' && text === '' && selected.length > 0) onChange(selected.slice(0, -1));
  };

  return (
    <span
      ref={listbox.box}
      className={mergeClasses(
        control.box,
        styles.box,
        isInvalid && control.invalid,
        disabled && control.disabled,
        className,
      )}
      onPointerDown={(event) => {
        if (disabled || event.target instanceof Element === false) return;
        // The list of options is elsewhere in the DOM, but React passes its events on to this component.
        if (event.target.closest('button') || !event.currentTarget.contains(event.target)) return;
        if (event.target !== input.current) event.preventDefault();
        input.current?.focus();
        if (listbox.open && event.target !== input.current) listbox.close();
        else if (!listbox.open) listbox.begin();
      }}
      onBlur={listbox.onBlur}
    >
      {icon}
      {selected.map((value) => (
        <Chip
          key={value}
          label={titles.get(value) ?? value}
          onRemove={disabled ? undefined : () => onChange(selected.filter((one) => one !== value))}
        >
          {titles.get(value) ?? value}
        </Chip>
      ))}
      <input
        {...listbox.inputProps}
        aria-label={label}
        ref={input}
        disabled={disabled}
        placeholder={selected.length === 0 ? placeholder : undefined}
        className={mergeClasses(styles.input, selected.length > 0 && styles.beside)}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          listbox.typed(event.target.value === '' ? -1 : 0);
        }}
        onKeyDown={pressed}
      />
      <span className={styles.chevron}>
        <ChevronDownIcon />
      </span>
      {listbox.list}
    </span>
  );
}

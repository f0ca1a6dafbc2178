import { makeStyles, mergeClasses } from '@griffel/react';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Chip } from './chip.js';
import { useControlStyles } from './control-styles.js';
import { useFieldControl } from './field.js';
import { ChevronDownIcon } from './icons.js';
import { lazyPart } from './lazy-part.js';
import { filterOptions, type MultiSelectOption } from './multi-select-options.js';
import { tokens, type } from './tokens.js';
import { Float } from './float.js';

const OptionList = lazyPart(() => import('./multi-select-list.js'), 'OptionList');

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
  /** Name, unless a field around has one. */
  readonly label?: string;
  readonly options: readonly MultiSelectOption[];
  readonly selected: readonly string[];
  readonly onChange: (selected: string[]) => void;
  readonly placeholder?: string;
  /** At the left: what is selected here. */
  readonly icon?: ReactNode;
  /** Lets values be added that are no options (Enter, comma). */
  readonly creatable?: boolean;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly loading?: boolean;
  readonly className?: string;
}

/**
 * Several of many: what is chosen stands as chips, typing searches, arrow keys move, Enter chooses, Backspace removes the last.
 * Lists of any length; only the rows that are seen are mounted.
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
  const listId = useId();
  const box = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const chosen = useMemo(() => new Set(selected), [selected]);
  const shown = useMemo(() => (open ? filterOptions(options, text) : []), [open, options, text]);
  const titles = useMemo(() => new Map(options.map((option) => [option.value, option.label])), [options]);
  const isInvalid = props.invalid ?? field['aria-invalid'] ?? false;

  const toggle = (value: string) => {
    onChange(chosen.has(value) ? selected.filter((one) => one !== value) : [...selected, value]);
    setText('');
    input.current?.focus();
  };
  const add = (value: string) => {
    const clean = value.trim();
    if (clean !== '' && !chosen.has(clean)) onChange([...selected, clean]);
    setText('');
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const move = (by: number) => {
    setOpen(true);
    if (shown.length > 0) setActive((at) => (at + by + shown.length + (at < 0 && by < 0 ? 1 : 0)) % shown.length);
  };
  const pressed = (event: KeyboardEvent) => {
    const option = shown[active];
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && open && option && !option.disabled) toggle(option.value);
    else if ((event.key === 'Enter' || event.key === ',') && creatable && text.trim() !== '') add(text);
    else if (event.key === 'Escape' && open) close();
    else if (event.key === 'Backspace' && text === '' && selected.length > 0) onChange(selected.slice(0, -1));
    else return;
    if (event.key !== 'Backspace') event.preventDefault();
    if (event.key === 'Escape') event.stopPropagation();
  };

  return (
    <span
      ref={box}
      className={mergeClasses(
        control.box,
        styles.box,
        isInvalid && control.invalid,
        disabled && control.disabled,
        className,
      )}
      onPointerDown={(event) => {
        if (disabled || event.target instanceof Element === false) return;
        if ((event.target as Element).closest('button')) return;
        if (event.target !== input.current) event.preventDefault();
        input.current?.focus();
        setOpen(!open || event.target === input.current);
      }}
      onBlur={(event) => !box.current?.contains(event.relatedTarget) && close()}
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
        {...field}
        ref={input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        placeholder={selected.length === 0 ? placeholder : undefined}
        className={styles.input}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(event.target.value === '' ? -1 : 0);
          setOpen(true);
        }}
        onKeyDown={pressed}
      />
      <span className={styles.chevron}>
        <ChevronDownIcon />
      </span>
      <Float onFailed={() => setOpen(false)}>
        {open && box.current && (
          <OptionList
            id={listId}
            anchor={box.current}
            label={label ?? placeholder ?? ''}
            options={shown}
            chosen={chosen}
            active={active}
            onChoose={toggle}
            onHover={setActive}
            loading={props.loading ?? false}
          />
        )}
      </Float>
    </span>
  );
}

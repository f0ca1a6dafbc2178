import { mergeClasses } from '@griffel/react';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useControlStyles } from './control-styles.js';
import { useFieldControl } from './field.js';
import { ChevronDownIcon } from './icons.js';
import { lazyPart } from './lazy-part.js';
import { filterOptions, type MultiSelectOption } from './multi-select-options.js';
import { Float } from './float.js';

const OptionList = lazyPart(() => import('./multi-select-list.js'), 'OptionList');

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
  readonly 'data-autofocus'?: string;
}

/** A text with suggestions from a list of any length: typing filters, arrow keys move, Enter takes. */
export function Combobox(props: ComboboxProps): ReactNode {
  const { label, options, value, onChange, placeholder, mono = false, loading = false } = props;
  const styles = useControlStyles();
  const field = useFieldControl();
  const listId = useId();
  const box = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  /** Until something is typed all options are offered, the value's own among them. */
  const [typed, setTyped] = useState(false);
  const shown = useMemo(() => (open ? filterOptions(options, typed ? value : '') : []), [open, options, typed, value]);
  const isInvalid = props.invalid ?? field['aria-invalid'] ?? false;

  /** @param otherwise the option that is active unless the value's own is there */
  const begin = (otherwise = -1) => {
    const own = options.findIndex((option) => option.value === value);
    setTyped(false);
    setActive(own < 0 ? otherwise : own);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const take = (chosen: string) => {
    onChange(chosen);
    close();
  };
  const pressed = (event: KeyboardEvent) => {
    const option = shown[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1;
      // An arrow key opens it at its first or last option, for Enter to take.
      if (!open) begin(by > 0 ? Math.min(0, options.length - 1) : options.length - 1);
      else if (shown.length > 0)
        setActive((at) => (at + by + shown.length + (at < 0 && by < 0 ? 1 : 0)) % shown.length);
    } else if (event.key === 'Enter' && open && option) {
      if (!option.disabled) take(option.value);
    } else if (event.key === 'Escape' && open) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <span
      ref={box}
      className={mergeClasses(styles.box, isInvalid && styles.invalid)}
      onBlur={(event) => !box.current?.contains(event.relatedTarget) && close()}
    >
      <input
        {...field}
        data-autofocus={props['data-autofocus']}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        className={mergeClasses(styles.input, mono && styles.mono)}
        value={value}
        onClick={() => (open ? undefined : begin())}
        onChange={(event) => {
          onChange(event.target.value);
          setTyped(true);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={pressed}
      />
      <ChevronDownIcon />
      <Float onFailed={() => setOpen(false)}>
        {open && box.current && (shown.length > 0 || loading) && (
          <OptionList
            id={listId}
            anchor={box.current}
            label={label ?? placeholder ?? ''}
            options={shown}
            chosen={new Set([value])}
            active={active}
            onChoose={take}
            onHover={setActive}
            loading={loading}
          />
        )}
      </Float>
    </span>
  );
}

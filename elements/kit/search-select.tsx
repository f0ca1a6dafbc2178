import { mergeClasses } from '@griffel/react';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useControlStyles } from './control-styles.js';
import { useFieldControl } from './field.js';
import { ChevronDownIcon } from './icons.js';
import { lazyPart } from './lazy-part.js';
import { filterOptions, type MultiSelectOption } from './multi-select-options.js';
import { Float } from './float.js';

const OptionList = lazyPart(() => import('./multi-select-list.js'), 'OptionList');

export interface SearchSelectProps {
  /** Name, unless a field around has one. */
  readonly label?: string;
  readonly options: readonly MultiSelectOption[];
  readonly value: string | undefined;
  /** Undefined: the text was emptied. */
  readonly onChange: (value: string | undefined) => void;
  /** The value's label when no option has it (any more). */
  readonly shownAs?: string | undefined;
  readonly placeholder?: string;
  /** At the left. */
  readonly icon?: ReactNode;
  readonly invalid?: boolean;
  readonly loading?: boolean;
  readonly className?: string;
  readonly 'data-autofocus'?: string;
}

/** One of many, found by typing: unlike a Combobox, only an option is a value. Leaving it with another text restores the chosen one. */
export function SearchSelect(props: SearchSelectProps): ReactNode {
  const { label, options, value, onChange, shownAs, placeholder, icon, loading = false, className } = props;
  const styles = useControlStyles();
  const field = useFieldControl();
  const listId = useId();
  const box = useRef<HTMLSpanElement>(null);
  /** What was typed since the list was opened; undefined: nothing. */
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = useMemo(() => (open ? filterOptions(options, typed ?? '') : []), [open, options, typed]);
  const chosen = options.find((option) => option.value === value)?.label ?? shownAs ?? '';
  const isInvalid = props.invalid ?? field['aria-invalid'] ?? false;

  /** @param otherwise the option that is active unless the chosen one is there */
  const begin = (otherwise = -1): void => {
    const own = options.findIndex((option) => option.value === value);
    setActive(own < 0 ? otherwise : own);
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    setActive(-1);
    setTyped(undefined);
  };
  const take = (taken: string): void => {
    onChange(taken);
    close();
  };
  const pressed = (event: KeyboardEvent): void => {
    const option = shown[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1;
      // An arrow key opens it at its first or last option, for Enter to take.
      if (!open) begin(by > 0 ? Math.min(0, options.length - 1) : options.length - 1);
      else if (shown.length > 0)
        setActive((at) => (at + by + shown.length + (at < 0 && by < 0 ? 1 : 0)) % shown.length);
    } else if (event.key === 'Enter' && open && option && !option.disabled) take(option.value);
    else if (event.key === 'Escape' && open) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <span
      ref={box}
      className={mergeClasses(styles.box, isInvalid && styles.invalid, className)}
      onBlur={(event) => !box.current?.contains(event.relatedTarget) && close()}
    >
      {icon}
      <input
        {...field}
        data-autofocus={props['data-autofocus']}
        type="text"
        role="combobox"
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        className={styles.input}
        value={typed ?? chosen}
        onClick={() => (open ? undefined : begin())}
        onChange={(event) => {
          const text = event.target.value;
          if (text === '') onChange(undefined);
          setTyped(text);
          setActive(text === '' ? -1 : 0);
          setOpen(true);
        }}
        onKeyDown={pressed}
      />
      <ChevronDownIcon />
      <Float onFailed={() => setOpen(false)}>
        {open && box.current && (
          <OptionList
            id={listId}
            anchor={box.current}
            label={label ?? placeholder ?? ''}
            options={shown}
            chosen={new Set(value === undefined ? [] : [value])}
            active={active}
            single
            onChoose={take}
            onHover={setActive}
            loading={loading}
          />
        )}
      </Float>
    </span>
  );
}

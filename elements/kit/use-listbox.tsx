/**
 * Implements the behaviour of a text field with a list of options, shared by `Combobox`, `SearchSelect` and
 * `MultiSelect`.
 */
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useFieldControl } from './field.js';
import { Float } from './float.js';
import { lazyPart } from './lazy-part.js';
import { filterOptions, type MultiSelectOption } from './multi-select-options.js';

const OptionList = lazyPart(() => import('./multi-select-list.js'), 'OptionList');

export interface ListboxPlan {
  readonly label: string | undefined;
  readonly options: readonly MultiSelectOption[];
  /** Typed text, which the offered options contain; an empty text offers all options. */
  readonly filter: string;
  readonly chosen: readonly string[];
  readonly onTake: (value: string) => void;
  /** Called whenever the list closes. */
  readonly onLeave?: () => void;
  /** True if the user can select at most one option. */
  readonly single?: boolean;
  readonly loading: boolean;
  /** True hides the list when no options are offered. */
  readonly hideEmpty?: boolean;
}

export interface Listbox {
  /** Ref for the box around the text field. */
  readonly box: RefObject<HTMLSpanElement | null>;
  readonly open: boolean;
  /** Opens the list; in a single select, the selected option becomes active. */
  readonly begin: () => void;
  readonly close: () => void;
  /**
   * Opens the list after the user has typed.
   * @param active index of the active option, which Enter selects; -1 for none
   */
  readonly typed: (active: number) => void;
  /**
   * Handles a key pressed in the text field.
   * @returns whether the list handled the key
   */
  readonly pressed: (event: KeyboardEvent) => boolean;
  /** Closes the list when the focus leaves the box. */
  readonly onBlur: (event: { readonly relatedTarget: EventTarget | null }) => void;
  /** ARIA role and attributes of the text field. */
  readonly inputProps: object;
  /** The list of options, to be rendered inside the box. */
  readonly list: ReactNode;
}

export function useListbox(plan: ListboxPlan): Listbox {
  const { label, options, filter, chosen, onTake, onLeave, single = false, loading, hideEmpty = false } = plan;
  const field = useFieldControl();
  const listId = useId();
  const box = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = useMemo(() => (open ? filterOptions(options, filter) : []), [open, options, filter]);
  const taken = useMemo(() => new Set(chosen), [chosen]);

  /**
   * Opens the list.
   * @param otherwise index of the option that becomes active if no option is selected
   */
  const beginAt = (otherwise: number): void => {
    const own = single ? options.findIndex((option) => option.value === chosen[0]) : -1;
    setActive(own < 0 ? otherwise : own);
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    setActive(-1);
    onLeave?.();
  };
  const isShown = open && (!hideEmpty || shown.length > 0 || loading);
  return {
    box,
    open,
    begin: () => beginAt(-1),
    close,
    typed(next) {
      setActive(next);
      setOpen(true);
    },
    pressed(event) {
      const option = shown[active];
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const by = event.key === 'ArrowDown' ? 1 : -1;
        // An arrow key opens the list and makes its first or last option active, unless an option is selected.
        if (!open) beginAt(by > 0 ? Math.min(0, options.length - 1) : options.length - 1);
        else if (shown.length > 0)
          setActive((at) => (at + by + shown.length + (at < 0 && by < 0 ? 1 : 0)) % shown.length);
      } else if (event.key === 'Enter' && open && option) {
        if (!option.disabled) onTake(option.value);
      } else if (event.key === 'Escape' && open) close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    onBlur: ({ relatedTarget }) => {
      if (open && !box.current?.contains(relatedTarget as Node | null)) close();
    },
    inputProps: {
      ...field,
      type: 'text',
      role: 'combobox',
      'aria-label': label,
      'aria-expanded': isShown,
      'aria-controls': isShown ? listId : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isShown && active >= 0 ? `${listId}-${active}` : undefined,
      autoComplete: 'off',
      spellCheck: false,
    },
    list: (
      <Float onFailed={() => setOpen(false)}>
        {isShown && box.current && (
          <OptionList
            id={listId}
            anchor={box.current}
            label={label ?? ''}
            options={shown}
            chosen={taken}
            active={active}
            single={single}
            onChoose={onTake}
            onHover={setActive}
            loading={loading}
          />
        )}
      </Float>
    ),
  };
}

import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode, Ref, SelectHTMLAttributes } from 'react';
import { useControlStyles } from './control-styles.js';
import { useFieldControl } from './field.js';
import { ChevronDownIcon } from './icons.js';
import { tokens } from './tokens.js';

const useStyles = makeStyles({
  box: { padding: 0 },
  select: {
    appearance: 'none',
    height: '100%',
    padding: '0 32px 0 10px',
    cursor: 'pointer',
    '& > option, & optgroup': { backgroundColor: tokens.surface.raised, color: tokens.text.primary },
  },
  chevron: {
    position: 'absolute',
    right: '10px',
    fontSize: '16px',
    lineHeight: 0,
    pointerEvents: 'none',
    color: tokens.text.tertiary,
  },
});

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectProps<Value extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'size' | 'onChange' | 'value' | 'defaultValue' | 'children' | 'multiple'
> {
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  /** Text shown while no value is selected. */
  readonly placeholder?: string;
  readonly size?: 'medium' | 'small';
  readonly invalid?: boolean;
  readonly ref?: Ref<HTMLSelectElement>;
}

/**
 * Renders a select for one of a few options, built on the browser's native select. `SearchSelect` is for long lists,
 * and `MultiSelect` for several options.
 */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { options, value, onChange, placeholder, size = 'medium', invalid, className, ...rest } = props;
  const styles = useControlStyles();
  const own = useStyles();
  const field = useFieldControl();
  const isInvalid = invalid ?? field['aria-invalid'] ?? false;
  return (
    <span
      className={mergeClasses(
        styles.box,
        own.box,
        size === 'small' && styles.small,
        isInvalid && styles.invalid,
        rest.disabled && styles.disabled,
        className,
      )}
    >
      <select
        {...field}
        {...rest}
        value={value ?? ''}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className={mergeClasses(styles.input, own.select)}
      >
        {(value === undefined || placeholder !== undefined) && (
          <option value="" disabled hidden={placeholder === undefined}>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={own.chevron}>
        <ChevronDownIcon />
      </span>
    </span>
  );
}

import { makeStyles, mergeClasses } from '@griffel/react';
import { borderColor } from './border-color.js';
import { useEffect, useRef, type InputHTMLAttributes, type ReactNode } from 'react';
import { useFieldControl } from './field.js';
import { focusRing, tokens, type } from './tokens.js';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'flex-start', gap: '8px', cursor: 'pointer', ...type.control },
  disabled: { color: tokens.text.disabled, cursor: 'default' },
  input: {
    appearance: 'none',
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: '16px',
    height: '16px',
    margin: '2px 0',
    padding: 0,
    border: `1px solid ${tokens.border.strong}`,
    borderRadius: '3px',
    backgroundColor: tokens.surface.card,
    cursor: 'inherit',
    ':hover': borderColor(tokens.text.secondary),
    ':focus-visible': focusRing,
    ':disabled': { backgroundColor: tokens.surface.inset, ...borderColor(tokens.border.default) },
    '::before': { content: '""', width: '10px', height: '10px' },
    ':checked': { backgroundColor: tokens.brand.solid, ...borderColor(tokens.brand.solid) },
    ':checked::before': {
      backgroundColor: tokens.text.onBrand,
      clipPath: 'polygon(14% 47%, 5% 56%, 38% 88%, 96% 25%, 87% 16%, 38% 70%)',
      '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
    },
    // The selector names the type, because radio buttons without a selected option also match `:indeterminate`.
    '&[type=checkbox]:indeterminate': {
      backgroundColor: tokens.brand.solid,
      ...borderColor(tokens.brand.solid),
    },
    '&[type=checkbox]:indeterminate::before': {
      backgroundColor: tokens.text.onBrand,
      height: '2px',
      '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
    },
  },
  radio: {
    borderRadius: '50%',
    ':checked': { backgroundColor: tokens.surface.card, ...borderColor(tokens.brand.solid) },
    ':checked::before': {
      width: '8px',
      height: '8px',
      borderRadius: '50%',
      clipPath: 'none',
      backgroundColor: tokens.brand.solid,
      '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
    },
  },
});

type NativeProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type' | 'checked'>;

export interface CheckboxProps extends NativeProps {
  /** Visible label; without it, `aria-label` must be passed. */
  readonly label?: ReactNode;
  /** `mixed`: some of several items are checked. */
  readonly checked: boolean | 'mixed';
  readonly onChange: (checked: boolean) => void;
}

/** Renders a check box with the states on, off and mixed. */
export function Checkbox({ label, checked, onChange, className, ...rest }: CheckboxProps): ReactNode {
  const styles = useStyles();
  const field = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = checked === 'mixed';
  }, [checked]);
  return (
    <label className={mergeClasses(styles.root, rest.disabled && styles.disabled, className)}>
      <input
        {...field}
        {...rest}
        ref={input}
        type="checkbox"
        checked={checked === true}
        onChange={(event) => onChange(event.target.checked)}
        className={styles.input}
      />
      {label !== undefined && <span>{label}</span>}
    </label>
  );
}

export interface RadioProps extends NativeProps {
  readonly label: ReactNode;
  readonly name: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

/** Renders a radio button; the buttons of a group must be wrapped in a `Field` with `group`. */
export function Radio({ label, checked, onChoose, className, ...rest }: RadioProps): ReactNode {
  const styles = useStyles();
  return (
    <label className={mergeClasses(styles.root, rest.disabled && styles.disabled, className)}>
      <input
        {...rest}
        type="radio"
        checked={checked}
        onChange={onChoose}
        className={mergeClasses(styles.input, styles.radio)}
      />
      <span>{label}</span>
    </label>
  );
}

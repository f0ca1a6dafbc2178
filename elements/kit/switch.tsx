import { makeStyles, mergeClasses } from '@griffel/react';
import { borderColor } from './border-color.js';
import type { ReactNode } from 'react';
import { focusRing, tokens, type } from './tokens.js';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: '8px', cursor: 'pointer', ...type.control },
  disabled: { color: tokens.text.disabled, cursor: 'default' },
  input: {
    appearance: 'none',
    flexShrink: 0,
    width: '36px',
    height: '20px',
    padding: '3px',
    border: `1px solid ${tokens.border.strong}`,
    borderRadius: '10px',
    backgroundColor: tokens.surface.card,
    cursor: 'inherit',
    transitionProperty: 'background-color',
    transitionDuration: tokens.duration.fast,
    ':focus-visible': focusRing,
    '::before': {
      content: '""',
      display: 'block',
      width: '12px',
      height: '12px',
      borderRadius: '50%',
      backgroundColor: tokens.border.strong,
      transitionProperty: 'transform',
      transitionDuration: tokens.duration.fast,
      '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
    },
    ':checked': { backgroundColor: tokens.brand.solid, ...borderColor(tokens.brand.solid) },
    ':checked::before': {
      transform: 'translateX(16px)',
      backgroundColor: tokens.text.onBrand,
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
    ':disabled': { backgroundColor: tokens.surface.inset, ...borderColor(tokens.border.default) },
    ':disabled::before': { backgroundColor: tokens.text.disabled },
  },
});

export interface SwitchProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** Renders a switch for a setting that takes effect immediately; forms with a save button use `Checkbox` instead. */
export function Switch({ label, checked, onChange, disabled, className }: SwitchProps): ReactNode {
  const styles = useStyles();
  return (
    <label className={mergeClasses(styles.root, disabled && styles.disabled, className)}>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className={styles.input}
      />
      <span>{label}</span>
    </label>
  );
}

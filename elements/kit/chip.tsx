import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { CloseIcon } from './icons.js';
import { kitTexts } from './texts.js';
import { focusRing, tokens, type } from './tokens.js';

const useStyles = makeStyles({
  chip: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2px',
    maxWidth: '100%',
    height: '24px',
    padding: '0 8px',
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.inset,
    color: tokens.text.primary,
    ...type.body,
    '@media (forced-colors: active)': { outline: '1px solid CanvasText' },
  },
  small: { height: '20px', padding: '0 7px', ...type.caption },
  removable: { paddingRight: '2px' },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  remove: {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: '20px',
    height: '20px',
    padding: 0,
    border: 'none',
    borderRadius: '3px',
    backgroundColor: 'transparent',
    color: tokens.text.tertiary,
    fontSize: '14px',
    ':hover': { backgroundColor: tokens.surface.pressed, color: tokens.text.primary },
    ':focus-visible': focusRing,
  },
  badge: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    height: '20px',
    padding: '0 7px',
    borderRadius: tokens.radius.control,
    whiteSpace: 'nowrap',
    ...type.overline,
    '@media (forced-colors: active)': { outline: '1px solid CanvasText' },
  },
  dot: { width: '6px', height: '6px', borderRadius: '50%', backgroundColor: 'currentColor' },
  danger: { backgroundColor: tokens.status.danger.background, color: tokens.status.danger.text },
  severe: { backgroundColor: tokens.status.severe.background, color: tokens.status.severe.text },
  warning: { backgroundColor: tokens.status.warning.background, color: tokens.status.warning.text },
  success: { backgroundColor: tokens.status.success.background, color: tokens.status.success.text },
  info: { backgroundColor: tokens.status.info.background, color: tokens.status.info.text },
  neutral: { backgroundColor: tokens.status.neutral.background, color: tokens.status.neutral.text },
});

export interface ChipProps {
  readonly children: ReactNode;
  /** Name of the content for the accessible name of the remove button; absent: the content if it is a text. */
  readonly label?: string;
  readonly onRemove?: (() => void) | undefined;
  readonly size?: 'medium' | 'small';
  readonly className?: string;
}

/** Renders a neutral tag, for example for a role, a selected stream or a filter. */
export function Chip({ children, label, onRemove, size = 'medium', className }: ChipProps): ReactNode {
  const styles = useStyles();
  const name = label ?? (typeof children === 'string' ? children : '');
  return (
    <span
      className={mergeClasses(styles.chip, size === 'small' && styles.small, onRemove && styles.removable, className)}
    >
      <span className={styles.text}>{children}</span>
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={kitTexts.remove(name)} onClick={onRemove}>
          <CloseIcon />
        </button>
      )}
    </span>
  );
}

export type StatusKind = keyof typeof tokens.status;

export interface StatusBadgeProps {
  readonly kind: StatusKind;
  /** Text of the state, which must be understandable without the colour. */
  readonly children: ReactNode;
}

/** Renders a badge for a state with text, dot and tint. */
export function StatusBadge({ kind, children }: StatusBadgeProps): ReactNode {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.badge, styles[kind])}>
      <span className={styles.dot} />
      {children}
    </span>
  );
}

import { makeStyles, mergeClasses } from '@griffel/react';
import { borderColor } from './border-color.js';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { SpinnerRing } from './spinner.js';
import { kitTexts } from './texts.js';
import { focusRing, tokens, type } from './tokens.js';
import { Tooltip } from './tooltip.js';

const disabled = {
  color: tokens.text.disabled,
  backgroundColor: tokens.surface.inset,
  ...borderColor(tokens.border.subtle),
  cursor: 'default',
  boxShadow: 'none',
} as const;

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    flexShrink: 0,
    height: tokens.density.control,
    padding: '0 11px',
    border: '1px solid transparent',
    borderRadius: tokens.radius.control,
    ...type.control,
    whiteSpace: 'nowrap',
    textDecorationLine: 'none',
    userSelect: 'none',
    transitionProperty: 'background-color, border-color',
    transitionDuration: tokens.duration.hover,
    ':focus-visible': focusRing,
    '& > svg': { fontSize: '20px', flexShrink: 0 },
  },
  small: {
    height: '28px',
    padding: '0 9px',
    gap: '6px',
    ...type.body,
    '& > svg': { fontSize: '16px' },
    '@media (pointer: coarse)': {
      height: '36px',
      // Touch targets are 44 px high; they are not wider than the button, because adjacent buttons leave no room.
      '::after': { content: '""', position: 'absolute', inset: '-5px 0' },
    },
  },
  secondary: {
    backgroundColor: tokens.surface.card,
    ...borderColor(tokens.border.default),
    ':hover': { backgroundColor: tokens.surface.hover, ...borderColor(tokens.border.hover) },
    ':active': { backgroundColor: tokens.surface.pressed },
  },
  subtle: {
    backgroundColor: 'transparent',
    ':hover': { backgroundColor: tokens.surface.hover },
    ':active': { backgroundColor: tokens.surface.pressed },
  },
  primary: {
    backgroundColor: tokens.brand.solid,
    color: tokens.text.onBrand,
    fontWeight: 600,
    ':hover': { backgroundColor: tokens.brand.solidHover },
    ':active': { backgroundColor: tokens.brand.solidPressed },
  },
  danger: {
    backgroundColor: tokens.status.danger.solid,
    color: tokens.status.danger.onSolid,
    fontWeight: 600,
    ':hover': { filter: 'brightness(0.92)' },
    ':active': { filter: 'brightness(0.85)' },
  },
  pressed: {
    backgroundColor: tokens.selection.background,
    color: tokens.selection.text,
    ':hover': { backgroundColor: tokens.selection.backgroundHover },
  },
  disabled: { ...disabled, ':hover': { ...disabled, filter: 'none' }, ':active': { ...disabled, filter: 'none' } },
  disabledSubtle: {
    backgroundColor: 'transparent',
    ...borderColor('transparent'),
    ':hover': { backgroundColor: 'transparent', ...borderColor('transparent') },
    ':active': { backgroundColor: 'transparent', ...borderColor('transparent') },
  },
  full: { width: '100%' },
  dot: {
    position: 'absolute',
    top: '-4px',
    right: '-4px',
    width: '10px',
    height: '10px',
    borderRadius: '50%',
    backgroundColor: tokens.change.unsavedDot,
    border: `1px solid ${tokens.surface.card}`,
  },
});

type ButtonAppearance = 'primary' | 'secondary' | 'subtle' | 'danger';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly appearance?: ButtonAppearance;
  /**
   * `small`: the height is 28 px, or 36 px with a touch target of 44 px on touch screens. `medium`: the height is the
   * control height of the density.
   */
  readonly size?: 'medium' | 'small';
  readonly icon?: ReactNode;
  readonly iconAfter?: ReactNode;
  /** True shows a spinner in place of the icon and ignores clicks. */
  readonly busy?: boolean;
  /** True or a description marks unsaved or unapplied changes: by a dot at the button's corner, and by a tooltip. */
  readonly pending?: boolean | string;
  /** Reason why the button is disabled; the button stays focusable and shows the reason. */
  readonly disabledReason?: string | undefined;
  /** True makes the button as wide as its container. */
  readonly full?: boolean;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Renders a button with a text. Use one primary button per view, and `danger` for destructive actions. */
export function Button(props: ButtonProps): ReactNode {
  const {
    appearance = 'secondary',
    size = 'medium',
    icon,
    iconAfter,
    busy = false,
    pending = false,
    disabled: isDisabled = false,
    disabledReason,
    full = false,
    className,
    children,
    onClick,
    ...rest
  } = props;
  const styles = useStyles();
  const hasReason = isDisabled && disabledReason !== undefined;
  const description = hasReason
    ? disabledReason
    : pending
      ? pending === true
        ? kitTexts.unsavedChanges
        : pending
      : undefined;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isDisabled || busy) event.preventDefault();
    else onClick?.(event);
  };
  // The tooltip is always rendered, so that the button keeps its DOM element and focus when the description changes.
  return (
    <Tooltip content={description ?? ''}>
      <button
        type="button"
        {...rest}
        className={mergeClasses(
          styles.root,
          size === 'small' && styles.small,
          styles[appearance],
          rest['aria-pressed'] === true && styles.pressed,
          isDisabled && styles.disabled,
          isDisabled && appearance === 'subtle' && styles.disabledSubtle,
          full && styles.full,
          className,
        )}
        disabled={isDisabled && !hasReason}
        aria-disabled={hasReason || rest['aria-disabled']}
        aria-busy={busy || undefined}
        onClick={click}
      >
        {busy ? <SpinnerRing size={size === 'small' ? 16 : 20} /> : icon}
        {children}
        {iconAfter}
        {pending && <span className={styles.dot} />}
      </button>
    </Tooltip>
  );
}

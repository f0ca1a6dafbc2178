import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.js';
import { tokens } from './tokens.js';
import { Tooltip, type TooltipPlacement } from './tooltip.js';

const useStyles = makeStyles({
  root: { width: tokens.density.control, padding: '0' },
  small: { width: '28px', '@media (pointer: coarse)': { width: '36px' } },
  quiet: { color: tokens.text.tertiary, ':hover': { color: tokens.text.primary } },
  quietDisabled: { color: tokens.text.disabled, ':hover': { color: tokens.text.disabled } },
});

export interface IconButtonProps extends Omit<
  ButtonProps,
  'children' | 'icon' | 'iconAfter' | 'full' | 'disabledReason'
> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** True gives the icon the `tertiary` colour until the button is hovered; for actions in headers and rows. */
  readonly quiet?: boolean;
  readonly disabledReason?: string | undefined;
  readonly placement?: TooltipPlacement;
}

/** Renders a button that shows only an icon; its label is the accessible name and the tooltip. */
export function IconButton(props: IconButtonProps): ReactNode {
  const {
    label,
    icon,
    quiet = false,
    appearance = 'subtle',
    size = 'medium',
    placement,
    disabledReason,
    ...rest
  } = props;
  const styles = useStyles();
  const hasReason = rest.disabled === true && disabledReason !== undefined;
  return (
    <Tooltip
      content={hasReason ? `${label}: ${disabledReason}` : label}
      relationship="label"
      {...(placement !== undefined && { placement })}
    >
      <Button
        {...rest}
        {...(hasReason && {
          disabled: false,
          'aria-disabled': true,
          onClick: undefined,
          'aria-description': disabledReason,
        })}
        aria-label={label}
        appearance={appearance}
        size={size}
        icon={icon}
        className={mergeClasses(
          styles.root,
          size === 'small' && styles.small,
          quiet && styles.quiet,
          (hasReason || (quiet && rest.disabled)) && styles.quietDisabled,
          rest.className,
        )}
      />
    </Tooltip>
  );
}

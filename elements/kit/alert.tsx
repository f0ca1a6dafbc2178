import { makeStyles, mergeClasses } from '@griffel/react';
import { borderColor } from './border-color.js';
import type { ReactNode } from 'react';
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons.js';
import { tokens, type } from './tokens.js';

export type AlertKind = 'info' | 'success' | 'warning' | 'danger';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    gap: '10px',
    padding: '9px 12px',
    border: '1px solid transparent',
    borderRadius: tokens.radius.control,
    color: tokens.text.primary,
    ...type.body,
    '& > svg': { flexShrink: 0, marginTop: '1px', fontSize: '16px' },
  },
  info: { backgroundColor: tokens.status.info.background, ...borderColor(tokens.status.info.border) },
  success: {
    backgroundColor: tokens.status.success.background,
    ...borderColor(tokens.status.success.border),
  },
  warning: {
    backgroundColor: tokens.status.warning.background,
    ...borderColor(tokens.status.warning.border),
  },
  danger: { backgroundColor: tokens.status.danger.background, ...borderColor(tokens.status.danger.border) },
  /** Links are underlined, because colour alone does not identify a link on a tinted background. */
  body: { minWidth: 0, flexGrow: 1, overflowWrap: 'anywhere', '& a': { textDecorationLine: 'underline' } },
  title: { ...type.cardTitle },
  // The action is aligned with the first line and does not make the bar taller than its text.
  action: { display: 'flex', flexShrink: 0, alignSelf: 'flex-start', margin: '-5px -2px -5px 0' },
});

const icons = { info: InfoIcon, success: SuccessIcon, warning: WarningIcon, danger: ErrorIcon };

export interface AlertProps {
  readonly kind?: AlertKind;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/**
 * Renders an alert bar within the page with text, icon and tint. Screen readers announce an alert of kind `danger`
 * immediately.
 */
export function Alert({ kind = 'info', title, children, action }: AlertProps): ReactNode {
  const styles = useStyles();
  const Icon = icons[kind];
  return (
    <div className={mergeClasses(styles.root, styles[kind])} role={kind === 'danger' ? 'alert' : 'status'}>
      <Icon primaryFill={tokens.status[kind].icon} />
      <div className={styles.body}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { LockIcon } from './icons.js';
import { tokens, type } from './tokens.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '4px',
    height: '100%',
    padding: '24px 16px',
    textAlign: 'center',
    color: tokens.text.secondary,
    ...type.body,
  },
  icon: { fontSize: '40px', lineHeight: 0, color: tokens.text.tertiary, marginBottom: '4px' },
  title: { color: tokens.text.primary, ...type.cardTitle },
  text: { maxWidth: '440px', textWrap: 'balance' },
  action: { marginTop: '10px' },
  denied: { display: 'flex', gap: '14px', padding: '14px 16px', color: tokens.text.secondary, ...type.body },
  lock: { fontSize: '28px', lineHeight: 0, color: tokens.text.secondary },
});

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  /** Optional action that resolves the empty state. */
  readonly action?: ReactNode;
}

/** Explains that a list or page is empty and how the user can fill it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {icon !== undefined && <div className={styles.icon}>{icon}</div>}
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

export interface DeniedStateProps {
  /** Text that names the missing permission. */
  readonly title: string;
  /** Text that names who can grant the permission. */
  readonly children?: ReactNode;
}

/** Renders a notice in place of content for which the user lacks a permission. */
export function DeniedState({ title, children }: DeniedStateProps): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.denied} role="note">
      <span className={styles.lock}>
        <LockIcon />
      </span>
      <div>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
    </div>
  );
}

/** Renders a status page with a centred message, such as not found, denied, failed or unavailable. */
import { makeStyles, type GriffelStyle } from '@griffel/react';
import type { ReactNode } from 'react';
import { tokens, type } from '../kit/tokens.js';

/** Style for a path or stack trace within the message. */
export const preformatted: GriffelStyle = {
  ...type.logSmall,
  margin: 0,
  padding: '12px',
  maxHeight: '320px',
  overflow: 'auto',
  borderRadius: '4px',
  backgroundColor: tokens.surface.inset,
  color: tokens.text.primary,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
};

const useStyles = makeStyles({
  root: { display: 'flex', justifyContent: 'center', padding: '64px 24px 32px' },
  card: {
    width: '100%',
    maxWidth: '600px',
    padding: '24px',
    borderRadius: '6px',
    border: `1px solid ${tokens.border.subtle}`,
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
  },
  head: { display: 'flex', alignItems: 'center', columnGap: '12px', marginBottom: '8px' },
  icon: { color: tokens.text.tertiary, fontSize: '28px', lineHeight: 0 },
  title: { ...type.pageTitle, margin: 0 },
  text: { ...type.control, color: tokens.text.secondary, display: 'grid', rowGap: '12px' },
});

interface StatusPageProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

export function StatusPage({ title, icon, children }: StatusPageProps) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div className={styles.card} role="alert">
        <div className={styles.head}>
          {icon && <span className={styles.icon}>{icon}</span>}
          <h1 className={styles.title}>{title}</h1>
        </div>
        <div className={styles.text}>{children}</div>
      </div>
    </div>
  );
}

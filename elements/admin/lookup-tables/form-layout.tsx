/** Renders a form layout with an explanation beside the form, or below it on narrow screens. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { container, tokens, type } from '../../kit/tokens.js';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 760px) minmax(240px, 1fr)',
    gap: '24px',
    alignItems: 'start',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  aside: {
    padding: '16px',
    borderRadius: '6px',
    backgroundColor: tokens.surface.subtle,
    border: `1px solid ${tokens.border.subtle}`,
    color: tokens.text.secondary,
    ...type.body,
    '& p': { margin: '0 0 8px' },
  },
  title: { color: tokens.text.primary, marginBottom: '8px', ...type.cardTitle },
});

export interface FormLayoutProps {
  readonly children: ReactNode;
  readonly title?: string;
  readonly about?: readonly string[];
}

export function FormLayout({ children, title, about = [] }: FormLayoutProps): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div>{children}</div>
      {about.length > 0 && (
        <aside className={styles.aside}>
          {title !== undefined && <h2 className={styles.title}>{title}</h2>}
          {about.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </aside>
      )}
    </div>
  );
}

import { makeStyles } from '@griffel/react';
import { useId, type ReactNode } from 'react';
import { IconButton } from '../../kit/icon-button.js';
import { AddIcon } from '../../kit/icons.js';
import { space, tokens, type } from '../../kit/tokens.js';

const useStyles = makeStyles({
  section: {
    display: 'flex',
    flexDirection: 'column',
    gap: `${space.s}px`,
    padding: `${space.m}px ${space.xl}px ${space.xl}px`,
    borderBottom: `1px solid ${tokens.border.divider}`,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: '28px' },
  title: { ...type.cardTitle },
  empty: { ...type.caption, color: tokens.text.tertiary },
});

export interface SectionProps {
  readonly title: string;
  /** Label of the add button; absent: nothing can be added. */
  readonly addLabel?: string;
  readonly onAdd?: () => void;
  /** Text shown while the section is empty. */
  readonly empty?: string | undefined;
  readonly children?: ReactNode;
}

export function Section({ title, addLabel, onAdd, empty, children }: SectionProps) {
  const styles = useStyles();
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {addLabel !== undefined && onAdd && (
          <IconButton size="small" quiet label={addLabel} icon={<AddIcon />} onClick={onAdd} />
        )}
      </div>
      {empty !== undefined && <p className={styles.empty}>{empty}</p>}
      {children}
    </section>
  );
}

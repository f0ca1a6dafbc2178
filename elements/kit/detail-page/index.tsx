/** Provides the layout of a details page: titled cards in one or two columns, and rows of facts. */
import { makeStyles } from '@griffel/react';
import { useId, type ReactNode } from 'react';
import { container, space, tokens, type } from '../tokens.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `${space.xxl}px`,
    alignItems: 'start',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: `${space.xxl}px`, minWidth: 0 },
  section: {
    minWidth: 0,
    padding: `${space.xxl}px ${space.x3}px ${space.x3}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
    [container.compact]: { padding: `${space.xl}px` },
  },
  head: { display: 'flex', alignItems: 'baseline', gap: '12px', marginBottom: '12px', flexWrap: 'wrap' },
  title: { flexGrow: 1, ...type.sectionTitle },
  intro: { marginBottom: '12px', color: tokens.text.secondary, ...type.body },
  rows: {
    display: 'grid',
    gridTemplateColumns: 'minmax(120px, 1fr) minmax(0, 2fr)',
    columnGap: '16px',
    rowGap: '8px',
    ...type.body,
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '2px' },
  },
  term: { color: tokens.text.secondary },
  value: { margin: 0, overflowWrap: 'anywhere', [container.compact]: { marginBottom: '8px' } },
});

/** Renders two columns of sections, which are a single column on narrow screens. */
export function Columns({ left, right }: { readonly left: ReactNode; readonly right: ReactNode }): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{left}</div>
      <div className={styles.column}>{right}</div>
    </div>
  );
}

export interface SectionProps {
  readonly title: ReactNode;
  /** Text below the title. */
  readonly intro?: ReactNode;
  /** Link beside the title, such as an edit link. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

export function Section({ title, intro, action, children }: SectionProps): ReactNode {
  const styles = useStyles();
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </div>
      {intro !== undefined && <div className={styles.intro}>{intro}</div>}
      {children}
    </section>
  );
}

/** Renders a list of facts, each with name and value; facts whose value is undefined are left out. */
export function Details({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
}): ReactNode {
  const styles = useStyles();
  return (
    <dl className={styles.rows}>
      {rows
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <Row key={name} name={name} value={value} />
        ))}
    </dl>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: ReactNode }): ReactNode {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.term}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
    </>
  );
}

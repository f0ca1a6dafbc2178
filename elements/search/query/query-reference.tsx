/**
 * Renders the content of the dialog with the short reference of the query language; it scrolls to the requested
 * section.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useRef } from 'react';
import { space, tokens, type } from '../../kit/tokens.js';
import { referenceSections, type ReferenceSection } from './query-reference-texts.js';

const useStyles = makeStyles({
  section: { padding: `${space.xl}px`, borderRadius: tokens.radius.card },
  openSection: { backgroundColor: tokens.selection.background },
  title: { ...type.sectionTitle, margin: `0 0 ${space.xs}px`, color: tokens.text.primary },
  text: { ...type.body, margin: `0 0 ${space.m}px`, color: tokens.text.secondary },
  examples: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, max-content) minmax(0, 1fr)',
    columnGap: `${space.xxl}px`,
    rowGap: `${space.xs}px`,
    margin: 0,
    '@container (max-width: 479.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  query: { ...type.log, margin: 0, color: tokens.text.primary, overflowWrap: 'anywhere' },
  meaning: { ...type.body, margin: 0, color: tokens.text.secondary },
});

export function QueryReference({ section }: { readonly section: ReferenceSection['id'] }) {
  const styles = useStyles();
  const requested = useRef<HTMLElement>(null);
  useEffect(() => {
    requested.current?.scrollIntoView({ block: 'nearest' });
  }, [section]);
  return (
    <>
      {referenceSections.map(({ id, title, text, examples }) => (
        <section
          key={id}
          ref={id === section ? requested : undefined}
          aria-current={id === section && id !== 'basics' ? 'true' : undefined}
          className={mergeClasses(styles.section, id === section && id !== 'basics' && styles.openSection)}
        >
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.text}>{text}</p>
          <dl className={styles.examples}>
            {examples.flatMap(([query, meaning]) => [
              <dt key={query} className={styles.query}>
                {query}
              </dt>,
              <dd key={`${query}.`} className={styles.meaning}>
                {meaning}
              </dd>,
            ])}
          </dl>
        </section>
      ))}
    </>
  );
}

import { makeStyles } from '@griffel/react';
import { radius, space, tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';

const useStyles = makeStyles({
  unknown: {
    height: '100%',
    padding: `${space.xl}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.card,
    ...type.body,
    color: tokens.text.secondary,
  },
  title: { ...type.cardTitle, margin: `0 0 ${space.xs}px`, color: tokens.text.primary },
});

/** In place of a widget of a type that is not known (spec 2 §3). */
export function UnknownWidget({ title, type: name }: { readonly title: string; readonly type: string }) {
  const styles = useStyles();
  return (
    <section className={styles.unknown} aria-label={title}>
      <h2 className={styles.title}>{texts.unknown.title}</h2>
      <p>{texts.unknown.help(name)}</p>
    </section>
  );
}

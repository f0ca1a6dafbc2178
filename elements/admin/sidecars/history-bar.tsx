/** Renders the states of the last 24 hours in 48 intervals of 30 minutes; the accessible name summarises them. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const hatch = `repeating-linear-gradient(135deg, ${tokens.text.tertiary} 0 1px, transparent 1px 3px)`;

const useStyles = makeStyles({
  bar: { display: 'flex', gap: '1px', width: '100%', maxWidth: '160px', height: '14px' },
  piece: { flex: '1 1 0', minWidth: '1px', backgroundColor: tokens.surface.inset },
  r: { backgroundColor: tokens.status.success.icon, opacity: 0.45 },
  f: { backgroundColor: tokens.status.danger.icon, '@media (forced-colors: active)': { backgroundColor: 'Highlight' } },
  u: { backgroundColor: 'transparent', backgroundImage: hatch },
  s: { backgroundColor: tokens.surface.inset, boxShadow: `inset 0 0 0 1px ${tokens.border.default}` },
  legend: { display: 'flex', flexWrap: 'wrap', gap: '4px 16px', color: tokens.text.secondary, ...type.caption },
  entry: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  swatch: { width: '20px', height: '10px' },
});

const letters = ['r', 'f', 'u', 's'] as const;
type Letter = (typeof letters)[number];
const isLetter = (letter: string): letter is Letter => (letters as readonly string[]).includes(letter);

/** Summarises the states: `failing for 2 of 48 half hours, …`; intervals without data are left out. */
function historyText(history: string): string {
  const counts = letters.map((letter) => [letter, [...history].filter((one) => one === letter).length] as const);
  const label = counts
    .filter(([, count]) => count > 0)
    .map(([letter, count]) => texts.history.part(texts.history[letter], count));
  return label.length === 0 ? texts.history.nothing : label.join(', ');
}

export function HistoryBar({ history }: { readonly history: string }): ReactNode {
  const styles = useStyles();
  const name = historyText(history);
  return (
    <span role="img" aria-label={name} title={name} className={styles.bar}>
      {[...history].map((letter, index) => (
        <span key={index} className={mergeClasses(styles.piece, isLetter(letter) && styles[letter])} />
      ))}
    </span>
  );
}

export function HistoryLegend(): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.legend}>
      {letters.map((letter) => (
        <span key={letter} className={styles.entry}>
          <span aria-hidden="true" className={mergeClasses(styles.swatch, styles[letter])} />
          {texts.history[letter]}
        </span>
      ))}
      <span>{texts.history.piece}</span>
    </div>
  );
}

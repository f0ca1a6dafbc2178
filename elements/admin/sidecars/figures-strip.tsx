/** Renders the number of sidecars in each state, and their versions. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { SidecarFigures } from '../../../api/contract/sidecars.schema.js';
import { formatNumber } from '../../kit/format.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const words = texts.figures;

const useStyles = makeStyles({
  strip: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr)) minmax(0, 1.5fr)',
    margin: 0,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
    [container.compact]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  figure: { display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end', padding: '12px 16px' },
  number: { margin: 0, ...type.pageTitle, fontVariantNumeric: 'tabular-nums' },
  failing: { color: tokens.status.danger.text },
  name: { color: tokens.text.secondary, ...type.caption },
  versions: { padding: '12px 16px', alignContent: 'center', [container.compact]: { gridColumn: '1 / -1' } },
  bar: { display: 'flex', gap: '2px', height: '8px', marginBottom: '6px' },
  newest: { borderRadius: '4px', backgroundColor: tokens.text.tertiary },
  older: { borderRadius: '4px', backgroundColor: tokens.status.warning.icon },
});

export function FiguresStrip({ figures }: { readonly figures: SidecarFigures }): ReactNode {
  const styles = useStyles();
  const { running, failing, unknown, stopped, versions } = figures;
  const counts = [
    [words.running, running],
    [words.failing, failing],
    [words.unknown, unknown],
    [words.stopped, stopped],
  ] as const;
  return (
    <div className={styles.strip} role="group" aria-label={words.label}>
      {counts.map(([name, count]) => (
        <div key={name} className={styles.figure}>
          <span className={styles.name}>{name}</span>
          <span className={mergeClasses(styles.number, name === words.failing && count > 0 && styles.failing)}>
            {formatNumber(count)}
          </span>
        </div>
      ))}
      <div className={styles.versions}>
        <div className={styles.bar} aria-hidden="true">
          {versions.map(({ version, nodes }, index) => (
            <span key={version} className={index === 0 ? styles.newest : styles.older} style={{ flexGrow: nodes }} />
          ))}
        </div>
        <span className={styles.name}>
          {versions
            .slice(0, 3)
            .map(({ version, nodes }) => words.ofVersion(nodes, version))
            .join(', ')}
        </span>
      </div>
    </div>
  );
}

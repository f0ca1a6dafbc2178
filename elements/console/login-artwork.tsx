/**
 * Renders a decoration in the right half of the login page: static bars that resemble log lines, two of them
 * highlighted.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { container, tokens } from '../kit/tokens.js';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    flexGrow: 1,
    flexBasis: '50%',
    overflowX: 'hidden',
    overflowY: 'hidden',
    backgroundColor: tokens.surface.canvas,
    borderLeft: `1px solid ${tokens.border.subtle}`,
    [container.medium]: { display: 'none' },
  },
  lines: { position: 'absolute', left: '64px', top: '-8px', width: '900px' },
  line: { display: 'flex', columnGap: '10px', marginTop: '19px' },
  bar: { height: '8px', borderRadius: '4px', backgroundColor: tokens.border.subtle, flexShrink: 0 },
  head: { backgroundColor: tokens.border.default },
  loud: { backgroundColor: tokens.text.tertiary, opacity: 0.7 },
  error: { backgroundColor: tokens.status.danger.icon },
  warning: { backgroundColor: tokens.status.warning.icon },
});

/** Returns the widths in px of the bars of a line, which resemble words; the widths are the same on every visit. */
function widths(line: number): number[] {
  let seed = line * 7919 + 13;
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  return Array.from({ length: 4 + next(4) }, (_, index) => (index === 0 ? 42 + next(42) : 32 + next(150)));
}

export function LoginArtwork() {
  const styles = useStyles();
  return (
    <div className={styles.root} aria-hidden="true">
      <div className={styles.lines}>
        {Array.from({ length: 48 }, (_, line) => {
          const mark = line === 12 ? styles.error : line === 20 ? styles.warning : undefined;
          return (
            <div key={line} className={styles.line}>
              {widths(line).map((width, index) => (
                <div
                  key={index}
                  style={{ width }}
                  className={mergeClasses(
                    styles.bar,
                    index === 0 && styles.head,
                    mark && styles.loud,
                    mark && (index === 1 || index === 2) && mark,
                  )}
                />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

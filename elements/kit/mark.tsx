/** Renders the product's logo: three log lines, one of them highlighted. */
import { makeStyles } from '@griffel/react';
import { tokens } from './tokens.js';

const useStyles = makeStyles({
  tile: { fill: tokens.brand.solid },
  line: { fill: tokens.text.onBrand },
  marked: { fill: tokens.highlight.matchActive.background },
});

/** @param size edge length of the logo in px */
export function Mark({ size }: { readonly size: number }) {
  const styles = useStyles();
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" className={styles.tile} />
      <g className={styles.line}>
        <rect x="6" y="8" width="13" height="3.4" rx="1.7" />
        <rect x="6" y="14.3" width="9" height="3.4" rx="1.7" />
        <rect x="6" y="20.6" width="17" height="3.4" rx="1.7" />
      </g>
      <rect x="18" y="14.3" width="8" height="3.4" rx="1.7" className={styles.marked} />
    </svg>
  );
}

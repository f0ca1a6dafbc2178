import { makeStyles } from '@griffel/react';
import { radius, tokens, type } from '../../kit/tokens.js';

export interface ChartLegendProps {
  readonly entries: readonly { readonly name: string; readonly color: string }[];
  /** Pointer over an entry: its index; undefined when it leaves. */
  readonly onFocus: (index: number | undefined) => void;
  /** px from the left edge of the widget to the plot. */
  readonly indent: number;
}

const useStyles = makeStyles({
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '14px',
    maxHeight: '100px',
    overflowY: 'auto',
    flexShrink: 0,
    paddingRight: '8px',
    paddingBottom: '2px',
    color: tokens.text.secondary,
    ...type.caption,
    '@container widget (max-width: 479.98px)': { display: 'none' },
  },
  entry: { display: 'flex', alignItems: 'center', gap: '6px', lineHeight: '20px', minWidth: 0, maxWidth: '100%' },
  swatch: { width: '8px', height: '8px', borderRadius: `${radius.small}px`, flexShrink: 0 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

export function ChartLegend({ entries, onFocus, indent }: ChartLegendProps) {
  const styles = useStyles();
  return (
    <ul className={styles.legend} style={{ paddingLeft: indent }} onPointerLeave={() => onFocus(undefined)}>
      {entries.map(({ name, color }, index) => (
        <li key={index} className={styles.entry} onPointerEnter={() => onFocus(index)}>
          <span className={styles.swatch} style={{ backgroundColor: color }} />
          <span className={styles.name} title={name}>
            {name}
          </span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders the row of a metric with its name, current value and recent history; it expands to all values of the metric.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useId, type ReactNode } from 'react';
import type { Metric } from '../../../api/contract/system.js';
import { Alert } from '../../kit/alert.js';
import { Details } from '../../kit/detail-page/index.js';
import {
  ChartIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  NumberIcon,
  StackIcon,
  TimeIcon,
  LiveIcon,
} from '../../kit/icons.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { isKnown, linePoints, shortValue, valueRows } from './metric-values.js';
import { texts } from './texts.js';

const line = { width: 120, height: 20 };

const useStyles = makeStyles({
  row: { borderTop: `1px solid ${tokens.border.divider}`, '&:first-child': { borderTopStyle: 'none' } },
  head: {
    display: 'grid',
    gridTemplateColumns: '16px 16px minmax(0, 1fr) 180px 120px',
    alignItems: 'center',
    gap: '8px',
    width: '100%',
    padding: '7px 12px',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    textAlign: 'left',
    cursor: 'pointer',
    ...type.body,
    '&:hover': { backgroundColor: tokens.surface.hover },
    [container.compact]: { gridTemplateColumns: '16px 16px minmax(0, 1fr) auto' },
  },
  open: { backgroundColor: tokens.surface.subtle },
  icon: { color: tokens.text.tertiary, fontSize: '16px', lineHeight: 0 },
  name: { ...type.log, fontSize: '12px', lineHeight: '18px', overflowWrap: 'anywhere' },
  quiet: { color: tokens.text.tertiary },
  value: {
    overflow: 'hidden',
    textAlign: 'right',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    [container.compact]: { maxWidth: '120px' },
  },
  trend: { display: 'block', overflow: 'visible', [container.compact]: { display: 'none' } },
  path: { fill: 'none', stroke: tokens.selection.border, strokeWidth: '1.5px', strokeLinejoin: 'round' },
  details: {
    padding: '8px 12px 12px 60px',
    backgroundColor: tokens.surface.subtle,
    maxWidth: '620px',
    [container.compact]: { paddingLeft: '12px' },
  },
  ground: { backgroundColor: tokens.surface.subtle },
});

const icons = { gauge: ChartIcon, counter: NumberIcon, meter: LiveIcon, timer: TimeIcon, histogram: StackIcon };

export interface MetricRowProps {
  readonly metric: Metric;
  readonly samples: readonly number[];
  readonly open: boolean;
  readonly onToggle: () => void;
}

export function MetricRow({ metric, samples, open, onToggle }: MetricRowProps): ReactNode {
  const styles = useStyles();
  const id = useId();
  const { full_name: name } = metric;
  const known = isKnown(metric);
  const Icon = known ? icons[metric.type] : NumberIcon;
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon;
  const head = name.startsWith('org.') ? 'org' : '';
  const points = linePoints(samples, line.width, line.height);
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={mergeClasses(styles.head, open && styles.open)}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        <span className={styles.icon}>
          <Chevron />
        </span>
        <span className={styles.icon} role="img" aria-label={known ? texts.types[metric.type] : metric.type}>
          <Icon />
        </span>
        <span className={styles.name}>
          {head !== '' && <span className={styles.quiet}>{head}</span>}
          {name.slice(head.length)}
        </span>
        <span className={styles.value}>{shortValue(metric)}</span>
        <svg
          className={styles.trend}
          width={line.width}
          height={line.height}
          viewBox={`0 0 ${line.width} ${line.height}`}
          aria-hidden="true"
        >
          {points !== undefined && <polyline className={styles.path} points={points} />}
        </svg>
      </button>
      {open && (
        <div id={id} className={styles.ground}>
          <div className={styles.details}>
            {known ? (
              <Details rows={valueRows(metric)} />
            ) : (
              <Alert kind="warning">{texts.invalidType(metric.type)}</Alert>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

import { makeStyles, mergeClasses } from '@griffel/react';
import { singleValue, trendOf, trendPreference, type Trend } from '../../../../machines/pivot/single-number.js';
import { pathsTo } from '../../../../machines/pivot/value-path.js';
import { SortAscendingIcon, SortDescendingIcon, TowardsIcon } from '../../../kit/icons.js';
import { tokens, type } from '../../../kit/tokens.js';
import { texts } from '../../texts.js';
import { FieldValue } from '../../values/field-value.js';
import { formatNumber, formatPercent } from '../number-format.js';
import type { VisualizationProps } from '../visualization.js';
import { FittedText } from './fitted-text.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    flexGrow: 1,
    minHeight: 0,
    minWidth: 0,
    padding: '0 12px 8px',
  },
  none: { color: tokens.text.tertiary },
  trend: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    flexShrink: 0,
    ...type.control,
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  good: { color: tokens.chart.trendGood },
  bad: { color: tokens.chart.trendBad },
  neutral: { color: tokens.chart.trendNeutral },
});

const arrows = { up: <SortAscendingIcon />, down: <SortDescendingIcon />, none: <TowardsIcon /> } as const;

/** The first metric as large as the box allows; beneath it how it moved against the time before. */
export function SingleNumber({ title, result, trend, config, fieldTypes }: VisualizationProps) {
  const styles = useStyles();
  const { value, function: metric } = singleValue(result, config);
  const shown = value === undefined ? texts.notAvailable : textOf(value);
  const withTrend = config.visualization_config?.['trend'] === true;
  const preference = trendPreference(config);
  const movement = withTrend ? trendOf(value, singleValue(trend, config).value, preference) : undefined;
  const latest = /^latest\((.*)\)$/s.exec(metric)?.[1];
  return (
    <div className={styles.root} role="group" aria-label={title}>
      <FittedText text={shown ?? String(value)} below={withTrend && <TrendLine movement={movement} />}>
        {value === undefined ? (
          <span className={styles.none}>{shown}</span>
        ) : (
          <FieldValue
            field={metric}
            value={value}
            text={shown}
            type={latest === undefined ? undefined : fieldTypes?.find(({ name }) => name === latest)?.type.type}
            paths={() => pathsTo(config, [], { keys: [], function: metric })}
            tabStop
          />
        )}
      </FittedText>
    </div>
  );
}

function TrendLine({ movement }: { readonly movement: Trend | undefined }) {
  const styles = useStyles();
  return (
    <div
      className={mergeClasses(styles.trend, styles[movement?.rating ?? 'neutral'])}
      title={movement && texts.previousValue(formatNumber(movement.previous))}
    >
      {movement && arrows[movement.direction]}
      <span>{trendText(movement)}</span>
      {movement && <span className="lc-unseen">{texts.previousValue(formatNumber(movement.previous))}</span>}
    </div>
  );
}

/** Undefined for what is no number: that is shown as fields are. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? formatNumber(value) : undefined;
}

/** `+212 / +19.77%`; `--` where something cannot be computed. */
function trendText(trend: Trend | undefined): string {
  if (!trend) return `${texts.noTrend} / ${texts.noTrend}`;
  const sign = trend.difference > 0 ? '+' : '';
  const percent = trend.ratio === undefined ? texts.noTrend : `${sign}${formatPercent(trend.ratio)}`;
  return `${sign}${formatNumber(trend.difference)} / ${percent}`;
}

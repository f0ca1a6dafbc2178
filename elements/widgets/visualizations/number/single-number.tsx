import { makeStyles, mergeClasses } from '@griffel/react';
import { singleValue, trendOf, trendPreference, type Trend } from '../../../../machines/pivot/single-number.js';
import { levelOfValue } from '../../../../machines/view/metric-look.js';
import { pathsTo } from '../../../../machines/pivot/value-path.js';
import { formatPercent } from '../../../kit/format.js';
import { SortAscendingIcon, SortDescendingIcon, TowardsIcon } from '../../../kit/icons.js';
import { contentTokens } from '../../../kit/content-tokens.js';
import { tokens, type } from '../../../kit/tokens.js';
import { FieldValue } from '../../actions/field-value.js';
import { comparisonTexts } from '../../comparison-texts.js';
import { Attention } from '../attention.js';
import { exactMeasured, formatMeasured } from '../measured.js';
import type { VisualizationProps } from '../visualization.js';
import { FittedText } from './fitted-text.js';
import { chartWords } from '../chart-words.js';

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
  good: { color: contentTokens.chart.trendGood },
  bad: { color: contentTokens.chart.trendBad },
  neutral: { color: contentTokens.chart.trendNeutral },
});

const arrows = { up: <SortAscendingIcon />, down: <SortDescendingIcon />, none: <TowardsIcon /> } as const;

/**
 * Shows the value of the first metric as large as the box allows. In a comparison, its change against the earlier range
 * is shown, too; otherwise, if configured, its change against the previous period.
 */
export function SingleNumber({ title, result, trend, earlier, config, looks, fieldTypes, zone }: VisualizationProps) {
  const styles = useStyles();
  const { value, function: metric } = singleValue(result, config);
  const look = looks?.[metric];
  const shown = value === undefined ? chartWords.notAvailable : textOf(value, look?.unit);
  const level = levelOfValue(look, value);
  const withTrend = earlier !== undefined || config.visualization_config?.['trend'] === true;
  const preference = trendPreference(config);
  const movement = withTrend
    ? trendOf(value, singleValue(earlier?.result ?? trend, config).value, preference)
    : undefined;
  const latest = /^latest\((.*)\)$/s.exec(metric)?.[1];
  return (
    <div className={styles.root} role="group" aria-label={title}>
      <FittedText
        text={shown ?? String(value)}
        below={withTrend && <TrendLine movement={movement} unit={look?.unit} />}
      >
        {value === undefined ? (
          <span className={styles.none}>{shown}</span>
        ) : (
          <Attention level={level}>
            <FieldValue
              field={metric}
              value={value}
              text={shown}
              exact={shown === undefined ? undefined : exactMeasured(value, shown, look?.unit)}
              type={latest === undefined ? undefined : fieldTypes?.find(({ name }) => name === latest)?.type.type}
              paths={() => pathsTo(config, [], { keys: [], function: metric }, zone)}
              tabStop
            />
          </Attention>
        )}
      </FittedText>
    </div>
  );
}

function TrendLine({ movement, unit }: { readonly movement: Trend | undefined; readonly unit: string | undefined }) {
  const styles = useStyles();
  const previous = movement && comparisonTexts.previousValue(formatMeasured(movement.previous, unit));
  return (
    <div
      className={mergeClasses(styles.trend, styles[movement?.rating ?? 'neutral'])}
      title={movement && exactTrend(movement, unit)}
    >
      {movement && arrows[movement.direction]}
      <span>{trendText(movement, unit)}</span>
      {previous !== undefined && <span className="lc-unseen">{previous}</span>}
    </div>
  );
}

/**
 * Returns the exact difference, if it is more precise than the displayed difference, and the previous value. The
 * difference is rounded to 15 digits to remove floating-point noise.
 */
function exactTrend({ difference, previous }: Trend, unit: string | undefined): string {
  const exactly = (value: number) => exactMeasured(value, formatMeasured(value, unit), unit);
  const before = comparisonTexts.previousValue(exactly(previous) ?? formatMeasured(previous, unit));
  return [exactly(Number(difference.toPrecision(15))), before].filter(Boolean).join('\n');
}

/** Formats a numeric value; returns undefined for other values, which are rendered like field values. */
function textOf(value: unknown, unit: string | undefined): string | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? formatMeasured(value, unit) : undefined;
}

/** Formats a trend: `+212 / +19.77%`; a part that cannot be computed is `--`. */
function trendText(trend: Trend | undefined, unit: string | undefined): string {
  if (!trend) return `${chartWords.noTrend} / ${chartWords.noTrend}`;
  const sign = trend.difference > 0 ? '+' : '';
  const percent = trend.ratio === undefined ? chartWords.noTrend : `${sign}${formatPercent(trend.ratio)}`;
  return `${sign}${formatMeasured(trend.difference, unit)} / ${percent}`;
}

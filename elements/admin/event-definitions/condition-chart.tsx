/**
 * Renders the chart of a test on past messages: each run as a bar, the thresholds of the condition, and marks of runs
 * with events.
 */
import { makeStyles } from '@griffel/react';
import { useId, useMemo, useState, type ReactNode } from 'react';
import type { DefinitionTest } from '../../../api/contract/event-definitions.js';
import { comparedSeries, conditionChart } from '../../../machines/event-condition/test-run.js';
import { Alert } from '../../kit/alert.js';
import { formatNumber } from '../../kit/format.js';
import { Select } from '../../kit/select.js';
import { Suspense } from '../../kit/suspense.js';
import { tokens, type } from '../../kit/tokens.js';
import { AggregationWidget, WidgetSkeleton } from '../../widgets/index.js';
import { formTexts } from './form-texts.js';

const words = formTexts.test;

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' },
  chart: { display: 'flex', height: '200px' },
  value: { display: 'flex', alignItems: 'center', gap: '8px', ...type.body },
  note: { color: tokens.text.secondary, ...type.body },
  outcome: { ...type.body, fontWeight: 600 },
});

export interface ConditionChartProps {
  readonly test: DefinitionTest;
  /** True while the result for changed values is loading. */
  readonly busy: boolean;
}

export function ConditionChart({ test, busy }: ConditionChartProps): ReactNode {
  const styles = useStyles();
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const { config, runs, total_runs: total, total_events: events, ended_by: endedBy } = test;
  const compared = useMemo(() => comparedSeries(config), [config]);
  const shown = compared.find((one) => one.function === chosen) ?? compared[0];
  const series =
    shown === undefined
      ? words.events
      : config.group_by.length === 0
        ? shown.text
        : shown.below
          ? words.lowest(shown.text)
          : words.highest(shown.text);
  const chart = useMemo(() => conditionChart(test, shown, { series, mark: words.mark }), [test, shown, series]);
  if (total === 0) return <p className={styles.note}>{words.noRuns}</p>;
  const firing = runs.filter((run) => run.events > 0).length;
  return (
    <div className={styles.root} role="group" aria-busy={busy}>
      <p className={styles.outcome} role="status">
        {words.outcome(firing, runs.length, events)}
      </p>
      {endedBy && <Alert kind="warning">{words.cut[endedBy](runs.length, total)}</Alert>}
      {compared.length > 1 && (
        <div className={styles.value}>
          <label htmlFor={id}>{words.value}</label>
          <Select
            id={id}
            size="small"
            options={compared.map((one) => ({ value: one.function, label: one.text }))}
            value={shown?.function}
            onChange={setChosen}
          />
        </div>
      )}
      {chart.extent ? (
        <>
          <div className={styles.chart}>
            <Suspense fallback={<WidgetSkeleton shape="bars" />}>
              <AggregationWidget
                title={words.chart}
                executing={busy}
                chrome="bare"
                result={chart.result}
                events={chart.events}
                config={chart.config}
                looks={chart.looks}
                effectiveRange={chart.result.effective_timerange}
              />
            </Suspense>
          </div>
          {shown && (
            <p className={styles.note}>
              {words.range(series, formatNumber(chart.extent[0]), formatNumber(chart.extent[1]))}
            </p>
          )}
        </>
      ) : (
        <p className={styles.note}>{words.noValues}</p>
      )}
    </div>
  );
}

import { makeStyles } from '@griffel/react';
import { Suspense, useMemo, useState } from 'react';
import { useHostElement } from '../../element/host-context.js';
import { EmptyState } from '../../kit/empty-state.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChartIcon, TableIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import type { HistogramWidgetProps, PivotResult } from '../faces.js';
import { RenderBoundary } from '../frame/render-boundary.js';
import { WidgetBody } from '../frame/widget-body.js';
import { WidgetFrame } from '../frame/widget-frame.js';
import { WidgetSkeleton } from '../frame/widget-skeleton.js';
import { texts } from '../texts.js';
import { chartData } from '../visualizations/chart-data.js';
import { ChartTable } from '../visualizations/chart-table.js';
import { formatNumber } from '../visualizations/number-format.js';

const BarChart = lazyPart(() => import('../visualizations/bar/bar-chart.js'), 'BarChart');

const useStyles = makeStyles({
  total: { display: 'none', '@container widget (max-width: 479.98px)': { display: 'inline' } },
  plot: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, padding: '0 0 4px' },
});

/** Messages over time, split or not, as bars or as a table; a horizontal drag zooms (screens/search.md §10). */
export function HistogramWidget(props: HistogramWidgetProps) {
  const styles = useStyles();
  const [asTable, setAsTable] = useState(false);
  const toggle = (
    <IconButton
      size="small"
      quiet
      label={asTable ? texts.showAsChart : texts.showAsTable}
      icon={asTable ? <ChartIcon /> : <TableIcon />}
      onClick={() => setAsTable(!asTable)}
    />
  );
  return (
    <WidgetFrame
      {...props}
      aside={props.total === undefined ? undefined : <span className={styles.total}>{formatNumber(props.total)}</span>}
      actions={
        <>
          {toggle}
          {props.actions}
        </>
      }
    >
      <WidgetBody {...props} skeleton="bars">
        {(result) => (
          <div className={styles.plot}>
            <Histogram {...props} result={result} asTable={asTable} />
          </div>
        )}
      </WidgetBody>
    </WidgetFrame>
  );
}

function Histogram(props: HistogramWidgetProps & { readonly result: PivotResult; readonly asTable: boolean }) {
  const { result, config, effectiveRange, onRange, title } = props;
  const { timezone } = useHostElement();
  const data = useMemo(
    () => chartData(result, config, timezone, effectiveRange),
    [result, config, timezone, effectiveRange],
  );
  if (config.series.length === 0) {
    return (
      <EmptyState icon={<ChartIcon />} title={texts.emptyAggregation}>
        {texts.emptyAggregationHint}
      </EmptyState>
    );
  }
  if (data.series.length === 0) return <EmptyState icon={<ChartIcon />} title={texts.noBuckets} />;
  if (props.asTable) return <ChartTable title={title} data={data} zone={timezone} />;
  return (
    <RenderBoundary resetKey={data}>
      <Suspense fallback={<WidgetSkeleton shape="bars" />}>
        <BarChart
          title={title}
          data={data}
          config={config}
          zone={timezone}
          onRange={onRange}
          legend={props.chrome !== 'bare'}
        />
      </Suspense>
    </RenderBoundary>
  );
}

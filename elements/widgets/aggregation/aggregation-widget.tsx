import { makeStyles } from '@griffel/react';
import { useContext, useMemo, useRef, useState } from 'react';
import { isTimeline } from '../../../machines/pivot/keys.js';
import { withoutRestSeries, withRest } from '../../../machines/pivot/rest-of-values.js';
import { showsRest } from '../../../machines/pivot/rest-series.js';
import { configFault } from '../../../machines/view/config-fault.js';
import { useHostElement } from '../../element/host-context.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChartIcon, ChevronDownIcon, ChevronUpIcon, DownloadIcon, TableIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { usePluginsPending } from '../../kit/plugins/slots.js';
import { Float } from '../../kit/float.js';
import { Part } from '../../kit/part.js';
import { Suspense } from '../../kit/suspense.js';
import { tokens, type } from '../../kit/tokens.js';
import type { AggregationWidgetProps, PivotResult } from '../faces.js';
import { WidgetFoldContext } from '../frame/fold.js';
import { RenderBoundary } from '../frame/render-boundary.js';
import { WidgetBody } from '../frame/widget-body.js';
import { WidgetFrame } from '../frame/widget-frame.js';
import { WidgetSkeleton } from '../frame/widget-skeleton.js';
import { laterTexts } from '../later-texts.js';
import { formatSpan } from '../time/format-instant.js';
import { formatNumber } from '../values/number-format.js';
import { useVisualization, visualizationOf } from '../visualizations/registry.js';
import type { VisualizationProps } from '../visualizations/visualization.js';

const EmptyState = lazyPart(() => import('../../kit/empty-state.js'), 'EmptyState');
const DownloadMenu = lazyPart(() => import('./download-menu.js'), 'DownloadMenu');

const useStyles = makeStyles({
  aside: { display: 'inline-flex', alignItems: 'center', gap: '4px' },
  span: {
    ...type.caption,
    paddingRight: '8px',
    color: tokens.text.secondary,
    '@container widget (max-width: 479.98px)': { display: 'none' },
    // Icons are larger on touch screens, so the time span is hidden in narrow widgets to leave room for the title.
    '@media (pointer: coarse)': { '@container widget (max-width: 759.98px)': { display: 'none' } },
  },
  // On a phone the total is hidden, so that the title has room; the list of messages shows the total as well.
  count: { '@media (hover: none)': { '@container widget (max-width: 479.98px)': { display: 'none' } } },
  unit: { ...type.caption, fontWeight: 400, color: tokens.text.secondary },
  plot: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
});

/**
 * Renders the result of an aggregation with its configured visualization, by default as a table (screens/search.md
 * §10).
 */
export function AggregationWidget(props: AggregationWidgetProps) {
  const styles = useStyles();
  const [asTable, setAsTable] = useState(false);
  const [downloading, setDownloading] = useState<HTMLElement>();
  const body = useRef<HTMLDivElement>(null);
  const fold = useContext(WidgetFoldContext);
  const { timezone, hides } = useHostElement();
  const shown = useVisualization(props.config.visualization);
  // The total and the time span are shown above histograms only; above a number or a table they would be confusing.
  const headed = fold !== undefined || (props.total !== undefined && isTimeline(props.config));
  const span = headed && props.effectiveRange ? formatSpan(props.effectiveRange, timezone) : undefined;
  // The visualization may belong to a plug-in that is still loading.
  const pending = usePluginsPending() && !shown;
  return (
    <WidgetFrame
      {...props}
      aside={
        !headed ? undefined : (
          <span className={styles.aside}>
            {span !== undefined && <span className={styles.span}>{span}</span>}
            {props.total !== undefined && (
              <span
                className={styles.count}
                title={[`${formatNumber(props.total)}${laterTexts.unitOf(props.total)}`, span]
                  .filter(Boolean)
                  .join('\n')}
              >
                <span>{formatNumber(props.total)}</span>
                <span className={styles.unit}>{laterTexts.unitOf(props.total)}</span>
              </span>
            )}
            {fold && (
              <IconButton
                size="small"
                quiet
                label={fold.folded ? laterTexts.unfold : laterTexts.fold}
                icon={fold.folded ? <ChevronDownIcon /> : <ChevronUpIcon />}
                aria-expanded={!fold.folded}
                onClick={() => fold.onFold(!fold.folded)}
              />
            )}
          </span>
        )
      }
      actions={
        <>
          {shown?.picture && (
            <IconButton
              size="small"
              quiet
              label={asTable ? laterTexts.showAsChart : laterTexts.showAsTable}
              icon={asTable ? <ChartIcon /> : <TableIcon />}
              onClick={() => setAsTable(!asTable)}
            />
          )}
          {props.result && !hides('export') && (
            <IconButton
              size="small"
              quiet
              label={laterTexts.download}
              icon={<DownloadIcon />}
              aria-haspopup="menu"
              onClick={(event) => setDownloading(event.currentTarget)}
            />
          )}
          <Float onFailed={() => setDownloading(undefined)}>
            {downloading && props.result && (
              <DownloadMenu
                target={downloading}
                title={props.title}
                result={props.result}
                config={props.config}
                body={body}
                onClose={() => setDownloading(undefined)}
              />
            )}
          </Float>
          {props.actions}
        </>
      }
    >
      {!fold?.folded && (
        <WidgetBody key={shown ? 'known' : 'unknown'} {...props} skeleton={shown?.skeleton ?? 'text'}>
          {(result) => (
            <div ref={body} className={styles.plot}>
              {pending ? <WidgetSkeleton shape="text" /> : <Visualized {...props} result={result} asTable={asTable} />}
            </div>
          )}
        </WidgetBody>
      )}
    </WidgetFrame>
  );
}

function Visualized(props: AggregationWidgetProps & { readonly result: PivotResult; readonly asTable: boolean }) {
  const { config, asTable } = props;
  const isPartial = !asTable && showsRest(config);
  const result = useMemo(
    () => (isPartial ? withRest(props.result, config) : withoutRestSeries(props.result, config)),
    [isPartial, props.result, config],
  );
  const { timezone } = useHostElement();
  const { Component, lacks, skeleton } = visualizationOf(asTable ? 'table' : config.visualization);
  // An invalid configuration is shown as an error, because the result does not match it.
  const fault = configFault(config);
  if (fault !== undefined) throw new Error(fault);
  if (config.row_pivots.length + config.column_pivots.length + config.series.length === 0) {
    return (
      <Part>
        <EmptyState icon={<ChartIcon />} title={laterTexts.emptyAggregation}>
          {laterTexts.emptyAggregationHint}
        </EmptyState>
      </Part>
    );
  }
  const lacking = lacks?.(config);
  // A chart with bars as its skeleton (most charts) that has only zeros and no events would show only its axes, so it
  // counts as empty.
  const flat = skeleton === 'bars' && !props.events?.length && result.total === 0;
  const hasRows = config.row_pivots.length > 0 && config.visualization !== 'numeric';
  const something = result.rows.some(({ key, values }) =>
    flat
      ? values.some(({ value }) => Boolean(value))
      : // The row without a key holds the totals of all rows, which are shown beside rows only.
        key.length > 0 || (values.length > 0 && !hasRows),
  );
  const empty = lacking ?? (something ? undefined : laterTexts.noBuckets);
  if (empty !== undefined) {
    return (
      <Part>
        <EmptyState icon={<ChartIcon />} title={empty} />
      </Part>
    );
  }
  const face: VisualizationProps = {
    title: props.title,
    result,
    trend: props.trend,
    earlier: props.earlier,
    events: props.events,
    config,
    looks: props.looks,
    fieldTypes: props.fieldTypes,
    effectiveRange: props.effectiveRange,
    ofAllTime: props.ofAllTime,
    zone: timezone,
    onRange: props.onRange,
    onConfigChange: asTable ? undefined : props.onConfigChange,
    bare: props.chrome === 'bare' && props.legend !== true,
    editing: props.editing ?? false,
  };
  return (
    <RenderBoundary resetKey={result}>
      <Suspense fallback={<WidgetSkeleton shape={skeleton} />}>
        <Component {...face} />
      </Suspense>
    </RenderBoundary>
  );
}

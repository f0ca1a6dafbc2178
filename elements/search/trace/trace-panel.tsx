/**
 * Renders the waterfall of the trace that a search selects, above the widgets; loaded only for searches that select a
 * trace.
 */
import { makeStyles } from '@griffel/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { syncSearchQuery } from '../../../api/queries/sync-search.js';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { traceQuery } from '../../../machines/trace/trace-routes.js';
import { effectiveRange } from '../../../machines/search-execution/effective-range.js';
import type { TraceQuery } from '../../../machines/view/trace-query.js';
import { needsZoom, traceMessages, traceRange, traceSearch } from '../../../machines/trace/trace-search.js';
import { traceTime, waterfallOf, type TraceSpan, type Waterfall } from '../../../machines/trace/waterfall.js';
import { randomIds } from '../../../machines/view/ids.js';
import { useHostElement } from '../../element/host-context.js';
import { useKeptData } from '../../element/use-kept-data.js';
import { Button } from '../../kit/button.js';
import { formatNumber } from '../../kit/format.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChevronDownIcon, ChevronRightIcon } from '../../kit/icons.js';
import { useSaidAbove } from '../../kit/said-above.js';
import { kitTexts } from '../../kit/texts.js';
import { container, radius, space, tokens, type } from '../../kit/tokens.js';
import { useView, useViewClient } from '../../view-area/index.js';
import { messageLevel } from '../../widgets/message-table/columns.js';
import { levelNames } from '../../widgets/values/level.js';
import { colorPlaces } from '../../widgets/visualizations/color-places.js';
import { distinctColors } from '../../widgets/visualizations/series-palette.js';
import { useChartColors } from '../../widgets/visualizations/use-chart-colors.js';
import type { SearchPageActor } from '../page/use-search-page.js';
import { SpanRows } from './span-rows.js';
import { traceTexts as texts } from './texts.js';

const useStyles = makeStyles({
  card: {
    marginTop: `${space.l}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.card,
    overflow: 'clip',
  },
  facts: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: `${space.m}px ${space.xxl}px`,
    padding: '8px 12px',
    [container.compact]: { gap: `${space.s}px ${space.l}px` },
  },
  fact: { display: 'grid' },
  number: { fontVariantNumeric: 'tabular-nums', color: tokens.text.primary, ...type.sectionTitle },
  word: { color: tokens.text.tertiary, ...type.caption },
  failed: { color: tokens.status.danger.text },
  went: { flex: '1 1 320px', minWidth: 0, display: 'grid', gap: '4px' },
  legend: { display: 'flex', flexWrap: 'wrap', gap: '2px 12px', color: tokens.text.secondary, ...type.caption },
  service: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  swatch: { width: '8px', height: '8px', borderRadius: '2px', flexShrink: 0, backgroundColor: 'var(--lc-service)' },
  bar: { display: 'flex', height: '8px', borderRadius: '2px', overflow: 'hidden', gap: '1px' },
  part: { minWidth: '1px', backgroundColor: 'var(--lc-service)' },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '6px 12px',
    borderTop: `1px solid ${tokens.border.divider}`,
    color: tokens.text.tertiary,
    ...type.caption,
  },
  gap: { flexGrow: 1 },
  notice: { padding: '12px', color: tokens.text.secondary, ...type.body },
});

const levelOf = (message: ResultMessage): number | undefined => {
  const level = messageLevel(message);
  return level && levelNames.indexOf(level);
};

export interface TracePanelProps {
  readonly page: SearchPageActor;
  readonly trace: TraceQuery;
}

export function TracePanel({ page, trace }: TracePanelProps): ReactNode {
  const styles = useStyles();
  const client = useViewClient();
  const { allows } = useHostElement();
  const { document, queryId } = useView(page);
  const execution = useSelector(page, ({ context }) => context.execution);
  const bindings = useSelector(page, ({ context }) => context.bindings);
  const shown = useSelector(execution, ({ context }) => context.shown?.result);
  const whole = traceQuery({ field: trace.field, id: trace.id });
  const search = useMemo(
    // The search depends on `shown`, so that the trace is loaded again whenever the search page has a new result.
    () => (document && shown ? traceSearch({ document, queryId, bindings, queryString: whole }, randomIds) : undefined),
    [document, queryId, bindings, whole, shown],
  );
  const answered = useQuery({
    // While there is no search, the query is disabled, but its key still needs a search document.
    ...syncSearchQuery(client, search ?? { id: '', queries: [], parameters: [] }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data, failure } = useKeptData(answered, whole);
  const result = data && traceMessages(data);
  const waterfall = useMemo(() => (result ? waterfallOf(result.messages, levelOf) : undefined), [result]);
  /** Id of the trace to which the time range was narrowed last, so that each trace narrows it only once. */
  const zoomed = useRef<string>(undefined);
  const zoom = useEffectEvent((found: Waterfall) => {
    if (!result || zoomed.current === trace.id || !allows('range')) return;
    zoomed.current = trace.id;
    const range = effectiveRange(result);
    if (range && needsZoom(found, Date.parse(range.to) - Date.parse(range.from)))
      page.send({ type: 'range.zoomed', timeRange: traceRange(found) });
  });
  useEffect(() => {
    if (waterfall && waterfall.spans.length > 0) zoom(waterfall);
  }, [waterfall]);

  const failures = data && !result ? Object.values(data.results ?? {}).flatMap((query) => query?.errors ?? []) : [];
  const reason = failure ? reasonOf(failure) : failures[0]?.description;
  const isShownLater = useSaidAbove(reason);
  if (!waterfall || !result || waterfall.spans.length === 0) {
    // The message list of the search reports that nothing was found, so the panel shows nothing.
    if (reason === undefined && (result || !search)) return null;
    return (
      <section className={styles.card} aria-label={texts.title}>
        <p role="status" className={styles.notice}>
          {isShownLater ? kitTexts.shownLater : reason === undefined ? texts.reading : texts.refused(reason)}
        </p>
      </section>
    );
  }
  const onSpan = (span: TraceSpan | undefined): void => {
    const narrowed = span?.field === undefined ? undefined : { field: span.field, id: span.id };
    const queryString = traceQuery({ field: trace.field, id: trace.id, ...(narrowed && { span: narrowed }) });
    page.send({ type: 'draft.submitted', draft: { queryString } });
  };
  return (
    <Trace
      trace={trace}
      waterfall={waterfall}
      drawn={result.messages.length}
      messages={result.total_results}
      onSpan={allows('query') ? onSpan : undefined}
    />
  );
}

interface TraceProps {
  readonly trace: TraceQuery;
  readonly waterfall: Waterfall;
  /** Number of messages in the waterfall. */
  readonly drawn: number;
  /** Number of messages in the trace. */
  readonly messages: number;
  readonly onSpan: ((span: TraceSpan | undefined) => void) | undefined;
}

function Trace({ trace, waterfall, drawn, messages, onSpan }: TraceProps): ReactNode {
  const styles = useStyles();
  const [folded, setFolded] = useState(false);
  const card = useRef<HTMLElement>(null);
  const colors = useChartColors(card);
  const colorOf = useMemo(() => {
    const places = colorPlaces(
      waterfall.services.map(({ name }) => name),
      colors?.series.length ?? 1,
      { distinct: distinctColors },
    );
    return (service: string): string => colors?.series[places.get(service) ?? 0] ?? 'transparent';
  }, [waterfall, colors]);
  const failedSpans = waterfall.spans.filter(({ failed }) => failed).length;
  const total = waterfall.services.reduce((sum, { own }) => sum + own, 0);
  return (
    <section ref={card} className={styles.card} aria-label={texts.title} data-trace="">
      <div className={styles.facts}>
        <IconButton
          quiet
          size="small"
          label={folded ? texts.unfold : texts.fold}
          aria-expanded={!folded}
          icon={folded ? <ChevronRightIcon /> : <ChevronDownIcon />}
          onClick={() => setFolded(!folded)}
        />
        <Fact number={traceTime(waterfall.duration)} word={texts.total} />
        {waterfall.hasSpans && (
          <Fact number={formatNumber(waterfall.spans.length)} word={texts.spans(waterfall.spans.length)} />
        )}
        <Fact number={formatNumber(waterfall.services.length)} word={texts.services(waterfall.services.length)} />
        <Fact number={formatNumber(messages)} word={texts.messages(messages)} />
        {failedSpans > 0 && <Fact failed number={formatNumber(failedSpans)} word={texts.failed(failedSpans)} />}
        {total > 0 && (
          <div className={styles.went}>
            <span className={styles.legend}>
              {texts.timeWent}
              {waterfall.services.slice(0, 8).map(({ name, own }) => (
                <span key={name} className={styles.service}>
                  <span className={styles.swatch} style={{ '--lc-service': colorOf(name) }} />
                  {name} <b>{traceTime(own)}</b>
                </span>
              ))}
            </span>
            <span className={styles.bar} aria-hidden="true">
              {waterfall.services.map(({ name, own }) => (
                <span
                  key={name}
                  className={styles.part}
                  style={{ '--lc-service': colorOf(name), flexGrow: own / total }}
                />
              ))}
            </span>
          </div>
        )}
      </div>
      {!folded && (
        <>
          <SpanRows waterfall={waterfall} colorOf={colorOf} chosen={trace.span?.id} onSpan={onSpan} />
          <div className={styles.foot}>
            <span>{waterfall.hasSpans ? texts.source : texts.noSpans}</span>
            {messages > drawn && <span>{texts.more(formatNumber(drawn), formatNumber(messages))}</span>}
            <span className={styles.gap} />
            {trace.span && onSpan && (
              <Button size="small" onClick={() => onSpan(undefined)}>
                {texts.whole}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

function Fact({ number, word, failed = false }: { number: string; word: string; failed?: boolean }): ReactNode {
  const styles = useStyles();
  return (
    <span className={styles.fact}>
      <span className={failed ? `${styles.number} ${styles.failed}` : styles.number}>{number}</span>
      <span className={failed ? `${styles.word} ${styles.failed}` : styles.word}>{word}</span>
    </span>
  );
}

/** The search bar, fed by the page's machines. */
import { useSelector } from '@xstate/react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import type { SearchesConfig } from '../../../api/contract/cluster-config.js';
import { Unauthorized, Unreachable } from '../../../api/failures.js';
import type { Explanation } from '../../../api/contract/searches.js';
import { isDraftChanged } from '../../../machines/search-page.js';
import { durationSeconds } from '../../../machines/time-range/duration.js';
import { presetsWithin } from '../../../machines/time-range/limit.js';
import { zoomTo } from '../../../machines/time-range/zoom.js';
import { usePermission } from '../../element/connection-context.js';
import { hrefOf, useHostElement, useNavigate } from '../../element/host-context.js';
import { useToasts } from '../../kit/feedback.js';
import { IconButton } from '../../kit/icon-button.js';
import { OpenOutsideIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import type { MenuEntry } from '../../kit/menu.js';
import { SearchBar } from '../bar/search-bar.js';
import { SearchButton } from '../bar/search-button.js';
import { QueryBox, type QueryValidation } from '../query/query-box.js';
import { useCompletion } from '../query/use-completion.js';
import { RefreshControl } from '../refresh/refresh-control.js';
import { StreamsSelect } from '../streams/streams-select.js';
import { texts } from '../texts.js';
import { briefRangeText, rangeText } from '../time-range/range-text.js';
import { offeredRanges } from '../time-range/recent-ranges.js';
import { TimeRangeControl } from '../time-range/time-range-control.js';
import { useKeywordCheck, useKeywordSpan, useSearchableStreams } from './search-facts.js';
import { consoleSearchRoute } from './search-route.js';
import { useRangeSteps } from './use-range-steps.js';
import type { SearchMemory } from './use-search-memory.js';
import { loadJudge, useView, type SearchPageActor } from './use-search-page.js';

const TimeRangePopover = lazyPart(() => import('../time-range/time-range-popover.js'), 'TimeRangePopover');

export interface SearchControlsProps {
  readonly page: SearchPageActor;
  readonly compact: boolean;
  readonly config: SearchesConfig | undefined;
  readonly memory: SearchMemory;
  /** True once there is time to load the editor. */
  readonly idle: boolean;
  /** Whether the console around has the page of a route. */
  readonly hasRoute: (route: string) => boolean;
}

const configurationRoute = '/system/configurations';

export function SearchControls({ page, compact, config, memory, idle, hasRoute }: SearchControlsProps) {
  const host = useHostElement();
  const navigate = useNavigate();
  const checkKeyword = useKeywordCheck();
  const mayConfigure = usePermission('clusterconfigentry:edit') && hasRoute(configurationRoute);
  const streams = useSearchableStreams();
  const draft = useSelector(page, ({ context }) => context.draft);
  const { document, queryId } = useView(page);
  const [rangeOpen, setRangeOpen] = useState(false);
  const complete = useCompletion(draft);
  const span = useKeywordSpan(draft.timeRange, host.timezone);
  const limit = config?.query_time_range_limit;
  const presets = useMemo(
    () => presetsWithin(config?.relative_timerange_options ?? {}, limit),
    [config?.relative_timerange_options, limit],
  );
  const recent = useMemo(
    () =>
      offeredRanges(memory.ranges.entries, presets).map((range) => ({
        range,
        label: briefRangeText(range, host.timezone),
      })),
    [memory.ranges.entries, presets, host.timezone],
  );
  const steps = useRangeSteps(page, span, limit);
  const zoom = useSelector(
    page,
    ({
      context: {
        zooms,
        draft: { timeRange },
      },
    }) => zoomTo(zooms, timeRange),
  );
  const zoomed = zoom && {
    from: briefRangeText(zoom.from, host.timezone),
    onBack: () => page.send({ type: 'zoom.undone' }),
  };
  useEffect(() => {
    // Without it the server judges; nothing else depends on it.
    if (idle) loadJudge().catch(() => undefined);
  }, [idle]);

  const configure: MenuEntry = {
    key: 'configure',
    label: texts.timeRange.configure,
    href: hrefOf(host, configurationRoute),
    onSelect: () => navigate(configurationRoute, { newTab: true }),
  };
  const readOnly = host.readonly;
  return (
    <SearchBar
      compact={compact}
      timeRange={
        <TimeRangeControl
          range={draft.timeRange}
          text={rangeText(draft.timeRange, host.timezone, span)}
          compact={compact}
          readOnly={readOnly}
          presets={presets}
          recent={recent}
          onPreset={(timeRange) => page.send({ type: 'draft.submitted', draft: { timeRange } })}
          steps={steps}
          zoomed={zoomed}
          morePresets={mayConfigure ? [configure] : []}
          open={rangeOpen}
          onToggle={() => setRangeOpen(!rangeOpen)}
          float={(anchor) => (
            <Suspense fallback={null}>
              <TimeRangePopover
                anchor={anchor}
                range={draft.timeRange}
                timezone={host.timezone}
                locale={host.locale}
                limit={limit}
                presets={presets}
                recent={recent}
                checkKeyword={checkKeyword}
                configure={
                  mayConfigure && (
                    <a href={hrefOf(host, configurationRoute)} target="_blank" rel="noreferrer">
                      {texts.timeRange.configure}
                    </a>
                  )
                }
                onApply={(timeRange) => {
                  setRangeOpen(false);
                  page.send({ type: 'draft.changed', draft: { timeRange } });
                }}
                onCancel={() => setRangeOpen(false)}
              />
            </Suspense>
          )}
        />
      }
      streams={
        <StreamsSelect
          streams={streams}
          value={draft.streams}
          readOnly={readOnly}
          onChange={(ids) => page.send({ type: 'draft.changed', draft: { streams: ids } })}
        />
      }
      refresh={<Refresh page={page} config={config} />}
      query={
        <Query
          page={page}
          idle={idle}
          narrow={compact}
          readOnly={readOnly}
          complete={complete}
          history={memory.queries}
          onRun={(queryString) => page.send({ type: 'draft.submitted', draft: { queryString } })}
        />
      }
      search={<Submit page={page} compact={compact} changed={isDraftChanged(draft, document, queryId)} />}
      extra={
        compact && (
          <IconButton
            appearance="secondary"
            label={texts.page.openInConsole}
            icon={<OpenOutsideIcon />}
            onClick={() => navigate(consoleSearchRoute(draft))}
          />
        )
      }
    />
  );
}

function Query({
  page,
  idle,
  ...rest
}: {
  readonly page: SearchPageActor;
  readonly idle: boolean;
  readonly narrow: boolean;
  readonly readOnly: boolean;
  readonly complete: ReturnType<typeof useCompletion>;
  readonly history: SearchMemory['queries'];
  readonly onRun: (query: string) => void;
}) {
  const { toast } = useToasts();
  const text = useSelector(page, ({ context }) => context.draft.queryString);
  const actor = useSelector(page, ({ context }) => context.validation);
  const state = useSelector(actor, (snapshot) => snapshot);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    const rejected = page.on('submitRejected', () => setRefusals((count) => count + 1));
    const failed = actor.on('validationFailed', ({ failure }) => {
      // A missing session or server is told where it concerns everything.
      if (failure instanceof Unauthorized || failure instanceof Unreachable) return;
      const status = String((failure as { status?: unknown } | null)?.status ?? '');
      toast('error', texts.query.validationFailed(status), texts.query.validationTitle);
    });
    return () => {
      rejected.unsubscribe();
      failed.unsubscribe();
    };
  }, [page, actor, toast]);

  const { explanations, rangeError, input } = state.context;
  const validation = useMemo((): QueryValidation => {
    const all: readonly Explanation[] =
      rangeError === undefined
        ? explanations
        : [{ error_type: 'TIME_RANGE', error_title: texts.timeRange.button, error_message: rangeError }];
    if (all.length === 0) return { status: 'ok', explanations: all, of: input.queryString };
    const rejected = state.matches({ settled: 'rejected' });
    return { status: rejected ? 'error' : 'warning', explanations: all, of: input.queryString };
  }, [explanations, rangeError, input.queryString, state]);

  return (
    <QueryBox
      {...rest}
      value={text}
      onChange={(queryString) => page.send({ type: 'draft.changed', draft: { queryString } })}
      onSubmit={() => page.send({ type: 'submitted' })}
      upgrade={idle}
      validation={validation}
      refusals={refusals}
    />
  );
}

function Submit({
  page,
  compact,
  changed,
}: {
  readonly page: SearchPageActor;
  readonly compact: boolean;
  readonly changed: boolean;
}) {
  const execution = useSelector(page, ({ context }) => context.execution);
  const running = useSelector(execution, (state) => state.matches({ run: 'running' }));
  const submitting = useSelector(page, (state) => state.matches('submitting') || state.matches('opening'));
  return (
    <SearchButton
      compact={compact}
      changed={changed}
      running={running || submitting}
      onSearch={() => page.send({ type: 'submitted' })}
      onCancel={running ? () => page.send({ type: 'searchCancelled' }) : undefined}
    />
  );
}

function Refresh({ page, config }: { readonly page: SearchPageActor; readonly config: SearchesConfig | undefined }) {
  const actor = useSelector(page, ({ context }) => context.refresh);
  const state = useSelector(actor, (snapshot) => snapshot);
  const intervals = useMemo(
    () => Object.keys(config?.auto_refresh_timerange_options ?? {}).map((period) => durationSeconds(period) * 1_000),
    [config?.auto_refresh_timerange_options],
  );
  const enabled = state.matches('enabled');
  const { intervalMs, reasons } = state.context;
  const paused = reasons.find((reason) => reason !== 'hidden');
  return (
    <RefreshControl
      enabled={enabled}
      interval={intervalMs}
      intervals={intervals.filter((interval) => interval > 0)}
      paused={enabled ? paused : undefined}
      onToggle={() => actor.send({ type: enabled ? 'stopped' : 'started' })}
      onInterval={(chosen) =>
        actor.send(chosen > 0 ? { type: 'interval.chosen', intervalMs: chosen } : { type: 'stopped' })
      }
    />
  );
}

/**
 * Renders the global bar of a dashboard: time range and query for all widgets, and the refresh control
 * (screens/dashboards-sharing-alerts.md §6.3 "Global bar").
 */
import { makeStyles } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { SearchesConfig } from '../../../api/contract/cluster-config.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import { isOverrideChanged } from '../../../machines/dashboard-page.js';
import { presetsWithin } from '../../../machines/time-range/limit.js';
import { defaultRange } from '../../../machines/time-range/ranges.js';
import { isGuest, usePermission, useUsername } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Link } from '../../kit/link.js';
import type { MenuEntry } from '../../kit/menu.js';
import { container, space, tokens } from '../../kit/tokens.js';
import {
  briefRangeText,
  loadJudge,
  offeredRanges,
  PageQuery,
  PageRefresh,
  rangeText,
  SearchButton,
  TimeRangeControl,
  TimeRangePopover,
  useCompletion,
  useKeywordCheck,
  useKeywordSpan,
  useSearchMemory,
} from '../../search/index.js';
import { useOpening } from '../../view-area/index.js';
import { texts } from '../texts.js';
import { useBoundedRange } from './use-bounded-range.js';
import type { DashboardPageActor } from './use-dashboard-page.js';

const configurationRoute = '/system/configurations';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'stretch',
    gap: `${space.m}px`,
    padding: `${space.m}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
  },
  query: {
    display: 'flex',
    alignItems: 'stretch',
    gap: `${space.m}px`,
    flex: '1 1 280px',
    minWidth: 0,
    [container.compact]: { order: 1, flexBasis: '100%' },
  },
  end: { display: 'flex', flexShrink: 0 },
});

export interface DashboardControlsProps {
  readonly page: DashboardPageActor;
  readonly config: SearchesConfig | undefined;
  /** True once the main content is shown and the query editor may load. */
  readonly idle: boolean;
  readonly hasRoute: (route: string) => boolean;
}

export function DashboardControls({ page, config, idle, hasRoute }: DashboardControlsProps) {
  const styles = useStyles();
  const host = useHostElement();
  const memory = useSearchMemory();
  const draft = useSelector(page, ({ context }) => context.draft);
  const completed = useMemo(() => ({ ...draft, timeRange: draft.timeRange ?? defaultRange }), [draft]);
  const complete = useCompletion(completed);
  const mayType = host.allows('query');
  useEffect(() => {
    if (idle) loadJudge().catch(() => undefined);
  }, [idle]);
  return (
    <div role="search" aria-label={texts.bar.label} className={styles.card}>
      <Range page={page} config={config} hasRoute={hasRoute} recent={memory.ranges.entries} />
      {(mayType || draft.queryString !== '') && (
        <div className={styles.query}>
          <PageQuery
            page={page}
            idle={idle}
            narrow={false}
            readOnly={!mayType}
            complete={complete}
            history={memory.queries}
            onRun={({ queryString }) => page.send({ type: 'draft.submitted', draft: { queryString } })}
            placeholder={texts.bar.placeholder}
          />
          {mayType && <Submit page={page} />}
        </div>
      )}
      {!host.hides('refresh') && (
        <div className={styles.end}>
          <PageRefresh page={page} config={config} />
        </div>
      )}
    </div>
  );
}

function Range({
  page,
  config,
  hasRoute,
  recent: searched,
}: Pick<DashboardControlsProps, 'page' | 'config' | 'hasRoute'> & { readonly recent: readonly TimeRange[] }) {
  const host = useHostElement();
  const checkKeyword = useKeywordCheck();
  // Guests of a page do not know the term "override".
  const noOverride = isGuest(useUsername()) ? texts.bar.ownRanges : texts.bar.noOverride;
  const mayConfigure = usePermission('clusterconfigentry:edit') && hasRoute(configurationRoute);
  const range = useSelector(page, ({ context }) => context.draft.timeRange);
  const span = useKeywordSpan(range ?? defaultRange);
  const bounded = useBoundedRange(page);
  const [open, setOpen] = useState(false);
  const limit = config?.query_time_range_limit;
  const presets = useMemo(
    () => presetsWithin(config?.relative_timerange_options ?? {}, limit),
    [config?.relative_timerange_options, limit],
  );
  const recent = useMemo(
    () => offeredRanges(searched, presets).map((one) => ({ range: one, label: briefRangeText(one, host.timezone) })),
    [searched, presets, host.timezone],
  );
  const submit = (timeRange: TimeRange | undefined): void =>
    page.send({ type: 'draft.submitted', draft: { timeRange } });
  const clear: MenuEntry = {
    key: 'no-override',
    label: noOverride,
    disabled: range === undefined,
    onSelect: () => submit(undefined),
  };
  const configure: MenuEntry = {
    key: 'configure',
    label: configureText,
    route: configurationRoute,
    newTab: true,
  };
  return (
    <TimeRangeControl
      range={range}
      text={
        bounded
          ? rangeText(bounded, host.timezone)
          : range
            ? rangeText(range, host.timezone, span)
            : { from: noOverride, until: '' }
      }
      readOnly={!host.allows('range')}
      presets={presets}
      recent={recent}
      onPreset={submit}
      morePresets={[clear, ...(mayConfigure ? [configure] : [])]}
      open={open}
      onToggle={() => setOpen(!open)}
      float={(anchor) => (
        <TimeRangePopover
          anchor={anchor}
          range={range}
          timezone={host.timezone}
          locale={host.locale}
          limit={limit}
          presets={presets}
          recent={recent}
          checkKeyword={checkKeyword}
          configure={
            mayConfigure && (
              <Link route={configurationRoute} target="_blank">
                {configureText}
              </Link>
            )
          }
          onApply={(timeRange) => {
            setOpen(false);
            submit(timeRange);
          }}
          onCancel={() => setOpen(false)}
          onClear={() => {
            setOpen(false);
            submit(undefined);
          }}
        />
      )}
    />
  );
}

const configureText = 'Configure Ranges';

/** Renders the primary button of the page: applies the range and query of the bar. */
function Submit({ page }: { readonly page: DashboardPageActor }) {
  const changed = useSelector(page, ({ context }) => isOverrideChanged(context));
  const execution = useSelector(page, ({ context }) => context.execution);
  const running = useSelector(execution, (state) => state.matches({ run: 'running' }));
  const opening = useOpening(page.getSnapshot().context.view);
  const submitting = useSelector(page, (state) => state.matches('submitting'));
  return (
    <SearchButton
      changed={changed}
      running={running || submitting || opening}
      filter={{ label: texts.bar.apply, changed: texts.bar.changed }}
      onSearch={() => page.send({ type: 'submitted' })}
      onCancel={running ? () => page.send({ type: 'searchCancelled' }) : undefined}
    />
  );
}

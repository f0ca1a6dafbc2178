/** Connects the search bar with the page's machines. */
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { SearchesConfig } from '../../../api/contract/cluster-config.js';
import { isDraftChanged, searchDraft } from '../../../machines/search-page.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import { searchedRange } from '../../../machines/time-range/searched-range.js';
import { presetsWithin } from '../../../machines/time-range/limit.js';
import { zoomTo } from '../../../machines/time-range/zoom.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { isGuest, useConnection, usePermission, useUsername } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChartIcon, OpenOutsideIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import type { MenuEntry } from '../../kit/menu.js';
import { Link } from '../../kit/link.js';
import { Float } from '../../kit/float.js';
import { Part } from '../../kit/part.js';
import { SearchesConfigDialog } from '../../search-configuration/index.js';
import { useOpening } from '../../view-area/index.js';
import { SearchBar } from '../bar/search-bar.js';
import type { QuestionControl } from '../question/question-control.js';
import { SearchButton } from '../bar/search-button.js';
import { useCompletion } from '../query/use-completion.js';
import { StreamsSelect } from '../streams/streams-select.js';
import { texts } from '../texts.js';
import { briefRangeText, rangeText } from '../time-range/range-text.js';
import { offeredRanges } from '../time-range/recent-ranges.js';
import { TimeRangeControl } from '../time-range/time-range-control.js';
import { PageQuery } from './page-query.js';
import { PageRefresh } from './page-refresh.js';
import { useKeywordCheck, useKeywordSpan, useSearchableStreams } from './search-facts.js';
import { consoleSearchRoute } from './search-route.js';
import { useRangeSteps } from './use-range-steps.js';
import type { SearchMemory } from './use-search-memory.js';
import { loadJudge, useView, type SearchPageActor } from './use-search-page.js';

const PageParameters = lazyPart(() => import('../parameters/page-parameters.js'), 'PageParameters');
const QuestionLine = lazyPart(() => import('../question/question-line.js'), 'QuestionLine');
const QuestionAnswer = lazyPart(() => import('../question/question-answer.js'), 'QuestionAnswer');
const TimeRangePopover = lazyPart(() => import('../time-range/time-range-popover.js'), 'TimeRangePopover');

export interface SearchControlsProps {
  readonly page: SearchPageActor;
  readonly compact: boolean;
  readonly config: SearchesConfig | undefined;
  readonly memory: SearchMemory;
  readonly question: QuestionControl;
  /** True once the main content is shown and the query editor may load. */
  readonly idle: boolean;
  /** Returns true if the surrounding console has a page for the route. */
  readonly hasRoute: (route: string) => boolean;
}

const configurationRoute = '/system/configurations';

export function SearchControls({ page, compact, config, memory, question, idle, hasRoute }: SearchControlsProps) {
  const host = useHostElement();
  const navigate = useNavigate();
  const checkKeyword = useKeywordCheck();
  const mayEditConfig = usePermission('clusterconfigentry:edit');
  const mayCreateConfig = usePermission('clusterconfigentry:create');
  const hasConfigPage = hasRoute(configurationRoute);
  // Where the console's configuration page is not available, a dialog replaces the page; the server requires both
  // permissions to store the configuration.
  const mayConfigure = mayEditConfig && (hasConfigPage || (mayCreateConfig && !host.readonly && config !== undefined));
  const [configuring, setConfiguring] = useState(false);
  const streams = useSearchableStreams();
  const draft = useSelector(page, ({ context }) => searchDraft(context));
  const { document, queryId } = useView(page);
  const [rangeOpen, setRangeOpen] = useState(false);
  const complete = useCompletion(draft);
  const execution = useSelector(page, ({ context }) => context.execution);
  const effective = useSelector(execution, ({ context }) => context.shown?.result?.execution_stats.effective_timerange);
  // The token of a guest, or a limit of the server, can bound or replace the range, so the bar states the range that
  // was really searched. Guests do not choose keywords, so only they see dates instead of a keyword.
  const username = useUsername();
  const guest = isGuest(username);
  const mayDiffer = guest || draft.timeRange.type !== 'keyword';
  const isBounded = mayDiffer && effective && !isDraftChanged(draft, document, queryId);
  const stated = isBounded ? searchedRange(draft.timeRange, effective) : draft.timeRange;
  const span = useKeywordSpan(stated);
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
  const mayType = host.allows('query');
  const steps = useRangeSteps(page, span, limit);
  const zoom = useSelector(
    page,
    ({
      context: {
        zooms,
        draft: { timeRange },
      },
    }) => timeRange && zoomTo(zooms, timeRange),
  );
  const zoomed = zoom && {
    from: briefRangeText(zoom.from, host.timezone),
    onBack: () => page.send({ type: 'zoom.undone' }),
  };
  const connection = useConnection();
  const { queries } = memory;
  useEffect(() => {
    // Until the query checker is loaded, the server validates queries; so a failed load needs no handling. Queries that
    // could not be sent to the server stay in this browser, and are sent with the next query.
    if (idle) {
      loadJudge().catch(() => undefined);
      import('../query/keep-queries.js')
        .then((part) => part.keepQueries(connection, username, queries))
        .catch(() => undefined);
    }
  }, [idle, connection, username, queries]);

  const configure: MenuEntry = {
    key: 'configure',
    label: texts.timeRange.configure,
    ...(hasConfigPage ? { route: configurationRoute, newTab: true } : { onSelect: () => setConfiguring(true) }),
  };
  // A `$` in the query may belong to a parameter; the lazily loaded parameters row decides that.
  const hasParameters = draft.queryString.includes('$') || declaresParameters(document);
  const dialog = configuring && config && (
    <Float onFailed={() => setConfiguring(false)}>
      <SearchesConfigDialog config={config} onClose={() => setConfiguring(false)} />
    </Float>
  );
  return (
    <>
      <SearchBar
        compact={compact}
        timeRange={
          <TimeRangeControl
            range={draft.timeRange}
            text={rangeText(stated, host.timezone, span)}
            compact={compact}
            readOnly={!host.allows('range')}
            presets={presets}
            recent={recent}
            onPreset={(timeRange) => page.send({ type: 'draft.submitted', draft: { timeRange } })}
            steps={steps}
            zoomed={zoomed}
            morePresets={mayConfigure ? [configure] : []}
            open={rangeOpen}
            onToggle={() => setRangeOpen(!rangeOpen)}
            float={(anchor) => (
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
                  mayConfigure &&
                  (hasConfigPage ? (
                    <Link route={configurationRoute} target="_blank">
                      {texts.timeRange.configure}
                    </Link>
                  ) : (
                    <Button
                      appearance="subtle"
                      size="small"
                      onClick={() => {
                        // A closing dialog restores the focus to the element that was focused when the dialog opened,
                        // so the range button is focused first.
                        anchor.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
                        setRangeOpen(false);
                        setConfiguring(true);
                      }}
                    >
                      {texts.timeRange.configure}
                    </Button>
                  ))
                }
                onApply={(timeRange) => {
                  setRangeOpen(false);
                  page.send({ type: 'draft.changed', draft: { timeRange } });
                }}
                onCancel={() => setRangeOpen(false)}
              />
            )}
          />
        }
        // Controls that the viewer may not use are shown only for the values that the page has set.
        streams={
          (host.allows('filter') || draft.streams.length > 0) && (
            <StreamsSelect
              streams={streams}
              value={draft.streams}
              readOnly={!host.allows('filter')}
              onChange={(ids) => page.send({ type: 'draft.changed', draft: { streams: ids } })}
            />
          )
        }
        refresh={!host.hides('refresh') && <PageRefresh page={page} config={config} />}
        query={
          (mayType || draft.queryString !== '') && (
            <PageQuery
              page={page}
              idle={idle}
              narrow={compact}
              readOnly={!mayType}
              complete={complete}
              history={memory.queries}
              onTyped={compact ? undefined : question.taken}
              onRun={(changed) => page.send({ type: 'draft.submitted', draft: changed })}
              repeats
            />
          )
        }
        search={
          (mayType || host.allows('range') || host.allows('filter')) && (
            <Submit page={page} compact={compact} changed={isDraftChanged(draft, document, queryId)} />
          )
        }
        controls={
          (hasParameters || question.open) && (
            <>
              {question.open && (
                <Part>
                  <QuestionLine page={page} open={question.open} />
                </Part>
              )}
              {hasParameters && (
                <Part>
                  <PageParameters page={page} readOnly={!host.allows('filter')} />
                </Part>
              )}
            </>
          )
        }
        extra={
          compact
            ? host.linked && (
                <IconButton
                  appearance="secondary"
                  label={texts.page.openInConsole}
                  icon={<OpenOutsideIcon />}
                  onClick={() => navigate(consoleSearchRoute(draft))}
                />
              )
            : mayType &&
              !question.open && (
                <IconButton
                  appearance="secondary"
                  label={texts.query.question}
                  icon={<ChartIcon />}
                  onClick={question.onOpen}
                />
              )
        }
      />
      {question.open && (
        <Part>
          <QuestionAnswer page={page} open={question.open} />
        </Part>
      )}
      {dialog}
    </>
  );
}

function declaresParameters(document: ViewDocument | undefined): boolean {
  if (!document) return false;
  const { search, view } = document;
  if ((search.parameters?.length ?? 0) > 0) return true;
  return Object.values(view.state).some(({ widgets }) =>
    widgets.some(({ query }) => query?.query_string?.includes('$') ?? false),
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
  // A cancelled execution has no results, so the button is marked as if the search bar had changed.
  const cancelled = useSelector(execution, (state) => state.matches({ run: 'cancelled' }));
  const bindings = useSelector(page, ({ context }) => context.bindings);
  const bindingsChanged = useSelector(
    execution,
    ({ context: { request } }) => request !== undefined && !sameWire(bindings, request.bindings ?? {}),
  );
  const opening = useOpening(page.getSnapshot().context.view);
  const submitting = useSelector(page, (state) => state.matches('submitting'));
  return (
    <SearchButton
      compact={compact}
      changed={changed || bindingsChanged || cancelled}
      running={running || submitting || opening}
      onSearch={() => page.send({ type: 'submitted' })}
      onCancel={running ? () => page.send({ type: 'searchCancelled' }) : undefined}
    />
  );
}

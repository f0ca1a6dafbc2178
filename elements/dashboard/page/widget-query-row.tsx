/**
 * Renders the range, streams and query of one widget of a dashboard, shown above the widget's preview while the widget
 * is edited (screens/dashboards-sharing-alerts.md §6.5). If the global bar overrides the range, a note takes the place
 * of the range. The query of the global bar, which filters in addition, is shown above the query of the widget. The
 * note and the query of the global bar each have a button that resets the override.
 */
import { makeStyles } from '@griffel/react';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { SearchesConfig } from '../../../api/contract/cluster-config.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { validationLogic } from '../../../machines/page-actors.js';
import { rangeFault } from '../../../machines/time-range/fault.js';
import { exceedsLimit, presetsWithin } from '../../../machines/time-range/limit.js';
import { sameDraft, widgetOf, type QueryDraft } from '../../../machines/view/document.js';
import { draftOfWidget, withWidgetDraft } from '../../../machines/view/widget-draft.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { ExcludeIcon } from '../../kit/icons.js';
import { useLeaveGuard } from '../../kit/leave-guard.js';
import { space, tokens, type } from '../../kit/tokens.js';
import {
  QueryBox,
  rangeText,
  SearchButton,
  StreamsSelect,
  TimeRangeControl,
  TimeRangePopover,
  useCompletion,
  useKeywordCheck,
  useKeywordSpan,
  useSearchableStreams,
  useSearchMemory,
} from '../../search/index.js';
import { useView } from '../../view-area/index.js';
import { viewTexts } from '../../views/index.js';
import { texts } from '../texts.js';
import type { DashboardPageActor } from './use-dashboard-page.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: `${space.m}px`, padding: `${space.m}px` },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'stretch', gap: `${space.m}px` },
  query: { display: 'flex', alignItems: 'stretch', gap: `${space.m}px`, minWidth: 0 },
  overridden: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    minWidth: 0,
    padding: `${space.xxs}px ${space.xs}px ${space.xxs}px ${space.l}px`,
    border: `1px solid ${tokens.status.info.border}`,
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.status.info.background,
    color: tokens.status.info.text,
    ...type.body,
  },
  filter: { ...type.query, overflowWrap: 'anywhere' },
});

export interface WidgetQueryRowProps {
  readonly page: DashboardPageActor;
  readonly config: SearchesConfig | undefined;
  readonly widget: Widget;
  /**
   * Receives, after each change, the function that applies the unsubmitted changes if they are valid. The receiver
   * calls the function when the user applies the edit.
   */
  readonly onPending: (apply: () => void) => void;
}

export function WidgetQueryRow({ page, config, widget, onPending }: WidgetQueryRowProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client } = useConnection();
  const { view } = useView(page);
  const memory = useSearchMemory();
  const streams = useSearchableStreams();
  const override = useSelector(page, ({ context }) => context.override);
  const execution = useSelector(page, ({ context }) => context.execution);
  const running = useSelector(execution, (state) => state.matches({ run: 'running' }));
  const stored = draftOfWidget(widget);
  const [draft, setDraft] = useState(stored);
  const [refusals, setRefusals] = useState(0);
  const limit = config?.query_time_range_limit;
  const filter = override?.query?.query_string ?? '';

  const [logic] = useState(() => validationLogic(client));
  const validation = useActorRef(logic, { input: { limit, input: draft } });
  useEffect(() => {
    validation.send({ type: 'input.changed', input: { ...draft, ...(filter !== '' && { filter }) } });
  }, [validation, draft, filter]);
  const judged = useSelector(validation, (state) => state);
  const { explanations, input } = judged.context;
  const rejected = judged.matches({ settled: 'rejected' }) || exceedsLimit(draft.timeRange, limit, Date.now());
  const verdict = useMemo(
    () => ({
      status: explanations.length === 0 ? ('ok' as const) : rejected ? ('error' as const) : ('warning' as const),
      explanations,
      of: input.queryString,
    }),
    [explanations, rejected, input.queryString],
  );
  const fault = rangeFault(widget.timerange);
  const isStored = (one: QueryDraft): boolean => fault === undefined && sameDraft(one, stored);
  const changed = !isStored(draft);
  // Unsubmitted text exists only in this row, so the user is asked before the page is left.
  useLeaveGuard(() => changed, { text: viewTexts.leave });
  const store = (next: QueryDraft): void => {
    // The widget's editor may have changed the widget just now, so the latest state of the widget is read.
    const { document, activeQuery } = view.getSnapshot().context;
    const latest = (document && widgetOf(document, activeQuery, widget.id)) ?? widget;
    view.send({ type: 'widget.updated', widget: withWidgetDraft(latest, next) });
  };
  const submit = (next: QueryDraft = draft): void => {
    if (rejected) return setRefusals((count) => count + 1);
    if (isStored(next)) page.send({ type: 'searchAgain' });
    else store(next);
  };
  const change = (part: Partial<QueryDraft>): QueryDraft => {
    const next = { ...draft, ...part };
    setDraft(next);
    return next;
  };
  useEffect(() => {
    onPending(() => changed && !rejected && store(draft));
  });
  const complete = useCompletion(draft);

  return (
    <div role="search" aria-label={texts.widgetQuery.label} className={styles.root}>
      {fault !== undefined && <Alert kind="warning">{texts.widgetQuery.rangeFault(fault)}</Alert>}
      <div className={styles.line}>
        {override?.timerange ? (
          <Overridden
            text={texts.widgetQuery.rangeOverridden}
            reset={texts.widgetQuery.resetRange}
            onReset={() => page.send({ type: 'draft.submitted', draft: { timeRange: undefined } })}
          />
        ) : (
          <WidgetRange
            config={config}
            range={draft.timeRange}
            onRange={(timeRange) => submit(change({ timeRange }))}
            onDraft={(timeRange) => change({ timeRange })}
          />
        )}
        <StreamsSelect
          streams={streams}
          value={draft.streams}
          readOnly={host.readonly}
          onChange={(ids) => change({ streams: ids })}
        />
      </div>
      {filter !== '' && (
        <Overridden
          text={<span className={styles.filter}>{filter}</span>}
          reset={texts.widgetQuery.resetFilter}
          onReset={() => page.send({ type: 'draft.submitted', draft: { queryString: '' } })}
        />
      )}
      <div className={styles.query}>
        <QueryBox
          value={draft.queryString}
          onChange={(queryString) => change({ queryString })}
          onSubmit={() => submit()}
          upgrade
          complete={complete}
          history={memory.queries}
          onRun={({ queryString }) => submit(change({ queryString }))}
          validation={verdict}
          refusals={refusals}
        />
        <SearchButton changed={changed} running={running} onSearch={() => submit()} />
      </div>
    </div>
  );
}

function Overridden({
  text,
  reset,
  onReset,
}: {
  readonly text: ReactNode;
  readonly reset: string;
  readonly onReset: () => void;
}) {
  const styles = useStyles();
  return (
    <div className={styles.overridden}>
      {text}
      <Button size="small" appearance="subtle" icon={<ExcludeIcon />} onClick={onReset}>
        {reset}
      </Button>
    </div>
  );
}

interface WidgetRangeProps {
  readonly config: SearchesConfig | undefined;
  readonly range: TimeRange;
  /** Called for a preset, which is searched immediately. */
  readonly onRange: (range: TimeRange) => void;
  /** Called for a range from the pop-over, which is searched together with the other changes. */
  readonly onDraft: (range: TimeRange) => void;
}

function WidgetRange({ config, range, onRange, onDraft }: WidgetRangeProps) {
  const host = useHostElement();
  const checkKeyword = useKeywordCheck();
  const span = useKeywordSpan(range);
  const [open, setOpen] = useState(false);
  const limit = config?.query_time_range_limit;
  const presets = useMemo(
    () => presetsWithin(config?.relative_timerange_options ?? {}, limit),
    [config?.relative_timerange_options, limit],
  );
  return (
    <TimeRangeControl
      range={range}
      text={rangeText(range, host.timezone, span)}
      readOnly={host.readonly}
      presets={presets}
      onPreset={onRange}
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
          configure={undefined}
          checkKeyword={checkKeyword}
          onApply={(chosen) => {
            setOpen(false);
            onDraft(chosen);
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    />
  );
}

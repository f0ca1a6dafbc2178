/** The widgets of the view with their results, and what they may change. */
import { makeStyles } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { SearchesConfig } from '../../../api/contract/cluster-config.js';
import type { SearchError } from '../../../api/contract/searches.js';
import type { HighlightingRule, ViewState, Widget } from '../../../api/contract/views.schema.js';
import { errorsOf, isMessages, resultsOf, searchTypesOf } from '../../../machines/search-execution/results.js';
import { draftOf, stateOf, type ViewDocument } from '../../../machines/view/document.js';
import { messagesPerPage } from '../../../machines/view/search-types.js';
import { widgetTitle } from '../../../machines/view/titles.js';
import { useHostElement } from '../../element/host-context.js';
import { radius, space, tokens, type } from '../../kit/tokens.js';
import {
  FieldInteractionsContext,
  HistogramWidget,
  MessageTableWidget,
  type AggregationConfig,
  type FieldInteractions,
  type MessageOpenHandler,
  type MessageTableConfig,
  type WidgetProps,
} from '../../widgets/index.js';
import { texts } from '../texts.js';
import { useFieldTypes } from './search-facts.js';
import { totalOf, useView, type SearchPageActor } from './use-search-page.js';
import { WidgetList, type SearchLayout } from './widget-list.js';

export interface SearchWidgetsProps {
  readonly page: SearchPageActor;
  readonly document: ViewDocument;
  readonly layout: SearchLayout;
  readonly config: SearchesConfig | undefined;
  readonly highlightMessage: string | undefined;
  /** True once there is time for what improves the results only. */
  readonly idle: boolean;
  /** A message table with messages is on screen. */
  readonly onTableShown: () => void;
}

const useStyles = makeStyles({
  unknown: {
    height: '100%',
    padding: `${space.xl}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.card,
    ...type.body,
    color: tokens.text.secondary,
  },
  title: { ...type.cardTitle, margin: `0 0 ${space.xs}px`, color: tokens.text.primary },
});

/** A rule made from a value gets one of these at random (spec 2 §4); hex as stored. */
const ruleColors = ['#f7736c', '#ec7f53', '#e3b349', '#acc85e', '#65b681', '#56b4aa', '#67a3f3', '#b08aef', '#ee72a1'];

export function SearchWidgets({
  page,
  document,
  layout,
  config,
  highlightMessage,
  idle,
  onTableShown,
}: SearchWidgetsProps) {
  const styles = useStyles();
  const host = useHostElement();
  const { view, queryId } = useView(page);
  const execution = useSelector(page, ({ context }) => context.execution);
  const executing = useSelector(
    execution,
    (state) => state.matches({ run: 'running' }) || state.matches({ run: 'idle' }),
  );
  const shown = useSelector(execution, ({ context }) => context.shown);
  const pages = useSelector(execution, ({ context }) => context.pages);
  const state = stateOf(document, queryId);
  const executed = useMemo(() => draftOf(document, queryId), [document, queryId]);
  const fields = useFieldTypes(executed, idle && shown !== undefined);
  const readOnly = host.readonly;

  const interactions = useFieldInteractions(page, document, fields.typeOf, config);
  const onOpen = useOpenMessages(page);
  const again = useCallback(() => page.send({ type: 'searchAgain' }), [page]);

  // Messages come first: the chart library loads once they are there.
  const chartsWait = !idle && hasMessageTable(state);

  /** A search type that was asked for but neither answered nor explained is an error of its own. */
  const errorsOfWidget = (widget: Widget): readonly SearchError[] => {
    const errors = errorsOf(shown, widget.id);
    const lost = shown?.result !== undefined && errors.length === 0 && resultsOf(shown, widget.id).length === 0;
    return lost ? [{ type: 'search_type', description: texts.widgets.notRequested(widget.id) }] : errors;
  };

  const renderWidget = (widget: Widget): ReactNode => {
    const results = resultsOf(shown, widget.id);
    const common: WidgetProps = {
      title: widgetTitle(state, widget),
      executing,
      errors: errorsOfWidget(widget),
      onRetry: again,
      chrome: layout === 'full' ? 'card' : 'bare',
      ...(!readOnly &&
        layout === 'full' && {
          onTitleChange: (title: string) => view.send({ type: 'widget.titled', widgetId: widget.id, title }),
        }),
    };
    switch (widget.type.toLowerCase()) {
      case 'aggregation': {
        if (chartsWait) return null;
        const aggregation = widget.config as unknown as AggregationConfig;
        if (aggregation.visualization !== 'bar') break;
        const pivot = results.find((result) => result.type === 'pivot');
        const total = totalOf(page);
        return (
          <HistogramWidget
            {...common}
            config={aggregation}
            result={pivot}
            {...(pivot && { effectiveRange: pivot.effective_timerange })}
            {...(total !== undefined && { total })}
            {...(!readOnly && {
              onRange: (timeRange) => page.send({ type: 'draft.submitted', draft: { timeRange } }),
            })}
          />
        );
      }
      case 'messages': {
        const [searchTypeId = ''] = searchTypesOf(shown, widget.id);
        const paging = pages[searchTypeId];
        return (
          <>
            <MessageTableWidget
              {...common}
              errors={paging && paging.errors.length > 0 ? paging.errors : (common.errors ?? [])}
              config={widget.config as unknown as MessageTableConfig}
              result={results.find(isMessages)}
              {...(fields.list && { fieldTypes: fields.list })}
              {...(!readOnly && {
                onConfigChange: (changed) =>
                  view.send({ type: 'widget.updated', widget: { ...widget, config: { ...changed } } }),
              })}
              page={paging ? paging.offset / paging.limit + 1 : 1}
              pageSize={messagesPerPage}
              pageLoading={paging?.status === 'loading'}
              onPage={(number) =>
                page.send({
                  type: 'page.requested',
                  searchTypeId,
                  offset: (number - 1) * messagesPerPage,
                  limit: messagesPerPage,
                  mode: 'replace',
                })
              }
              onOpen={onOpen}
              {...(highlightMessage !== undefined && { highlightMessage })}
              {...(shown?.result && { duration: shown.result.execution_stats.duration })}
              streams={executed.streams}
              layout={layout === 'full' ? 'rows' : 'line'}
            />
            {shown && <Committed onCommitted={onTableShown} />}
          </>
        );
      }
    }
    return (
      <section className={styles.unknown} aria-label={common.title}>
        <h2 className={styles.title}>{texts.widgets.unknown}</h2>
        <p>{texts.widgets.unknownHelp(widget.type)}</p>
      </section>
    );
  };

  return (
    <FieldInteractionsContext value={readOnly ? undefined : interactions}>
      <WidgetList state={state} layout={layout} renderWidget={renderWidget} />
    </FieldInteractionsContext>
  );
}

export function hasMessageTable({ widgets }: Pick<ViewState, 'widgets'>): boolean {
  return widgets.some((widget) => widget.type.toLowerCase() === 'messages');
}

/** Tells when what stands beside it is on screen: a lazy widget holds this effect back until it is loaded. */
function Committed({ onCommitted }: { readonly onCommitted: () => void }) {
  const latest = useRef(onCommitted);
  useEffect(() => latest.current(), []);
  return null;
}

/** What field and value menus change: the query, the highlighting rules, the columns of the tables. */
function useFieldInteractions(
  page: SearchPageActor,
  document: ViewDocument,
  typeOf: FieldInteractions['typeOf'],
  config: SearchesConfig | undefined,
): FieldInteractions {
  const { view, queryId } = useView(page);
  const state = stateOf(document, queryId);
  return useMemo(() => {
    // The wire's conditions are a closed set; others are shown as no rule at all.
    const rules = (state.formatting?.highlighting ?? []) as readonly HighlightingRule[];
    const tables = state.widgets.filter(({ type: name }) => name.toLowerCase() === 'messages');
    const columnsOf = (widget: Widget): readonly string[] => (widget.config['fields'] as string[] | undefined) ?? [];
    const [first, ...others] = tables.map(columnsOf);
    return {
      query: () => page.getSnapshot().context.draft.queryString,
      onQuery: (queryString) => page.send({ type: 'draft.submitted', draft: { queryString } }),
      onHighlight: ({ field, value }) => {
        const color = ruleColors[Math.floor(Math.random() * ruleColors.length)] ?? '#e3b349';
        const rule: HighlightingRule = { field, value, condition: 'equal', color: { type: 'static', color } };
        view.send({ type: 'highlighting.changed', rules: [...rules, rule] });
      },
      onAllTables: (field, change) => {
        for (const widget of tables) {
          const columns = columnsOf(widget).filter((one) => one !== field);
          const fields = change === 'add' ? [...columns, field] : columns;
          view.send({ type: 'widget.updated', widget: { ...widget, config: { ...widget.config, fields } } });
        }
      },
      columnsOfAllTables: (first ?? []).filter((field) => others.every((columns) => columns.includes(field))),
      typeOf,
      ...(config?.analysis_disabled_fields && { analysisDisabledFields: config.analysis_disabled_fields }),
      rules,
    };
  }, [page, view, state, typeOf, config?.analysis_disabled_fields]);
}

/** Tells the host of opened messages, and rests the refresh while one of those on screen is open. */
function useOpenMessages(page: SearchPageActor): MessageOpenHandler {
  const host = useHostElement();
  const execution = useSelector(page, ({ context }) => context.execution);
  const shown = useSelector(execution, ({ context }) => context.shown);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(host);
  useEffect(() => {
    latest.current = host;
  });
  const anyOpen = useMemo(() => {
    if (open.size === 0) return false;
    const results = Object.values(shown?.result?.search_types ?? {}).filter(isMessages);
    return results.some(({ messages }) =>
      messages.some(({ index, message }) => open.has(keyOf(index, message['_id']))),
    );
  }, [open, shown]);
  useEffect(() => {
    if (!anyOpen) return;
    page.send({ type: 'message.opened' });
    return () => page.send({ type: 'message.closed' });
  }, [page, anyOpen]);

  return useCallback((message, opened) => {
    const id = String(message.message['_id']);
    const detail = { index: message.index, id };
    if (opened && !latest.current.emit('log-message-open', detail, { cancelable: true })) return false;
    setOpen((before) => {
      const next = new Set(before);
      if (opened) next.add(keyOf(message.index, id));
      else next.delete(keyOf(message.index, id));
      return next;
    });
    return true;
  }, []);
}

const keyOf = (index: string, id: unknown): string => `${index} ${String(id)}`;

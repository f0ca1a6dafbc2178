/**
 * Renders the page of alerts and events: search, filters by time and state, state changes
 * (screens/dashboards-sharing-alerts.md §8).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Event } from '../../../api/contract/events.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import {
  alertGroupsQuery,
  alertsQuery,
  alertTimelineQuery,
  keepsAlertStatesQuery,
  refreshAlerts,
} from '../../../api/queries/alerts.js';
import { definitionCountQuery } from '../../../api/queries/event-definitions.js';
import {
  alertPageSizes,
  alertsBody,
  keptSearch,
  keyQuery,
  lastSearchKey,
  readAlertsQuestion,
  rememberedSearch,
  writeAlertsQuestion,
  type AlertsQuestion,
  type GroupSort,
} from '../../../machines/alerts-question.js';
import { nextSort, pageCount } from '../../../machines/paged-list.js';
import { bulkSelectionMachine } from '../../../machines/bulk-selection.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { alertTabs } from '../../kit/alert-tabs.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { PageSizeMenu, Pager, SortMenu } from '../../kit/entity-table/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Float } from '../../kit/float.js';
import { AlertIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { HelpLink } from '../../kit/help-link.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { Loading } from '../../kit/loading.js';
import { readLocal, writeLocal } from '../../kit/local-store.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { AlertTable, useMayChange } from './alert-table.js';
import { AlertsBar } from './alerts-bar.js';
import { GroupTable, sortableColumns } from './group-table.js';
import type { StateChange } from './state-dialog.js';
import { texts } from './texts.js';
import { Timeline } from './timeline.js';

const SilenceDialog = lazyPart(() => import('./silence-dialog.js'), 'SilenceDialog');
const StateDialog = lazyPart(() => import('./state-dialog.js'), 'StateDialog');

const useStyles = makeStyles({
  card: {
    minWidth: 0,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
    overflow: 'clip',
  },
  // The row of tools is as high with a selection as without one, so that nothing moves.
  tools: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px',
    minHeight: '48px',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.border.subtle}`,
    color: tokens.text.secondary,
    ...type.body,
  },
  bulk: { backgroundColor: tokens.selection.background, color: tokens.text.primary },
  end: { display: 'flex', marginLeft: 'auto' },
  // In a medium width some column heads are hidden, so a menu for sorting is shown.
  sort: { display: 'none', [container.medium]: { display: 'inline-flex' } },
  empty: { padding: '24px 0' },
  note: { margin: 0, color: tokens.text.tertiary, ...type.caption },
});

const isAnything = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function AlertsPage({ search = '' }: PageProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const navigate = useNavigate();
  const { client, queryClient } = useConnection();
  const mayCreate = usePermission('eventdefinitions:create') && !host.readonly;
  const mayChange = useMayChange();
  const [change, setChange] = useState<StateChange>();
  const [silenced, setSilenced] = useState<Event>();
  const [selection, select] = useMachine(bulkSelectionMachine);
  const question = useMemo(
    () => readAlertsQuestion(search, rememberedSearch(readLocal(lastSearchKey, isAnything))),
    [search],
  );
  const keeps = useQuery(keepsAlertStatesQuery(client));
  const keepsStates = keeps.data === true;
  const isGrouped = question.view === 'groups' && keepsStates;
  // Number of pages according to the last answer; if the address names a later page, the last page is shown.
  const [pages, setPages] = useState(Infinity);
  const page = Math.min(question.page, pages);
  const body = useMemo(
    () => alertsBody({ ...question, page }, isGrouped ? 'groups' : 'list'),
    [question, page, isGrouped],
  );
  // The timeline does not depend on the page number and the view, so that changing these sends no request.
  const timelineBody = useMemo(() => alertsBody({ ...question, page: 1 }, 'list'), [question]);
  // If groups are selected, the list is loaded only once it is known that the server does not support groups.
  const isList = question.view === 'list' || (!keeps.isPending && !keepsStates);
  const list = useQuery({ ...alertsQuery(client, queryClient, body), enabled: isList });
  const groups = useQuery({ ...alertGroupsQuery(client, body), enabled: isGrouped });
  const timeline = useQuery({ ...alertTimelineQuery(client, timelineBody), enabled: keepsStates });
  const count = useQuery(definitionCountQuery(client));
  const shown = isGrouped ? groups : list;
  const { error } = shown;
  const total = isGrouped ? groups.data?.total : list.data?.total_events;
  const pagesNow = total === undefined ? pages : pageCount(Math.min(total, mostPaged), question.pageSize);
  if (pagesNow !== pages) setPages(pagesNow);
  const settled = shown.data !== undefined || error !== null;
  useEffect(() => {
    if (settled) host.ready();
  }, [settled, host]);

  const ask = (part: Partial<AlertsQuestion>): void => {
    const next: AlertsQuestion = { ...question, page: 1, ...part };
    writeLocal(lastSearchKey, keptSearch(next));
    navigate(`/alerts?${writeAlertsQuestion(next)}`);
  };
  const refresh = (): void => {
    if (question.page === 1) void refreshAlerts(queryClient);
    else ask({ page: 1 });
  };

  const found = list.data;
  const changeable = useMemo(
    () => (found?.states ? found.events.filter(({ event }) => mayChange(event)).map(({ event }) => event.id) : []),
    [found, mayChange],
  );
  useEffect(() => {
    // Only displayed rows can be selected, because a change needs the version of each alert's state.
    select({ type: 'rows.shown', ids: changeable });
    select({ type: 'kept', ids: [] });
  }, [changeable, select]);
  const { selected } = selection.context;
  const chosen = selected.filter((id) => changeable.includes(id));
  const changeAll = (status: StateChange['status']): void =>
    setChange({ status, alerts: chosen.map((id) => ({ id, version: found?.states?.[id]?.version ?? 0 })) });

  if (error instanceof Forbidden) return <Refusal error={error} />;
  const { pageSize, query, type: types, groupSort } = question;
  const isEmpty = total === 0;
  const isFirstUse = isEmpty && count.data === 0;
  const narrowed = query !== '' || question.states.length > 0 || question.definitions.length > 0;

  const pageSizes = (
    <PageSizeMenu sizes={alertPageSizes} size={pageSize} onChoose={(size) => ask({ pageSize: size })} />
  );
  const sortGroups = (sort: GroupSort): void => ask({ groupSort: sort });
  const pagerOf = (rows: number): ReactNode => (
    <Pager page={page} pages={pages} shown={rows} total={total ?? 0} onPage={(next) => ask({ page: next })} />
  );

  const table = (): ReactNode => {
    if (error)
      return <ErrorPanel title={texts.failedTitle} errors={[reasonOf(error)]} onRetry={() => void shown.refetch()} />;
    if (!shown.data || (isEmpty && count.isPending)) return <Loading />;
    if (isFirstUse)
      return (
        <div className={styles.empty}>
          <EmptyState
            icon={<AlertIcon />}
            title={texts.firstUse.title}
            {...(mayCreate && {
              action: (
                <Button appearance="primary" onClick={() => navigate('/alerts/definitions/new')}>
                  {texts.firstUse.start}
                </Button>
              ),
            })}
          >
            {texts.firstUse.text}
          </EmptyState>
        </div>
      );
    if (isEmpty)
      return (
        <div className={styles.empty}>
          <EmptyState icon={<AlertIcon />} title={narrowed ? texts.empty.found(types) : texts.empty.exist(types)}>
            {narrowed ? texts.empty.foundHelp : texts.empty.existHelp}
          </EmptyState>
        </div>
      );
    if (isGrouped && groups.data)
      return (
        <>
          <div className={styles.tools}>
            {texts.groups(groups.data.total)}
            <span className={styles.end}>
              <SortMenu
                className={styles.sort}
                columns={sortableColumns}
                sort={groupSort}
                onSort={(id) => sortGroups({ ...nextSort(groupSort, id), attributeId: id })}
              />
              {pageSizes}
            </span>
          </div>
          <GroupTable
            answer={groups.data}
            sort={groupSort}
            onSort={sortGroups}
            onChange={setChange}
            onSilence={setSilenced}
            onOpen={({ event_definition_id: id, key }) =>
              ask({
                view: 'list',
                definitions: [id],
                query: query === '' ? keyQuery(key) : `(${query}) AND ${keyQuery(key)}`,
              })
            }
          />
          {pagerOf(groups.data.groups.length)}
        </>
      );
    if (!found) return null;
    return (
      <>
        <div className={mergeClasses(styles.tools, chosen.length > 0 && styles.bulk)}>
          {chosen.length > 0 ? (
            <>
              {texts.selected(chosen.length)}
              {(['acknowledged', 'muted', 'closed', 'open'] as const).map((status) => (
                <Button key={status} size="small" onClick={() => changeAll(status)}>
                  {texts.change[status]}
                </Button>
              ))}
              <Button size="small" appearance="subtle" onClick={() => select({ type: 'cleared' })}>
                {texts.cancelSelection}
              </Button>
            </>
          ) : (
            texts.total(found.total_events)
          )}
          <span className={styles.end}>{pageSizes}</span>
        </div>
        <AlertTable
          found={found}
          selected={chosen}
          onToggle={(id) => select({ type: 'row.toggled', id })}
          onToggleAll={() => select({ type: 'header.clicked' })}
          allSelected={selection.matches('checked') ? true : selection.matches('partial') ? 'mixed' : false}
          onChange={setChange}
          onSilence={setSilenced}
        />
        {pagerOf(found.events.length)}
      </>
    );
  };

  return (
    <PageLayout>
      <PageTabs tabs={alertTabs('alerts')} />
      <PageHeader
        title={texts.page}
        description={
          <>
            {texts.description} <HelpLink chapter="alerts">{texts.documentation}</HelpLink>
          </>
        }
        {...(keepsStates && {
          actions: <Button onClick={() => navigate('/alerts/silences')}>{texts.silences.open}</Button>,
        })}
      />
      <AlertsBar
        question={question}
        onAsk={ask}
        onRefresh={refresh}
        busy={shown.isFetching}
        keepsStates={keepsStates}
        nameOf={(id) => (shown.isPending ? null : shown.data?.context.event_definitions[id]?.title)}
      />
      {keepsStates && timeline.data && !error && (
        <Timeline timeline={timeline.data} onChoose={(time) => ask({ chosen: time })} />
      )}
      <section className={styles.card} aria-label={texts.table}>
        {table()}
      </section>
      {keeps.data === false && <p className={styles.note}>{texts.noStates}</p>}
      {change && (
        <Float onFailed={() => setChange(undefined)}>
          <StateDialog
            {...change}
            onDone={(failed) => select({ type: 'kept', ids: failed })}
            onClose={() => setChange(undefined)}
          />
        </Float>
      )}
      {silenced && (
        <Float onFailed={() => setSilenced(undefined)}>
          <SilenceDialog silence={undefined} like={silenced} onClose={() => setSilenced(undefined)} />
        </Float>
      )}
    </PageLayout>
  );
}

/** Maximum number of alerts through which the server can page. */
const mostPaged = 10_000;

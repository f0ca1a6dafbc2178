/** Renders the list page of dashboards (screens/dashboards-sharing-alerts.md §6.1). */
import { useMemo, useState, type ReactNode } from 'react';
import type { ViewSummary } from '../../api/contract/views.js';
import { dashboardsQuery } from '../../api/queries/views.js';
import { emptyDashboard } from '../../machines/view/transfer.js';
import { useCurrentUser, usePermission } from '../element/connection-context.js';
import { useHostElement, useNavigate } from '../element/host-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { CreateButton } from '../kit/create-button.js';
import { EmptyState } from '../kit/empty-state.js';
import { EntityTable, useEntityList, type EntityColumn } from '../kit/entity-table/index.js';
import { IconButton } from '../kit/icon-button.js';
import { DashboardIcon, DeleteIcon, HelpIcon } from '../kit/icons.js';
import { lazyPart } from '../kit/lazy-part.js';
import { HelpLink } from '../kit/help-link.js';
import { Link, OutsideLink } from '../kit/link.js';
import type { MenuEntry } from '../kit/menu.js';
import { PageHeader } from '../kit/page-header.js';
import { Popover } from '../kit/popover.js';
import { Float } from '../kit/float.js';
import { FavoriteStar } from './favorite-star.js';
import { PageLayout } from '../kit/page-layout.js';
import { dialogTexts } from './dialog-texts.js';
import type { PageProps } from '../kit/pages.js';
import { listTexts } from './list-texts.js';
import { useViewDeletion } from './use-view-deletion.js';
import { useRowSharing } from '../share/index.js';
import { useStartPageEntry } from './use-start-page.js';
import { viewListDefaults, viewListOrder } from './view-list.js';
import { mayDeleteView } from './view-permissions.js';

const NewDashboardDialog = lazyPart(() => import('./new-dashboard-dialog.js'), 'NewDashboardDialog');

export function DashboardsPage({ question, onQuestion }: PageProps): ReactNode {
  const hasRoute = useHasRoute();
  const host = useHostElement();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const mayCreate = usePermission('dashboards:create') && !host.readonly;
  const readsViews = usePermission('view:read');
  const seesAll = usePermission('dashboards:read') || readsViews;
  const none = seesAll ? listTexts.dashboards.none : listTexts.dashboards.noneShared;
  const [creating, setCreating] = useState(false);
  const list = useEntityList({
    id: 'dashboards',
    defaults: viewListDefaults,
    query: dashboardsQuery,
    question,
    onQuestion,
  });
  const { remove, removeAll } = useViewDeletion('DASHBOARD');
  const sharing = useRowSharing();
  const startPageEntry = useStartPageEntry();
  const columns = useMemo(
    (): Record<string, EntityColumn<ViewSummary>> => ({
      title: { render: (dashboard) => <Title dashboard={dashboard} hasRoute={hasRoute} /> },
      favorite: { fixed: 40, render: (dashboard) => <FavoriteStar view={dashboard} /> },
    }),
    [hasRoute],
  );
  const moreOf = (dashboard: ViewSummary): readonly MenuEntry[] => [
    ...(hasRoute(routeOf(dashboard.id)) ? startPageEntry({ id: dashboard.id, type: 'dashboard' }) : []),
    ...(mayDeleteView(user, dashboard)
      ? [
          {
            key: 'delete',
            label: listTexts.remove.action,
            icon: <DeleteIcon />,
            danger: true,
            onSelect: () =>
              void remove(dashboard.id, dashboard.title).then((gone) => {
                if (gone) list.send({ type: 'page.selected', page: 1 });
              }),
          },
        ]
      : []),
  ];
  // The console has a page for new dashboards; an element on a page without that route opens a dialog.
  const create = (): void => (hasRoute('/dashboards/new') ? navigate('/dashboards/new') : setCreating(true));
  const button = <CreateButton label={listTexts.dashboards.create} onClick={create} />;
  return (
    <PageLayout>
      <PageHeader
        title={listTexts.dashboards.page}
        description={
          <>
            {listTexts.dashboards.description}{' '}
            <HelpLink chapter="searching">{listTexts.dashboards.documentation}</HelpLink>
          </>
        }
        {...(mayCreate && { actions: button })}
      />
      <EntityTable
        list={list}
        label={listTexts.dashboards.page}
        nameOf={titleOf}
        columns={columns}
        order={viewListOrder}
        search={searchHelp}
        {...(!host.readonly && {
          rowActions: (dashboard: ViewSummary) => ({ buttons: [sharing.actionOf(dashboard)], more: moreOf(dashboard) }),
          actionButtons: 2,
          bulkActions: (ids: readonly string[], keep: (ids: readonly string[]) => void): readonly MenuEntry[] => [
            {
              key: 'delete',
              label: listTexts.remove.action,
              icon: <DeleteIcon />,
              danger: true,
              onSelect: () => void removeAll(ids, keep),
            },
          ],
        })}
        empty={(searched) => (
          <EmptyState
            icon={<DashboardIcon />}
            title={searched ? listTexts.dashboards.found : none}
            {...(!searched && mayCreate && { action: button })}
          >
            {!searched && (seesAll ? listTexts.dashboards.noneHelp : listTexts.dashboards.sharedHelp)}
          </EmptyState>
        )}
        failedTitle={listTexts.dashboards.failedTitle}
        failed={listTexts.dashboards.failed}
      />
      {sharing.dialog}
      <Float onFailed={() => setCreating(false)}>
        {creating && (
          <NewDashboardDialog
            heading={dialogTexts.metadata.newDashboard}
            initial={{ title: '', summary: '', description: '' }}
            build={emptyDashboard}
            hasRoute={hasRoute}
            onClose={() => setCreating(false)}
          />
        )}
      </Float>
    </PageLayout>
  );
}

const routeOf = (id: string): string => `/dashboards/${encodeURIComponent(id)}`;
const titleOf = ({ title }: ViewSummary): string => title;

const searchHelp = {
  label: listTexts.dashboards.search,
  fields: ['id', 'title', 'description', 'summary'],
  examples: [
    ['ops errors', 'the title contains “ops” or “errors”'],
    ['summary:"first look"', 'the summary contains “first look”'],
  ],
} as const;

interface TitleProps {
  readonly hasRoute: (route: string) => boolean;
  readonly dashboard: ViewSummary;
}

/** Renders a link to the dashboard, or plain text with the missing capabilities if this installation cannot show it. */
function Title({ dashboard, hasRoute }: TitleProps): ReactNode {
  const requires = Object.entries(dashboard.requires ?? {});
  if (requires.length > 0) {
    return (
      <>
        {dashboard.title}{' '}
        <Popover
          label={listTexts.dashboards.requires}
          trigger={<IconButton size="small" quiet label={listTexts.dashboards.requires} icon={<HelpIcon />} />}
        >
          {() => (
            <>
              <p>{listTexts.dashboards.requires}</p>
              <ul>
                {requires.map(([id, { name, url }]) => (
                  <li key={id}>{url ? <OutsideLink href={url}>{name ?? id}</OutsideLink> : (name ?? id)}</li>
                ))}
              </ul>
            </>
          )}
        </Popover>
      </>
    );
  }
  const route = routeOf(dashboard.id);
  return hasRoute(route) ? <Link route={route}>{dashboard.title}</Link> : dashboard.title;
}

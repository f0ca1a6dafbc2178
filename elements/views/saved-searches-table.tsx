/**
 * Renders the table of saved searches for the page of saved searches and for the Load dialog of the search page (spec 2
 * §9; screens/dashboards-sharing-alerts.md §7).
 */
import { useMemo, type ReactNode } from 'react';
import type { ViewSummary } from '../../api/contract/views.js';
import { savedSearchesQuery } from '../../api/queries/views.js';
import type { EntityListQuestion } from '../../machines/entity-list.js';
import { useCurrentUser, usePermission } from '../element/connection-context.js';
import { opensElsewhere, useHostElement } from '../element/host-context.js';
import { EmptyState } from '../kit/empty-state.js';
import { EntityTable, useEntityList, type EntityColumn } from '../kit/entity-table/index.js';
import { DeleteIcon, SearchIcon } from '../kit/icons.js';
import { Link } from '../kit/link.js';
import type { MenuEntry } from '../kit/menu.js';
import { FavoriteStar } from './favorite-star.js';
import { listTexts } from './list-texts.js';
import { useViewDeletion } from './use-view-deletion.js';
import { useRowSharing } from '../share/index.js';
import { useStartPageEntry } from './use-start-page.js';
import { mayDeleteView } from './view-permissions.js';
import { viewListDefaults, viewListOrder } from './view-list.js';

export interface SavedSearchesTableProps {
  /** Page number, query and filters of the list as in the address; absent in the dialog, where the table keeps them. */
  readonly question?: EntityListQuestion | undefined;
  readonly onQuestion?: ((question: EntityListQuestion) => void) | undefined;
  /** Called with the id of the search to open, in the dialog; absent: titles are links. */
  readonly onOpen?: ((viewId: string) => void) | undefined;
  /** Called with the ids of deleted searches. */
  readonly onDeleted?: ((ids: readonly string[]) => void) | undefined;
  readonly inDialog?: boolean;
  readonly emptyAction?: ReactNode;
}

export function SavedSearchesTable(props: SavedSearchesTableProps): ReactNode {
  const { question, onQuestion, onOpen, onDeleted, inDialog = false, emptyAction } = props;
  const { readonly } = useHostElement();
  const user = useCurrentUser();
  const seesAll = usePermission('view:read');
  const list = useEntityList({
    id: 'saved-searches',
    defaults: viewListDefaults,
    query: savedSearchesQuery,
    question,
    onQuestion,
  });
  const { remove, removeAll } = useViewDeletion('SEARCH');
  const sharing = useRowSharing();
  const startPageEntry = useStartPageEntry();
  const columns = useMemo(
    (): Record<string, EntityColumn<ViewSummary>> => ({
      title: {
        render: (search) => (
          <Link
            route={`/search/${encodeURIComponent(search.id)}`}
            onClick={(event) => {
              if (!onOpen || opensElsewhere(event)) return;
              event.preventDefault();
              onOpen(search.id);
            }}
          >
            {search.title}
          </Link>
        ),
      },
      favorite: { fixed: 40, render: (search) => <FavoriteStar view={search} /> },
    }),
    [onOpen],
  );
  const deleteOne = async (search: ViewSummary): Promise<void> => {
    if (!(await remove(search.id, search.title))) return;
    list.send({ type: 'page.selected', page: 1 });
    onDeleted?.([search.id]);
  };
  const moreOf = (search: Pick<ViewSummary, 'id'>): readonly MenuEntry[] =>
    inDialog ? [] : startPageEntry({ id: search.id, type: 'search' });
  const deletable = user !== undefined && !readonly;
  const table = (
    <EntityTable
      list={list}
      label={listTexts.searches.page}
      nameOf={titleOf}
      columns={columns}
      order={viewListOrder}
      search={searchHelp}
      frame={!inDialog}
      pageSizes={!inDialog}
      actionButtons={inDialog ? 1 : moreOf(nothing).length === 0 ? 2 : 3}
      {...(!readonly && {
        rowActions: (search: ViewSummary) => ({
          buttons: [
            // The dialog is for loading searches, so it does not offer sharing.
            ...(inDialog ? [] : [sharing.actionOf(search)]),
            ...(mayDeleteView(user, search)
              ? [
                  {
                    key: 'delete',
                    label: listTexts.remove.action,
                    icon: <DeleteIcon />,
                    danger: true,
                    onSelect: () => void deleteOne(search),
                  },
                ]
              : []),
          ],
          more: moreOf(search),
        }),
      })}
      {...(deletable && {
        bulkActions: (ids, keep) => [
          {
            key: 'delete',
            label: listTexts.remove.action,
            icon: <DeleteIcon />,
            danger: true,
            onSelect: () => void removeAll(ids, keep).then((gone) => gone.length > 0 && onDeleted?.(gone)),
          },
        ],
      })}
      empty={(searched) => (
        <EmptyState
          icon={<SearchIcon />}
          title={searched ? listTexts.searches.found : listTexts.searches.none}
          {...(!searched && emptyAction !== undefined && { action: emptyAction })}
        >
          {!searched && (seesAll ? listTexts.searches.noneHelp : listTexts.searches.sharedHelp)}
        </EmptyState>
      )}
      failedTitle={listTexts.searches.failedTitle}
      failed={listTexts.searches.failed}
    />
  );
  return (
    <>
      {table}
      {sharing.dialog}
    </>
  );
}

/** Placeholder search to count the menu entries of a row, because the number of entries does not depend on the row. */
const nothing = { id: '' };
const titleOf = ({ title }: ViewSummary): string => title;

const searchHelp = {
  label: listTexts.searches.search,
  fields: ['id', 'title'],
  examples: [
    ['errors web', 'the title contains “errors” or “web”'],
    ['title:=~"^prod"', 'the title begins with “prod”'],
  ],
} as const;

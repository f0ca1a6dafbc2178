/** Renders a page that lists the lookup tables (screens/administration.md D1). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';
import type { ErrorStates } from '../../../api/contract/lookup.js';
import {
  deleteLookupTableMutation,
  lookupErrorStatesQuery,
  lookupTablesPageQuery,
  lookupUsesQuery,
  type ListedTable,
} from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { CreateButton } from '../../kit/create-button.js';
import { useEntityList, type EntityColumn } from '../../kit/entity-table/index.js';
import { TableIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { ListPage } from '../../kit/list-page/index.js';
import type { PageProps } from '../../kit/pages.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { help, layoutWith, rowActionsOf, TitleCell } from './list-facts.js';
import { useMayChange } from './may-change.js';
import { ProblemMark } from './problem-mark.js';
import { lookupTabs, paths, routes } from './routes.js';
import { texts } from './texts.js';

const order = ['title', 'description', 'name', 'cache', 'adapter'] as const;
const defaults = layoutWith(order);
const nameOf = ({ title }: ListedTable): string => title;
const words = texts.table;

const StatesContext = createContext<ErrorStates | undefined>(undefined);

const columns: Readonly<Record<string, EntityColumn<ListedTable>>> = {
  description: { weight: 2, minor: true },
  title: { weight: 1.5, render: (table) => <Title table={table} /> },
  cache: {
    render: ({ cache }) => (cache ? <Link route={routes.cache(cache.name)}>{cache.title}</Link> : texts.gone),
  },
  adapter: {
    render: ({ adapter }) => (adapter ? <Link route={routes.adapter(adapter.name)}>{adapter.title}</Link> : texts.gone),
  },
};

export function TablesPage({ question, onQuestion }: PageProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const navigate = useNavigate();
  const { mayCreate, mayEdit, mayDelete } = useMayChange();
  const list = useEntityList({ id: 'lookup_tables', defaults, query: lookupTablesPageQuery, question, onQuestion });
  const rows = list.rows ?? [];
  const { data: states } = useQuery(
    lookupErrorStatesQuery(client, {
      tables: rows.map(({ name }) => name),
      data_adapters: rows.flatMap(({ adapter }) => adapter?.name ?? []),
      caches: rows.flatMap(({ cache }) => cache?.name ?? []),
    }),
  );
  const deleting = useMutation(deleteLookupTableMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: words.removal,
    one: deleting.mutateAsync,
    onGone: ([id]) => emit('log-changed', { type: 'lookup-table', id }),
  });
  const removeTable = async ({ id, title }: ListedTable): Promise<void> => {
    const uses = await queryClient.fetchQuery(lookupUsesQuery(client, id)).catch(() => null);
    const count = uses ? uses.uses.length + uses.hidden : 0;
    const names =
      uses?.uses
        .slice(0, 10)
        .map(({ title: used }) => used)
        .join(', ') ?? '';
    await remove(id, title, count > 0 ? words.usedNote(count, names) : undefined);
  };
  return (
    <StatesContext value={states}>
      <ListPage
        texts={words.list}
        help={help}
        icon={<TableIcon />}
        tabs={lookupTabs('tables')}
        list={list}
        nameOf={nameOf}
        columns={columns}
        order={order}
        rowActions={(table) =>
          rowActionsOf({
            mayEdit: mayEdit(table),
            mayDelete: mayDelete(table),
            onEdit: () => navigate(routes.editTable(table.name)),
            onDelete: () => void removeTable(table),
          })
        }
        actionButtons={2}
        {...(mayCreate && {
          create: <CreateButton label={words.create} onClick={() => navigate(paths.createTable)} />,
        })}
      />
    </StatesContext>
  );
}

function Title({ table: { title, name, cache, adapter } }: { readonly table: ListedTable }): ReactNode {
  const states = useContext(StatesContext);
  const ofAdapter = adapter && states?.data_adapters[adapter.name];
  const ofTable = states?.tables[name];
  return (
    <TitleCell
      title={title}
      route={routes.table(name)}
      mark={
        <ProblemMark
          name={title}
          problems={[
            // The error that a lookup table reports is that of its data adapter, so it is not listed a second time.
            { title: texts.problems.table, text: ofAdapter ? undefined : ofTable },
            { title: texts.problems.cache, text: cache && states?.caches[cache.name] },
            { title: texts.problems.adapter, text: ofAdapter },
          ]}
        />
      }
    />
  );
}

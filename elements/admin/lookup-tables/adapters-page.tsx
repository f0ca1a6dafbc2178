/** Renders a page that lists the data adapters with their statistics and errors (screens/administration.md D3). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';
import type { DataAdapter, ErrorStates } from '../../../api/contract/lookup.js';
import {
  dataAdaptersPageQuery,
  deleteDataAdapterMutation,
  lookupErrorStatesQuery,
} from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { CreateButton } from '../../kit/create-button.js';
import { useEntityList, type EntityColumn } from '../../kit/entity-table/index.js';
import { formatNumber } from '../../kit/format.js';
import { PluginIcon } from '../../kit/icons.js';
import { ListPage } from '../../kit/list-page/index.js';
import type { PageProps } from '../../kit/pages.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { help, layoutWith, rowActionsOf, TitleCell } from './list-facts.js';
import { useMayChange } from './may-change.js';
import { ProblemMark } from './problem-mark.js';
import { lookupTabs, paths, routes } from './routes.js';
import { texts } from './texts.js';
import { adapterMetric, useLookupFigures, type LookupFigures } from './use-lookup-figures.js';

const order = ['title', 'description', 'name', 'throughput'] as const;
const defaults = layoutWith(order);
const nameOf = ({ title }: DataAdapter): string => title;
const words = texts.adapter;

const StatesContext = createContext<{
  readonly states: ErrorStates | undefined;
  readonly figures: LookupFigures | undefined;
}>({ states: undefined, figures: undefined });

const columns: Readonly<Record<string, EntityColumn<DataAdapter>>> = {
  title: { weight: 1.5, render: (adapter) => <Title adapter={adapter} /> },
  throughput: { fixed: 120, render: (adapter) => <Throughput adapter={adapter} /> },
};

export function AdaptersPage({ question, onQuestion }: PageProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const navigate = useNavigate();
  const { mayCreate, mayEdit, mayDelete } = useMayChange();
  const list = useEntityList({ id: 'lookup_adapters', defaults, query: dataAdaptersPageQuery, question, onQuestion });
  const rows = list.rows ?? [];
  const figures = useLookupFigures(rows.map(({ id }) => adapterMetric(id)));
  const { data: states } = useQuery(lookupErrorStatesQuery(client, { data_adapters: rows.map(({ name }) => name) }));
  const deleting = useMutation(deleteDataAdapterMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: words.removal,
    one: deleting.mutateAsync,
    onGone: ([id]) => emit('log-changed', { type: 'lookup-adapter', id }),
  });
  return (
    <StatesContext value={{ states, figures }}>
      <ListPage
        texts={words.list}
        help={help}
        icon={<PluginIcon />}
        tabs={lookupTabs('adapters')}
        list={list}
        nameOf={nameOf}
        columns={columns}
        order={order}
        rowActions={(adapter) =>
          rowActionsOf({
            mayEdit: mayEdit(adapter),
            mayDelete: mayDelete(adapter),
            onEdit: () => navigate(routes.editAdapter(adapter.name)),
            onDelete: () => void remove(adapter.id, adapter.title),
          })
        }
        actionButtons={2}
        {...(mayCreate && {
          create: <CreateButton label={words.create} onClick={() => navigate(paths.createAdapter)} />,
        })}
      />
    </StatesContext>
  );
}

function Title({ adapter: { title, name } }: { readonly adapter: DataAdapter }): ReactNode {
  const { states } = useContext(StatesContext);
  const problem = { title: texts.problems.adapter, text: states?.data_adapters[name] };
  return (
    <TitleCell title={title} route={routes.adapter(name)} mark={<ProblemMark name={title} problems={[problem]} />} />
  );
}

function Throughput({ adapter }: { readonly adapter: DataAdapter }): ReactNode {
  const rate = useContext(StatesContext).figures?.rate(adapterMetric(adapter.id));
  return rate === undefined ? texts.cache.notKnown : `${formatNumber(Math.round(rate * 10) / 10)}/s`;
}

/** Renders a page that lists the caches with their statistics (screens/administration.md D2). */
import { useMutation } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';
import type { LookupCache } from '../../../api/contract/lookup.js';
import { deleteLookupCacheMutation, lookupCachesPageQuery } from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { CreateButton } from '../../kit/create-button.js';
import { useEntityList, type EntityColumn } from '../../kit/entity-table/index.js';
import { formatNumber, formatPercent } from '../../kit/format.js';
import { StackIcon } from '../../kit/icons.js';
import { ListPage } from '../../kit/list-page/index.js';
import type { PageProps } from '../../kit/pages.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { help, layoutWith, rowActionsOf, TitleCell } from './list-facts.js';
import { useMayChange } from './may-change.js';
import { lookupTabs, paths, routes } from './routes.js';
import { texts } from './texts.js';
import { cacheMetric, useLookupFigures, type LookupFigures } from './use-lookup-figures.js';

const order = ['title', 'description', 'name', 'entries', 'hit_rate', 'throughput'] as const;
const defaults = layoutWith(order);
const nameOf = ({ title }: LookupCache): string => title;
const words = texts.cache;

const FiguresContext = createContext<LookupFigures | undefined>(undefined);

const columns: Readonly<Record<string, EntityColumn<LookupCache>>> = {
  title: { weight: 1.5, render: ({ title, name }) => <TitleCell title={title} route={routes.cache(name)} /> },
  entries: { fixed: 110, render: (cache) => <Entries cache={cache} /> },
  hit_rate: { fixed: 110, render: (cache) => <HitRate cache={cache} /> },
  throughput: { fixed: 120, render: (cache) => <Throughput name={cacheMetric(cache.id, 'requests')} /> },
};

export function CachesPage({ question, onQuestion }: PageProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const navigate = useNavigate();
  const { mayCreate, mayEdit, mayDelete } = useMayChange();
  const list = useEntityList({ id: 'lookup_caches', defaults, query: lookupCachesPageQuery, question, onQuestion });
  const figures = useLookupFigures(
    (list.rows ?? []).flatMap(({ id }) =>
      (['requests', 'hits', 'entries'] as const).map((name) => cacheMetric(id, name)),
    ),
  );
  const deleting = useMutation(deleteLookupCacheMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: words.removal,
    one: deleting.mutateAsync,
    onGone: ([id]) => emit('log-changed', { type: 'lookup-cache', id }),
  });
  return (
    <FiguresContext value={figures}>
      <ListPage
        texts={words.list}
        help={help}
        icon={<StackIcon />}
        tabs={lookupTabs('caches')}
        list={list}
        nameOf={nameOf}
        columns={columns}
        order={order}
        rowActions={(cache) =>
          rowActionsOf({
            mayEdit: mayEdit(cache),
            mayDelete: mayDelete(cache),
            onEdit: () => navigate(routes.editCache(cache.name)),
            onDelete: () => void remove(cache.id, cache.title),
          })
        }
        actionButtons={2}
        {...(mayCreate && {
          create: <CreateButton label={words.create} onClick={() => navigate(paths.createCache)} />,
        })}
      />
    </FiguresContext>
  );
}

function Entries({ cache }: { readonly cache: LookupCache }): ReactNode {
  const entries = useContext(FiguresContext)?.gauge(cacheMetric(cache.id, 'entries'));
  return entries === undefined || entries < 0 ? words.notKnown : formatNumber(entries);
}

function HitRate({ cache: { id } }: { readonly cache: LookupCache }): ReactNode {
  const figures = useContext(FiguresContext);
  const requests = figures?.total(cacheMetric(id, 'requests')) ?? 0;
  return requests > 0 ? formatPercent((figures?.total(cacheMetric(id, 'hits')) ?? 0) / requests) : words.notKnown;
}

function Throughput({ name }: { readonly name: string }): ReactNode {
  const rate = useContext(FiguresContext)?.rate(name);
  return rate === undefined ? words.notKnown : `${formatNumber(Math.round(rate * 10) / 10)}/s`;
}

/** Renders a page that creates or edits a cache (screens/administration.md D2). */
import type { ReactNode } from 'react';
import { cacheTypeOf } from '../../../api/lookup/caches.js';
import { lookupCacheQuery } from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { CacheForm } from './configured-form.js';
import { Denied } from './denied.js';
import { useMayChange } from './may-change.js';
import { lookupTabs, paths, routes } from './routes.js';
import { texts } from './texts.js';
import { NewCache } from './type-choice.js';
import { WithEntity } from './with-entity.js';

const words = texts.cache;

export function CacheFormPage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const { mayCreate, mayEdit } = useMayChange();
  const idOrName = params['idOrName'];
  const toList = (): void => navigate(paths.caches);
  if (idOrName === undefined)
    return (
      <PageLayout>
        <PageTabs tabs={lookupTabs('caches')} />
        <PageHeader title={words.create} description={words.list.description} />
        {mayCreate ? <NewCache onSaved={toList} onCancel={toList} /> : <Denied />}
      </PageLayout>
    );
  return (
    <WithEntity
      key={idOrName}
      query={lookupCacheQuery(client, idOrName)}
      tabs={lookupTabs('caches')}
      title={words.edit}
      description={() => words.description}
    >
      {(cache) => {
        const description = cacheTypeOf(cache.config.type);
        if (!mayEdit(cache) || !description) return <Denied />;
        const toCache = (name: string): void => navigate(routes.cache(name));
        return (
          <CacheForm
            key={cache.id}
            description={description}
            entity={cache}
            onSaved={({ name }) => toCache(name)}
            onCancel={() => toCache(cache.name)}
          />
        );
      }}
    </WithEntity>
  );
}

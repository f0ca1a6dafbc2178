/** Renders the page of a cache with its configuration (screens/administration.md D2). */
import type { ReactNode } from 'react';
import { cacheTypeOf } from '../../../api/lookup/caches.js';
import { lookupCacheQuery } from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import type { PageProps } from '../../kit/pages.js';
import { summaryRows } from './config-summary.js';
import { lookupTabs, routes } from './routes.js';
import { texts } from './texts.js';
import { WithEntity } from './with-entity.js';

export function CachePage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const idOrName = params['idOrName'] ?? '';
  return (
    <WithEntity
      key={idOrName}
      query={lookupCacheQuery(client, idOrName)}
      tabs={lookupTabs('caches')}
      title={texts.cache.noun}
      description={(cache) => cache?.description || texts.cache.description}
      editRoute={(cache) => routes.editCache(cache.name)}
    >
      {({ name, config }) => {
        const type = cacheTypeOf(config.type);
        return (
          <Section title={texts.summary.title}>
            <Details
              rows={[
                [texts.form.name, name],
                [texts.cache.type, type?.label ?? config.type],
                ...summaryRows(type, config),
              ]}
            />
          </Section>
        );
      }}
    </WithEntity>
  );
}

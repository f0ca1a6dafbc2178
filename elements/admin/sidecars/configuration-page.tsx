/** Renders the lists of configurations and of collectors (screens/administration.md F4). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { CollectorSummary, ConfigurationSummary } from '../../../api/contract/sidecars.schema.js';
import { Forbidden } from '../../../api/failures.js';
import {
  collectorPageQuery,
  collectorsQuery,
  configurationPageQuery,
  copyCollectorMutation,
  copyConfigurationMutation,
  deleteCollectorMutation,
  deleteConfigurationMutation,
} from '../../../api/queries/sidecar-configurations.js';
import { firstQuestion, type EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Chip } from '../../kit/chip.js';
import { CreateButton } from '../../kit/create-button.js';
import { useEntityList, type EntityColumn, type EntityList } from '../../kit/entity-table/index.js';
import { Link } from '../../kit/link.js';
import { PageTabs } from '../../kit/list-page/page-tabs.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { NamedList } from './named-list.js';
import { pageTexts } from './page-texts.js';
import { routes, sidecarTabs } from './routes.js';
import { systemName } from './state.js';

const words = pageTexts.configuration;

const useStyles = makeStyles({
  swatch: { display: 'inline-block', width: '16px', height: '16px', borderRadius: '2px' },
  tags: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
});

const layoutOf = (displayed: readonly string[]): EntityListLayout => ({
  displayed,
  sort: { attributeId: 'name', direction: 'asc' },
  perPage: 10,
});
const configurationOrder = ['name', 'color', 'collector_id', 'tags'];
const collectorOrder = ['name', 'operating_system'];
const configurationLayout = layoutOf(configurationOrder);
const collectorLayout = layoutOf(collectorOrder);
/** Names a collector with its operating system, because collectors of two systems may have the same name. */
const collectorName = ({ name, node_operating_system: os }: CollectorSummary): string => `${name} on ${systemName(os)}`;

export function ConfigurationPage({ question, onQuestion }: PageProps): ReactNode {
  const [ownQuestion, setOwnQuestion] = useState(firstQuestion);
  const configurations = useEntityList({
    id: 'sidecar-configurations',
    defaults: configurationLayout,
    query: configurationPageQuery,
    question,
    onQuestion,
  });
  const collectors = useEntityList({
    id: 'sidecar-collectors',
    defaults: collectorLayout,
    query: collectorPageQuery,
    question: ownQuestion,
    onQuestion: setOwnQuestion,
  });
  const refused = [configurations.failure, collectors.failure].find((failure) => failure instanceof Forbidden);
  if (refused instanceof Forbidden) return <Refusal error={refused} />;
  return (
    <PageLayout>
      <PageTabs tabs={sidecarTabs('configuration')} />
      <PageHeader title={words.page} description={words.description} />
      <Configurations list={configurations} />
      <Collectors list={collectors} />
    </PageLayout>
  );
}

function Configurations({ list }: { readonly list: EntityList<ConfigurationSummary> }): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const own = words.configurations;
  const navigate = useNavigate();
  const { readonly } = useHostElement();
  const mayCreate = usePermission('sidecar_collector_configurations:create') && !readonly;
  const mayUpdate = usePermission('sidecar_collector_configurations:update') && !readonly;
  const mayDelete = usePermission('sidecar_collector_configurations:delete') && !readonly;
  const collectors = useQuery(collectorsQuery(client));
  const copying = useMutation(copyConfigurationMutation(client, queryClient));
  const deleting = useMutation(deleteConfigurationMutation(client, queryClient));
  const columns = useMemo(
    (): Readonly<Record<string, EntityColumn<ConfigurationSummary>>> => ({
      name: { weight: 2, render: ({ id, name }) => <Link route={routes.editConfiguration(id)}>{name}</Link> },
      color: {
        fixed: 72,
        render: ({ color }) => (
          <span
            role="img"
            aria-label={color}
            title={color}
            className={styles.swatch}
            style={{ backgroundColor: color }}
          />
        ),
      },
      collector_id: {
        weight: 1,
        render: ({ collector_id: id }) => {
          const collector = collectors.data?.find((one) => one.id === id);
          return collector ? collectorName(collector) : '';
        },
      },
      tags: {
        weight: 1,
        render: ({ tags, assignment_rule: rule }) => (
          <span className={styles.tags}>
            {tags.map((tag) => (
              <Chip key={tag} size="small">
                {tag}
              </Chip>
            ))}
            {rule !== undefined && rule !== '' && (
              <span title={rule}>
                <Chip size="small">{own.rule}</Chip>
              </span>
            )}
          </span>
        ),
      },
    }),
    [styles, collectors.data, own.rule],
  );
  return (
    <NamedList
      list={list}
      type="sidecar-configuration"
      texts={own}
      noun="configuration"
      columns={columns}
      order={configurationOrder}
      createButton={mayCreate && <CreateButton label={own.create} onClick={() => navigate(routes.newConfiguration)} />}
      hasActions={mayCreate || mayUpdate || mayDelete}
      editRoute={mayUpdate ? routes.editConfiguration : undefined}
      copy={mayCreate ? copying.mutateAsync : undefined}
      remove={mayDelete ? deleting.mutateAsync : undefined}
      fullName={({ name }) => name}
    />
  );
}

function Collectors({ list }: { readonly list: EntityList<CollectorSummary> }): ReactNode {
  const { client, queryClient } = useConnection();
  const navigate = useNavigate();
  const { readonly } = useHostElement();
  const mayCreate = usePermission('sidecar_collectors:create') && !readonly;
  const mayUpdate = usePermission('sidecar_collectors:update') && !readonly;
  const mayDelete = usePermission('sidecar_collectors:delete') && !readonly;
  const copying = useMutation(copyCollectorMutation(client, queryClient));
  const deleting = useMutation(deleteCollectorMutation(client, queryClient));
  const columns = useMemo(
    (): Readonly<Record<string, EntityColumn<CollectorSummary>>> => ({
      name: { weight: 2, render: ({ id, name }) => <Link route={routes.editCollector(id)}>{name}</Link> },
      operating_system: { weight: 1, render: ({ node_operating_system: os }) => systemName(os) },
    }),
    [],
  );
  return (
    <NamedList
      list={list}
      type="sidecar-collector"
      texts={words.collectors}
      noun="collector"
      columns={columns}
      order={collectorOrder}
      createButton={
        mayCreate && <Button onClick={() => navigate(routes.newCollector)}>{words.collectors.create}</Button>
      }
      hasActions={mayCreate || mayUpdate || mayDelete}
      editRoute={mayUpdate ? routes.editCollector : undefined}
      copy={mayCreate ? copying.mutateAsync : undefined}
      remove={mayDelete ? deleting.mutateAsync : undefined}
      fullName={collectorName}
    />
  );
}

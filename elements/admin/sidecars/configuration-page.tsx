/** Lists of configurations and of collectors (screens/administration.md F4). */
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
import { EmptyState } from '../../kit/empty-state.js';
import {
  EntityTable,
  useEntityList,
  type EntityColumn,
  type EntityList,
  type RowActions,
} from '../../kit/entity-table/index.js';
import { Float } from '../../kit/float.js';
import { DeleteIcon, EditIcon, SaveAsIcon, SettingsIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { ListHeading } from '../../kit/list-page/list-heading.js';
import { PageTabs } from '../../kit/list-page/page-tabs.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { pageTexts } from './page-texts.js';
import { routes, sidecarTabs } from './routes.js';
import { systemName } from './state.js';
import { texts } from './texts.js';

const CloneDialog = lazyPart(() => import('./clone-dialog.js'), 'CloneDialog');
const words = pageTexts.configuration;

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
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
const nameOf = ({ name }: { readonly name: string }): string => name;
const help = (what: string) =>
  ({ fields: ['name', 'id'], examples: [['linux', `the name of the ${what} contains “linux”`]] }) as const;

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
  const host = useHostElement();
  const navigate = useNavigate();
  const { client, queryClient } = useConnection();
  const own = words.configurations;
  const may = (yes: boolean): boolean => yes && !host.readonly;
  const mayCreate = may(usePermission('sidecar_collector_configurations:create'));
  const mayUpdate = may(usePermission('sidecar_collector_configurations:update'));
  const mayDelete = may(usePermission('sidecar_collector_configurations:delete'));
  const collectors = useQuery(collectorsQuery(client));
  const copying = useMutation(copyConfigurationMutation(client, queryClient));
  const deleting = useMutation(deleteConfigurationMutation(client, queryClient));
  const [cloned, setCloned] = useState<ConfigurationSummary>();
  const { remove } = useDeletion({
    texts: own.removal,
    one: deleting.mutateAsync,
    onGone: ([id]) => host.emit('log-changed', { type: 'sidecar-configuration', id }),
  });
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
          return collector ? `${collector.name} on ${systemName(collector.node_operating_system)}` : '';
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
  const actionsOf = (configuration: ConfigurationSummary): RowActions => ({
    buttons: [
      {
        key: 'edit',
        label: texts.edit,
        icon: <EditIcon />,
        onSelect: () => navigate(routes.editConfiguration(configuration.id)),
      },
    ],
    more: [
      ...(mayCreate
        ? [{ key: 'clone', label: texts.clone, icon: <SaveAsIcon />, onSelect: () => setCloned(configuration) }]
        : []),
      ...(mayDelete
        ? [
            {
              key: 'delete',
              label: texts.delete,
              icon: <DeleteIcon />,
              danger: true,
              onSelect: () => void remove(configuration.id, configuration.name),
            },
          ]
        : []),
    ],
  });
  const create = mayCreate && <CreateButton label={own.create} onClick={() => navigate(routes.newConfiguration)} />;
  return (
    <>
      <div className={styles.head}>
        <ListHeading title={own.title} total={list.rows && own.total(list.total)} />
        {create}
      </div>
      <EntityTable
        list={list}
        label={own.title}
        pagerLabel={own.pages}
        nameOf={nameOf}
        columns={columns}
        order={configurationOrder}
        search={{ label: own.search, ...help('configuration') }}
        {...((mayUpdate || mayCreate || mayDelete) && { rowActions: actionsOf, actionButtons: 2 })}
        empty={(searched) => <EmptyState icon={<SettingsIcon />} title={searched ? own.found : own.none} />}
        failedTitle={own.loadingFailed}
        failed={own.failed}
      />
      <Float onFailed={() => setCloned(undefined)}>
        {cloned && (
          <CloneDialog
            name={cloned.name}
            clone={(name) => copying.mutateAsync({ id: cloned.id, name })}
            type="sidecar-configuration"
            onClose={() => setCloned(undefined)}
          />
        )}
      </Float>
    </>
  );
}

function Collectors({ list }: { readonly list: EntityList<CollectorSummary> }): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const navigate = useNavigate();
  const { client, queryClient } = useConnection();
  const own = words.collectors;
  const mayCreate = usePermission('sidecar_collectors:create') && !host.readonly;
  const mayDelete = usePermission('sidecar_collectors:delete') && !host.readonly;
  const copying = useMutation(copyCollectorMutation(client, queryClient));
  const deleting = useMutation(deleteCollectorMutation(client, queryClient));
  const [cloned, setCloned] = useState<CollectorSummary>();
  const { remove } = useDeletion({
    texts: own.removal,
    one: deleting.mutateAsync,
    onGone: ([id]) => host.emit('log-changed', { type: 'sidecar-collector', id }),
  });
  const columns = useMemo(
    (): Readonly<Record<string, EntityColumn<CollectorSummary>>> => ({
      name: { weight: 2, render: ({ id, name }) => <Link route={routes.editCollector(id)}>{name}</Link> },
      operating_system: { weight: 1, render: ({ node_operating_system: os }) => systemName(os) },
    }),
    [],
  );
  const actionsOf = (collector: CollectorSummary): RowActions => ({
    buttons: [
      {
        key: 'edit',
        label: texts.edit,
        icon: <EditIcon />,
        onSelect: () => navigate(routes.editCollector(collector.id)),
      },
    ],
    more: [
      ...(mayCreate
        ? [{ key: 'clone', label: texts.clone, icon: <SaveAsIcon />, onSelect: () => setCloned(collector) }]
        : []),
      ...(mayDelete
        ? [
            {
              key: 'delete',
              label: texts.delete,
              icon: <DeleteIcon />,
              danger: true,
              onSelect: () =>
                void remove(collector.id, `${collector.name} on ${systemName(collector.node_operating_system)}`),
            },
          ]
        : []),
    ],
  });
  return (
    <>
      <div className={styles.head}>
        <ListHeading title={own.title} total={list.rows && own.total(list.total)} />
        {mayCreate && <Button onClick={() => navigate(routes.newCollector)}>{own.create}</Button>}
      </div>
      <EntityTable
        list={list}
        label={own.title}
        pagerLabel={own.pages}
        nameOf={nameOf}
        columns={columns}
        order={collectorOrder}
        search={{ label: own.search, ...help('collector') }}
        rowActions={actionsOf}
        actionButtons={2}
        empty={(searched) => <EmptyState icon={<SettingsIcon />} title={searched ? own.found : own.none} />}
        failedTitle={own.loadingFailed}
        failed={own.failed}
      />
      <Float onFailed={() => setCloned(undefined)}>
        {cloned && (
          <CloneDialog
            name={cloned.name}
            clone={(name) => copying.mutateAsync({ id: cloned.id, name })}
            type="sidecar-collector"
            onClose={() => setCloned(undefined)}
          />
        )}
      </Float>
    </>
  );
}

/** Renders the list of rules with throughput, errors and the pipelines that use them (screens/administration.md E3). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { allows } from '../../../api/permissions.js';
import { pipelineMetric } from '../../../api/queries/pipeline-figures.js';
import {
  deleteRuleMutation,
  ruleMetricsConfigQuery,
  rulePageQuery,
  type ListedRule,
} from '../../../api/queries/pipelines.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { StatusBadge } from '../../kit/chip.js';
import { CreateButton } from '../../kit/create-button.js';
import { useEntityList, type EntityColumn, type RowActions } from '../../kit/entity-table/index.js';
import { Float } from '../../kit/float.js';
import { DeleteIcon, EditIcon, PipelineIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { ListPage } from '../../kit/list-page/index.js';
import type { PageProps } from '../../kit/pages.js';
import { tokens } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { FailedCount, FiguresSource, partTexts, pipelineTabs, Rate, routes } from '../pipeline-parts/index.js';
import { texts } from './texts.js';

const MetricsDialog = lazyPart(() => import('./metrics-dialog.js'), 'MetricsDialog');

const order = ['title', 'description', 'created_at', 'modified_at', 'throughput', 'errors', 'pipelines'];
const defaults: EntityListLayout = {
  displayed: order,
  sort: { attributeId: 'title', direction: 'asc' },
  perPage: 20,
};
const nameOf = ({ title }: ListedRule): string => title ?? '';

const useStyles = makeStyles({
  pipelines: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '8px',
    rowGap: '2px',
    minWidth: 0,
    '& > *': { minWidth: 0, maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  none: { color: tokens.text.secondary },
});

const columns: Readonly<Record<string, EntityColumn<ListedRule>>> = {
  title: { weight: 2, min: 150, render: (rule) => <Title rule={rule} /> },
  description: { weight: 2, min: 100 },
  // Narrow tables hide the dates first, because the statistics of a rule are more useful.
  created_at: { fixed: 160, minor: true },
  modified_at: { fixed: 160, minor: true },
  throughput: { fixed: 104, render: ({ id }) => <Rate name={pipelineMetric.rule(id, 'executed')} /> },
  errors: {
    fixed: 84,
    render: ({ id }) => <FailedCount name={pipelineMetric.rule(id, 'failed')} route={routes.rule(id)} />,
  },
  pipelines: { weight: 1, min: 110, render: ({ usedIn }) => <UsedIn pipelines={usedIn} /> },
};

export function RulesPage({ question, onQuestion }: PageProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const navigate = useNavigate();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayCreate = usePermission('pipeline_rule:create') && !readonly;
  const [open, setOpen] = useState(false);
  const { data: metrics } = useQuery(ruleMetricsConfigQuery(client));
  const list = useEntityList({ id: 'pipeline-rules', defaults, query: rulePageQuery, question, onQuestion });
  const { rows } = list;
  const deleting = useMutation(deleteRuleMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: texts.removal,
    one: deleting.mutateAsync,
    onGone: ([id]) => emit('log-changed', { type: 'pipeline-rule', id }),
  });
  const figures = useMemo(
    () => (rows ?? []).flatMap(({ id }) => [pipelineMetric.rule(id, 'executed'), pipelineMetric.rule(id, 'failed')]),
    [rows],
  );
  const actionsOf = (rule: ListedRule): RowActions => {
    const { id, usedIn } = rule;
    const may = (action: string): boolean => !readonly && allows(granted, `pipeline_rule:${action}:${id}`);
    const note = usedIn.length > 0 ? texts.removal.used(usedIn.map(({ title }) => title).join(', ')) : undefined;
    return {
      buttons: [
        ...(may('edit')
          ? [{ key: 'edit', label: texts.edit, icon: <EditIcon />, onSelect: () => navigate(routes.rule(id)) }]
          : []),
        ...(may('delete')
          ? [
              {
                key: 'delete',
                label: texts.delete,
                icon: <DeleteIcon />,
                danger: true,
                onSelect: () => void remove(id, nameOf(rule), note),
              },
            ]
          : []),
      ],
    };
  };
  return (
    <FiguresSource names={figures}>
      <ListPage
        texts={texts.list}
        tabs={pipelineTabs('rules')}
        help={help}
        icon={<PipelineIcon />}
        list={list}
        nameOf={nameOf}
        columns={columns}
        order={order}
        rowActions={actionsOf}
        actionButtons={2}
        {...(metrics &&
          !readonly && {
            actions: (
              <Button onClick={() => setOpen(true)}>
                {metrics.metrics_enabled ? texts.metrics.on : texts.metrics.off}
              </Button>
            ),
          })}
        {...(mayCreate && {
          create: <CreateButton label={texts.create} onClick={() => navigate(routes.newRule)} />,
        })}
      >
        <Float onFailed={() => setOpen(false)}>
          {open && metrics && <MetricsDialog enabled={metrics.metrics_enabled} onClose={() => setOpen(false)} />}
        </Float>
      </ListPage>
    </FiguresSource>
  );
}

function Title({ rule }: { readonly rule: ListedRule }): ReactNode {
  return (
    <span>
      <Link route={routes.rule(rule.id)}>{rule.title}</Link>{' '}
      {rule.errors && <StatusBadge kind="danger">{partTexts.parseError}</StatusBadge>}
    </span>
  );
}

function UsedIn({ pipelines }: { readonly pipelines: ListedRule['usedIn'] }): ReactNode {
  const styles = useStyles();
  if (pipelines.length === 0) return <span className={styles.none}>{texts.notUsed}</span>;
  return (
    <div className={styles.pipelines}>
      {pipelines.map(({ id, title }) => (
        <Link key={id} route={routes.pipeline(id)}>
          {title}
        </Link>
      ))}
    </div>
  );
}

const help = {
  fields: ['title', 'description'],
  examples: [
    ['latency', 'the title contains “latency”'],
    ['description:nginx', 'the description contains “nginx”'],
  ],
} as const;

/** Renders the list of streams: find, create, start, pause, add rules, share, delete (screens/data-intake.md S1). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { EntityAttribute } from '../../../api/contract/list.schema.js';
import type { ListedStream } from '../../../api/contract/streams.js';
import { reasonOf } from '../../../api/failures.js';
import { indexSetsQuery } from '../../../api/queries/index-sets.js';
import {
  deleteStreamsMutation,
  pauseStreamsMutation,
  streamsPageQuery,
} from '../../../api/queries/stream-administration.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { useHasRoute } from '../../element/routes-context.js';
import { Button } from '../../kit/button.js';
import { Chip } from '../../kit/chip.js';
import {
  SectionToggle,
  useEntityList,
  type EntityColumn,
  type KeepSelected,
  type RowActions,
} from '../../kit/entity-table/index.js';
import { useToasts } from '../../kit/feedback.js';
import { Float } from '../../kit/float.js';
import {
  AddIcon,
  AlertIcon,
  DeleteIcon,
  EditIcon,
  FilterIcon,
  PauseIcon,
  PlayIcon,
  SaveAsIcon,
  StreamsIcon,
  TowardsIcon,
} from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { ListPage } from '../../kit/list-page/index.js';
import type { MenuEntry, MenuItemEntry } from '../../kit/menu.js';
import type { PageProps } from '../../kit/pages.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { useRowSharing } from '../../share/index.js';
import { useStartPageEntry } from '../../views/index.js';
import { ShownStreamsContext, StateCell, ThroughputCell } from './cells.js';
import { routes } from './routes.js';
import type { StreamTask } from './stream-dialog.js';
import { isOrdinary, useStreamRights } from './stream-rights.js';
import { texts } from './texts.js';
import { useStreamState } from './use-stream-state.js';

const StreamDialog = lazyPart(() => import('./stream-dialog.js'), 'StreamDialog');
const RuleDialog = lazyPart(() => import('./rule-dialog.js'), 'RuleDialog');
const RuleList = lazyPart(() => import('./rule-list.js'), 'RuleList');
const AssignDialog = lazyPart(() => import('./assign-dialog.js'), 'AssignDialog');
const DeleteStreamDialog = lazyPart(() => import('./delete-stream-dialog.js'), 'DeleteStreamDialog');

const useStyles = makeStyles({
  missing: { fontStyle: 'italic', color: tokens.text.secondary },
  combined: { color: tokens.text.secondary, marginBottom: '4px', ...type.body },
  sectionActions: { display: 'inline-flex', gap: '8px', flexWrap: 'wrap' },
});

const order = ['title', 'description', 'index_set_title', 'rules', 'throughput', 'disabled', 'created_at'] as const;
const defaults: EntityListLayout = {
  displayed: order.filter((id) => id !== 'created_at'),
  sort: { attributeId: 'title', direction: 'asc' },
  perPage: 20,
};

/** The dialog that is open over the list. */
type Open =
  | { readonly kind: 'stream'; readonly task: StreamTask }
  | { readonly kind: 'rule' | 'delete'; readonly stream: ListedStream }
  | { readonly kind: 'assign'; readonly ids: readonly string[]; readonly keep: KeepSelected };

export function StreamsPage({ question, onQuestion }: PageProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const { toast } = useToasts();
  const navigate = useNavigate();
  const hasRoute = useHasRoute();
  const rights = useStreamRights();
  const mayCreate = usePermission('streams:create') && !readonly;
  const mayReadSets = usePermission('indexsets:read');
  const mayReadOutputs = usePermission('stream_outputs:read');
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const list = useEntityList({ id: 'streams', defaults, query: streamsPageQuery, question, onQuestion });
  const { rows, attributes } = list;
  const offered = useMemo(
    () => (mayReadSets ? attributes : attributes.map(withoutIndexSets)),
    [attributes, mayReadSets],
  );
  const shown = useMemo(() => (rows ?? []).map(({ id }) => id), [rows]);
  const changeState = useStreamState();
  const pausing = useMutation(pauseStreamsMutation(client, queryClient));
  const deleting = useMutation(deleteStreamsMutation(client, queryClient));
  const sharing = useRowSharing();
  const startPageEntry = useStartPageEntry();
  const reportChanged = (ids: readonly string[]): void => {
    for (const id of ids) emit('log-changed', { type: 'stream', id });
  };
  const toFirstPage = (): void => list.send({ type: 'page.selected', page: 1 });
  const { removeAll } = useDeletion({
    texts: bulkRemoval,
    one: () => Promise.resolve(),
    many: deleting.mutateAsync,
    onGone: (ids) => {
      reportChanged(ids);
      toFirstPage();
    },
  });

  const columns = useMemo(
    // The title column is narrow enough that a tablet also shows the state.
    (): Readonly<Record<string, EntityColumn<ListedStream>>> => ({
      title: { weight: 2, min: 136, render: (stream) => <Title stream={stream} /> },
      description: { weight: 2, min: 80 },
      index_set_title: {
        min: 90,
        permissions: ['indexsets:read'],
        render: ({ index_set_id: id }) => <IndexSetName id={id} />,
      },
      rules: {
        fixed: 70,
        render: (stream) => isOrdinary(stream) && <SectionToggle section="rules">{stream.rules.length}</SectionToggle>,
      },
      throughput: { fixed: 104, render: ({ id }) => <ThroughputCell streamId={id} /> },
      disabled: { fixed: 116, render: (stream) => <StateCell stream={stream} /> },
    }),
    [],
  );

  const sections = {
    rules: {
      title: texts.rules.section,
      render: (stream: ListedStream) => <RulesOfRow stream={stream} />,
      actions: (stream: ListedStream) =>
        rights.edit(stream) && <RuleButtons stream={stream} onAdd={() => setOpen({ kind: 'rule', stream })} />,
    },
  };

  const moreOf = (stream: ListedStream): readonly MenuEntry[] => {
    const { id, is_default: isDefault, disabled } = stream;
    const entry = (item: MenuItemEntry): MenuItemEntry =>
      isDefault ? { ...item, disabled: true, disabledReason: texts.actions.notDefault } : item;
    const edits: MenuEntry[] = [
      entry({
        key: 'rule',
        label: texts.actions.addRule,
        icon: <AddIcon />,
        onSelect: () => setOpen({ kind: 'rule', stream }),
      }),
      entry({
        key: 'edit',
        label: texts.actions.edit,
        icon: <EditIcon />,
        onSelect: () => setOpen({ kind: 'stream', task: { kind: 'edit', stream } }),
      }),
      entry({
        key: 'rules',
        label: texts.actions.rules,
        icon: <FilterIcon />,
        onSelect: () => navigate(routes.rules(id)),
      }),
    ];
    const goTo = (key: string, route: string, label: string, icon: ReactNode): MenuEntry[] =>
      hasRoute(route) ? [{ key, label, icon, onSelect: () => navigate(route) }] : [];
    return [
      ...(rights.changeState(stream)
        ? [
            entry({
              key: 'state',
              label: disabled ? texts.actions.start : texts.actions.stop,
              icon: disabled ? <PlayIcon /> : <PauseIcon />,
              onSelect: () => void changeState(stream),
            }),
          ]
        : []),
      ...(rights.edit(stream) ? edits : []),
      ...(mayReadOutputs ? goTo('outputs', routes.outputs(id), texts.actions.outputs, <TowardsIcon />) : []),
      ...(rights.edit(stream) ? goTo('alerts', routes.alerts(id), texts.actions.alerts, <AlertIcon />) : []),
      ...(readonly ? [] : startPageEntry({ id, type: 'stream' })),
      ...(mayCreate && rights.read(stream)
        ? [
            entry({
              key: 'clone',
              label: texts.actions.clone,
              icon: <SaveAsIcon />,
              onSelect: () => setOpen({ kind: 'stream', task: { kind: 'clone', stream } }),
            }),
          ]
        : []),
      ...(rights.edit(stream)
        ? [
            entry({
              key: 'delete',
              label: texts.actions.delete,
              icon: <DeleteIcon />,
              danger: true,
              onSelect: () => setOpen({ kind: 'delete', stream }),
            }),
          ]
        : []),
    ];
  };
  const actionsOf = (stream: ListedStream): RowActions => ({
    buttons: [sharing.actionOf({ type: 'stream', id: stream.id, title: stream.title })],
    ...(stream.is_editable && { more: moreOf(stream) }),
  });

  const setPaused = async (ids: readonly string[], paused: boolean, keep: KeepSelected): Promise<void> => {
    const what = paused ? 'stopped' : 'started';
    try {
      const { failures } = await pausing.mutateAsync({ ids, paused });
      const failed = failures.map(({ entity_id: id }) => id);
      keep(failed);
      if (failed.length > 0) toast('error', texts.bulk.partly(failed.length, ids.length, what), texts.error);
      else toast('success', texts.bulk.done(ids.length, what), texts.success);
      reportChanged(ids.filter((id) => !failed.includes(id)));
    } catch (error) {
      toast('error', reasonOf(error), texts.bulk.failedTitle);
    }
  };
  const bulkOf = (ids: readonly string[], keep: KeepSelected): readonly MenuEntry[] => [
    ...(mayReadSets
      ? [
          {
            key: 'assign',
            label: texts.bulk.assign,
            icon: <EditIcon />,
            onSelect: () => setOpen({ kind: 'assign', ids, keep }),
          },
        ]
      : []),
    { key: 'start', label: texts.bulk.start, icon: <PlayIcon />, onSelect: () => void setPaused(ids, false, keep) },
    { key: 'stop', label: texts.bulk.stop, icon: <PauseIcon />, onSelect: () => void setPaused(ids, true, keep) },
    {
      key: 'delete',
      label: texts.bulk.delete,
      icon: <DeleteIcon />,
      danger: true,
      onSelect: () => {
        const sending = (rows ?? []).filter(({ id, outputs }) => ids.includes(id) && outputs.length > 0).length;
        void removeAll(ids, keep, sending > 0 ? texts.removal.manyOutputs(sending) : undefined);
      },
    },
  ];

  const create = (
    <Button
      appearance="primary"
      icon={<AddIcon />}
      onClick={() => setOpen({ kind: 'stream', task: { kind: 'create' } })}
    >
      {texts.create}
    </Button>
  );
  return (
    <ShownStreamsContext value={shown}>
      <ListPage
        texts={mayCreate ? texts.list : { ...texts.list, ...texts.unshared }}
        help={help}
        icon={<StreamsIcon />}
        list={{ ...list, attributes: offered }}
        nameOf={({ title }) => title}
        columns={columns}
        order={order}
        sections={sections}
        {...(!readonly && { rowActions: actionsOf, actionButtons: 2, bulkActions: bulkOf })}
        {...(mayCreate && { create })}
      >
        {sharing.dialog}
        <Float onFailed={close}>
          {open?.kind === 'stream' && <StreamDialog task={open.task} onClose={close} />}
          {open?.kind === 'rule' && <RuleDialog stream={open.stream} onClose={close} />}
          {open?.kind === 'delete' && <DeleteStreamDialog stream={open.stream} onClose={close} onGone={toFirstPage} />}
          {open?.kind === 'assign' && <AssignDialog ids={open.ids} onClose={close} onDone={() => open.keep([])} />}
        </Float>
      </ListPage>
    </ShownStreamsContext>
  );
}

/** Makes the index set not filterable, for users who may not read index sets. */
const withoutIndexSets = (attribute: EntityAttribute): EntityAttribute =>
  attribute.related_collection === 'index_sets' ? { ...attribute, filterable: false } : attribute;

const bulkRemoval = {
  title: texts.removal.title,
  text: texts.removal.text,
  done: texts.removal.done,
  failedTitle: texts.removal.failedTitle,
  many: {
    title: texts.removal.many,
    text: texts.removal.manyText,
    done: (count: number) => texts.bulk.done(count, 'deleted'),
    partly: (failed: number, count: number) => texts.bulk.partly(failed, count, 'deleted'),
    failedTitle: texts.removal.failedTitle,
  },
};

function Title({ stream: { id, title, is_default: isDefault } }: { readonly stream: ListedStream }): ReactNode {
  const hasRoute = useHasRoute();
  const route = routes.search(id);
  return (
    <>
      {hasRoute(route) ? <Link route={route}>{title}</Link> : title}
      {isDefault && (
        <>
          {' '}
          <Chip size="small">{texts.defaultBadge}</Chip>
        </>
      )}
    </>
  );
}

function IndexSetName({ id }: { readonly id: string }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const hasRoute = useHasRoute();
  const { data: sets, error } = useQuery(indexSetsQuery(client));
  if (error && !sets)
    return (
      <span className={styles.missing} title={texts.assigning.loadingFailed(reasonOf(error))}>
        {texts.indexSetUnknown}
      </span>
    );
  if (!sets) return null;
  const set = sets.find((one) => one.id === id) ?? sets.find((one) => one.default);
  if (!set) return <span className={styles.missing}>{texts.noIndexSet}</span>;
  const route = routes.indexSet(set.id);
  return hasRoute(route) ? <Link route={route}>{set.title}</Link> : set.title;
}

function RulesOfRow({ stream }: { readonly stream: ListedStream }): ReactNode {
  const styles = useStyles();
  const { rules, matching_type: matching } = stream;
  return (
    <>
      {rules.length > 0 && <p className={styles.combined}>{texts.rules.mustMatch(matching, rules.length)}</p>}
      <RuleList stream={stream} />
    </>
  );
}

function RuleButtons({ stream, onAdd }: { readonly stream: ListedStream; readonly onAdd: () => void }): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <span className={styles.sectionActions}>
      <Button size="small" onClick={() => navigate(routes.rules(stream.id))}>
        {texts.actions.rules}
      </Button>
      <Button size="small" onClick={onAdd}>
        {texts.actions.addRule}
      </Button>
    </span>
  );
}

const help = {
  fields: ['id', 'title', 'description'],
  examples: [
    ['web', 'the title contains “web”'],
    ['description:"front end"', 'the description contains “front end”'],
  ],
} as const;

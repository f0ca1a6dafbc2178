/** Renders a page that lists the silences, with actions to create, edit and end a silence. */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { Silence } from '../../../api/contract/alerts.js';
import { reasonOf } from '../../../api/failures.js';
import { allows, allowsForSome } from '../../../api/permissions.js';
import { endSilenceMutation, keepsAlertStatesQuery, silencesPageQuery } from '../../../api/queries/alerts.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { alertTabs } from '../../kit/alert-tabs.js';
import { StatusBadge } from '../../kit/chip.js';
import { CreateButton } from '../../kit/create-button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { useEntityList, type EntityColumn, type RowActions } from '../../kit/entity-table/index.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Float } from '../../kit/float.js';
import { AlertIcon, EditIcon, StopIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { ListPage, PageTabs } from '../../kit/list-page/index.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Timestamp } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';
import { useDefinitionTitle } from './use-definition-title.js';

const { silences: words } = texts;
const SilenceDialog = lazyPart(() => import('./silence-dialog.js'), 'SilenceDialog');

const useStyles = makeStyles({
  query: { ...type.logSmall, overflowWrap: 'anywhere' },
  only: { color: tokens.text.secondary, ...type.caption },
});

const order = ['reason', 'query', 'phase', 'starts_at', 'ends_at', 'changed_by'] as const;
const defaults: EntityListLayout = {
  displayed: order,
  sort: { attributeId: 'ends_at', direction: 'desc' },
  perPage: 20,
};
const kinds = { pending: 'info', active: 'warning', ended: 'neutral' } as const;

/** Renders the page of silences; if the server does not support silences, it explains why it is empty. */
export function SilencesPage(props: PageProps): ReactNode {
  const { client } = useConnection();
  const { data: keeps, isPending } = useQuery(keepsAlertStatesQuery(client));
  if (isPending) return <Loading />;
  if (keeps !== false) return <SilenceList {...props} />;
  return (
    <PageLayout>
      <PageTabs tabs={alertTabs('alerts')} />
      <PageHeader title={words.list.page} description={words.list.description} />
      <EmptyState icon={<AlertIcon />} title={words.list.none}>
        {texts.noStates}
      </EmptyState>
    </PageLayout>
  );
}

function SilenceList({ question, onQuestion }: PageProps): ReactNode {
  const styles = useStyles();
  const { readonly, emit } = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const granted = useCurrentUser()?.permissions ?? [];
  const [open, setOpen] = useState<{ readonly silence: Silence | undefined }>();
  const list = useEntityList({ id: 'silences', defaults, query: silencesPageQuery, question, onQuestion });
  const ending = useMutation(endSilenceMutation(client, queryClient));
  const mayCreate = !readonly && allowsForSome(granted, 'eventdefinitions:edit');
  const mayChange = ({ event_definition_id: id }: Silence): boolean =>
    allows(granted, id === null ? 'eventdefinitions:edit' : `eventdefinitions:edit:${id}`);
  const end = async ({ id, reason }: Silence): Promise<void> => {
    if (!(await confirm({ title: words.endTitle, text: words.endText(reason), confirm: words.end }))) return;
    try {
      await ending.mutateAsync(id);
      emit('log-changed', { type: 'silence', id });
      toast('success', words.ended, texts.success);
    } catch (error) {
      toast('error', reasonOf(error), words.endFailed);
    }
  };
  const columns = useMemo(
    (): Readonly<Record<string, EntityColumn<Silence>>> => ({
      reason: { weight: 2, min: 120 },
      query: {
        weight: 2,
        min: 100,
        render: ({ query, event_definition_id: id }) => (
          <div>
            <div className={styles.query}>{query === '' ? words.everyEvent : query}</div>
            {id !== null && (
              <div className={styles.only}>
                {words.onlyOf} <DefinitionTitle id={id} />
              </div>
            )}
          </div>
        ),
      },
      phase: {
        fixed: 100,
        render: ({ phase }) => <StatusBadge kind={kinds[phase]}>{words.phases[phase]}</StatusBadge>,
      },
      starts_at: { fixed: 170, render: ({ starts_at: at }) => <Timestamp instant={at} /> },
      ends_at: { fixed: 170, render: ({ ends_at: at }) => <Timestamp instant={at} /> },
      changed_by: { weight: 1, min: 80 },
    }),
    [styles],
  );
  const actionsOf = (silence: Silence): RowActions =>
    mayChange(silence)
      ? {
          buttons: [
            { key: 'edit', label: words.edit, icon: <EditIcon />, onSelect: () => setOpen({ silence }) },
            ...(silence.phase === 'ended'
              ? []
              : [{ key: 'end', label: words.end, icon: <StopIcon />, onSelect: () => void end(silence) }]),
          ],
        }
      : { buttons: [] };
  const close = (): void => setOpen(undefined);
  return (
    <ListPage
      texts={mayCreate ? words.list : { ...words.list, noneHelp: words.readOnlyHelp }}
      help={help}
      icon={<AlertIcon />}
      tabs={alertTabs('alerts')}
      list={list}
      nameOf={({ reason }) => reason}
      columns={columns}
      order={order}
      {...(!readonly && { rowActions: actionsOf, actionButtons: 2 })}
      {...(mayCreate && {
        create: <CreateButton label={words.create} onClick={() => setOpen({ silence: undefined })} />,
      })}
    >
      {open && (
        <Float onFailed={close}>
          <SilenceDialog key={open.silence?.id ?? 'new'} silence={open.silence} onClose={close} />
        </Float>
      )}
    </ListPage>
  );
}

function DefinitionTitle({ id }: { readonly id: string }): ReactNode {
  return useDefinitionTitle(id);
}

const help = {
  fields: ['reason', 'query', 'phase', 'changed_by'],
  examples: [
    ['maintenance', 'the reason contains “maintenance”'],
    ['phase:active', 'it is active now'],
  ],
} as const;

/** Renders a page that creates or edits an event definition (screens/dashboards-sharing-alerts.md §9.3). */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Forbidden, MissingStreamPermission } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { entityScopesQuery, entityTypesQuery } from '../../../api/queries/event-definitions.js';
import { allNotificationsQuery, defaultBacklogQuery } from '../../../api/queries/event-notifications.js';
import {
  isAggregation,
  isDraft,
  newDefinition,
  valuesOf,
  valuesOfDraft,
  type DefinitionValues,
} from '../../../machines/event-condition/definition-values.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Alert } from '../../kit/alert.js';
import { alertTabs } from '../../kit/alert-tabs.js';
import { DeniedState } from '../../kit/empty-state.js';
import { Failed } from '../../kit/failed.js';
import { Loading } from '../../kit/loading.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { readLocal, writeLocal } from '../../kit/local-store.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { DefinitionForm } from './definition-form.js';
import { formTexts } from './form-texts.js';
import { ScheduleFailure } from './schedule.js';
import { WithDefinition, type LoadedDefinition } from './with-definition.js';

export function DefinitionFormPage({ params, search }: PageProps): ReactNode {
  const id = params['definitionId'];
  const query = new URLSearchParams(search ?? '');
  const first = query.get('step') ?? undefined;
  if (id === undefined) return <NewDefinition first={first} session={query.get('session-id') ?? undefined} />;
  return (
    <WithDefinition key={id} definitionId={id}>
      {(loaded) => <EditDefinition first={first} {...loaded} />}
    </WithDefinition>
  );
}

/** Returns whether a storage key from the address is the key of a draft; no other storage key is read. */
const isSession = (key: string): boolean => key.startsWith('cedfv-');

interface FirstProps {
  /** Key of the step that is shown first. */
  readonly first: string | undefined;
}

function NewDefinition({ first, session }: FirstProps & { readonly session: string | undefined }): ReactNode {
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const [initial] = useState<DefinitionValues>(() => {
    const key = session !== undefined && isSession(session) ? session : undefined;
    const draft = key === undefined ? undefined : readLocal(key, isDraft);
    return draft ? valuesOfDraft(draft) : newDefinition;
  });
  // Title of the definition as typed in the form, for the title of the page.
  const [title, setTitle] = useState('');
  usePageTitle(formTexts.creating.titled(title));
  const notifications = useQuery(allNotificationsQuery(client));
  const types = useQuery(entityTypesQuery(client));
  const backlog = useQuery(defaultBacklogQuery(client));
  const needed = [notifications, types, backlog];
  const refused = needed.map(({ error }) => error).find((error) => error instanceof Forbidden);
  if (refused) return <Refusal error={refused} />;
  return (
    <PageLayout>
      <PageTabs tabs={alertTabs('definitions')} />
      <PageHeader title={formTexts.creating.page} description={formTexts.creating.description} />
      {readonly ? (
        <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>
      ) : notifications.data && types.data && backlog.data !== undefined ? (
        <DefinitionForm
          initial={initial}
          first={first}
          all={notifications.data}
          defaultBacklog={backlog.data}
          onTitle={setTitle}
          onShown={() => {
            if (session !== undefined && isSession(session)) writeLocal(session, undefined);
          }}
        />
      ) : needed.some(({ isError }) => isError) ? (
        <Failed title={formTexts.partsFailed} queries={needed} />
      ) : (
        <Loading />
      )}
    </PageLayout>
  );
}

function EditDefinition({ first, definition, isScheduled, notifications }: FirstProps & LoadedDefinition): ReactNode {
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const scopes = useQuery(entityScopesQuery(client));
  const types = useQuery(entityTypesQuery(client));
  const backlog = useQuery(defaultBacklogQuery(client));
  // The first loaded definition is kept, so that changes by other users do not replace the values of the form.
  const [stored] = useState({ definition, isScheduled });
  const { id, title, _scope: scope, config } = stored.definition;
  usePageTitle(formTexts.editing.titled(title));
  const missing = isAggregation(config)
    ? config.streams.filter((stream) => !allows(granted, `streams:read:${stream}`))
    : [];
  if (missing.length > 0)
    return (
      <Refusal
        error={new MissingStreamPermission({ method: 'GET', url: `/events/definitions/${id}`, status: 403 }, missing)}
      />
    );
  const mayEdit = !readonly && allows(granted, `eventdefinitions:edit:${id}`);
  const needed = [scopes, types, backlog];
  const refused = needed.map(({ error }) => error).find((error) => error instanceof Forbidden);
  if (refused) return <Refusal error={refused} />;
  return (
    <PageLayout>
      <PageTabs tabs={alertTabs('definitions')} />
      <PageHeader title={formTexts.editing.page} name={title} description={formTexts.editing.description} />
      <ScheduleFailure definition={definition} />
      {!mayEdit ? (
        <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>
      ) : !scopes.data || !types.data || backlog.data === undefined ? (
        needed.some(({ isError }) => isError) ? (
          <Failed title={formTexts.partsFailed} queries={needed} />
        ) : (
          <Loading />
        )
      ) : !(scopes.data[scope]?.is_mutable ?? false) ? (
        <Alert>{formTexts.immutable}</Alert>
      ) : (
        <DefinitionForm
          initial={valuesOf(stored.definition, stored.isScheduled)}
          stored={stored.definition}
          first={first}
          all={notifications}
          defaultBacklog={backlog.data}
        />
      )}
    </PageLayout>
  );
}

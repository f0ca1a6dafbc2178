/** Renders a page that shows an event definition and its notifications (screens/dashboards-sharing-alerts.md §9.2). */
import { useMemo, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { allows } from '../../../api/permissions.js';
import { entityScopesQuery } from '../../../api/queries/event-definitions.js';
import { aggregationType, valuesOf } from '../../../machines/event-condition/definition-values.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { alertTabs } from '../../kit/alert-tabs.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { EditIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Suspense } from '../../kit/suspense.js';
import { formTexts } from './form-texts.js';
import { routes } from './routes.js';
import { ScheduleFacts, ScheduleFailure } from './schedule.js';
import { Summary } from './summary.js';
import { texts } from './texts.js';
import { WithDefinition, type LoadedDefinition } from './with-definition.js';

const { viewing: words } = formTexts;

/**
 * The test of the definition, offered to users who may change it; its script is loaded after the definition is shown.
 */
const TestRun = lazyPart(() => import('./test-run.js'), 'TestRun');

export function DefinitionPage({ params }: PageProps): ReactNode {
  const id = params['definitionId'] ?? '';
  return (
    <WithDefinition key={id} definitionId={id} follows>
      {(loaded) => <Shown {...loaded} />}
    </WithDefinition>
  );
}

function Shown({ definition, isScheduled, notifications }: LoadedDefinition): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const { data: scopes } = useQuery(entityScopesQuery(client));
  const { id, title, _scope: scope } = definition;
  usePageTitle(words.titled(title));
  const mayEdit = !readonly && allows(granted, `eventdefinitions:edit:${id}`) && (scopes?.[scope]?.is_mutable ?? false);
  const values = useMemo(() => valuesOf(definition, isScheduled), [definition, isScheduled]);
  return (
    <PageLayout>
      <PageTabs tabs={alertTabs('definitions')} />
      <PageHeader
        title={words.page}
        name={title}
        description={words.description}
        {...(mayEdit && {
          actions: (
            <Button icon={<EditIcon />} onClick={() => navigate(routes.edit(id))}>
              {words.edit}
            </Button>
          ),
        })}
      />
      <ScheduleFailure definition={definition} />
      <Summary values={values} all={notifications} definitionId={id} />
      {values.type === aggregationType && (
        <Section title={texts.scheduling}>
          <ScheduleFacts definition={definition} />
        </Section>
      )}
      {mayEdit && values.type === aggregationType && (
        <Suspense fallback={null}>
          <TestRun values={values} stored={definition} />
        </Suspense>
      )}
    </PageLayout>
  );
}

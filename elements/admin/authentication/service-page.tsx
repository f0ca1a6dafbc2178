/**
 * Renders the page of an authentication service: its settings and the accounts that it has created
 * (screens/administration.md A9).
 */
import type { ReactNode } from 'react';
import { allows } from '../../../api/permissions.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { EditIcon } from '../../kit/icons.js';
import type { PageProps } from '../../kit/pages.js';
import { ServiceActions } from './service-header.js';
import { ServiceSections } from './service-sections.js';
import { routes } from './tabs.js';
import { texts } from './texts.js';
import { WithService } from './with-service.js';

export function ServicePage({ params, question, onQuestion }: PageProps): ReactNode {
  const host = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const navigate = useNavigate();
  return (
    <WithService
      backendId={params['backendId'] ?? ''}
      title={texts.details.page}
      description={texts.details.description}
      actions={({ id }) => (
        <>
          {!host.readonly && allows(granted, `authservicebackend:edit:${id}`) && (
            <Button icon={<EditIcon />} onClick={() => navigate(routes.edit(id))}>
              {texts.actions.editService}
            </Button>
          )}
          <ServiceActions />
        </>
      )}
    >
      {(service) => <ServiceSections service={service} question={question} onQuestion={onQuestion} />}
    </WithService>
  );
}

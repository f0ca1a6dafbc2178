/** Renders the tabs, title and links between the pages of authentication services (screens/administration.md A9). */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { activeAuthBackendQuery } from '../../../api/queries/authentication.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { CreateButton } from '../../kit/create-button.js';
import { EditIcon, DetailsIcon } from '../../kit/icons.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { authenticationTabs, routes } from './tabs.js';
import { texts } from './texts.js';

/** Renders buttons that open the active authentication service, edit it, or create another service. */
export function ServiceActions(): ReactNode {
  const { client } = useConnection();
  const host = useHostElement();
  const navigate = useNavigate();
  const mayRead = usePermission('authserviceglobalconfig:read');
  const mayCreate = usePermission('authservicebackend:create') && !host.readonly;
  const { data } = useQuery({ ...activeAuthBackendQuery(client), enabled: mayRead });
  const id = data?.backend?.id;
  const mayEdit = usePermission(`authservicebackend:edit${id === undefined ? '' : `:${id}`}`) && !host.readonly;
  const reason = id === undefined && { disabledReason: texts.actions.noActive };
  return (
    <>
      <Button icon={<DetailsIcon />} disabled={id === undefined} {...reason} onClick={() => navigate(routes.active)}>
        {texts.actions.viewActive}
      </Button>
      {mayEdit && (
        <Button
          icon={<EditIcon />}
          disabled={id === undefined}
          {...reason}
          onClick={() => id !== undefined && navigate(routes.edit(id))}
        >
          {texts.actions.editActive}
        </Button>
      )}
      {mayCreate && <CreateButton label={texts.actions.create} onClick={() => navigate(routes.create)} />}
    </>
  );
}

export interface ServiceFrameProps {
  readonly title: string;
  readonly name?: string | undefined;
  readonly description: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function ServiceFrame({ title, name, description, actions, children }: ServiceFrameProps): ReactNode {
  return (
    <PageLayout>
      <PageTabs tabs={authenticationTabs('services')} />
      <PageHeader
        title={title}
        {...(name !== undefined && { name })}
        description={description}
        actions={actions ?? <ServiceActions />}
      />
      {children}
    </PageLayout>
  );
}

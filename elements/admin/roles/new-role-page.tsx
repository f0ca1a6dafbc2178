/** Renders a page to create a role; the reference console has no such page. */
import type { ReactNode } from 'react';
import { useNavigate } from '../../element/host-context.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { RoleForm } from './role-form.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

export function NewRolePage(): ReactNode {
  const navigate = useNavigate();
  const toList = (): void => navigate(routes.list);
  return (
    <PageLayout>
      <PageHeader title={texts.creating.page} description={texts.creating.description} />
      <RoleForm onSaved={toList} onCancel={toList} />
    </PageLayout>
  );
}

/** Renders a page with the settings of the sign-in by a header that a proxy sets (screens/administration.md A10). */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { headerAuthQuery } from '../../../api/queries/authentication.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { EditIcon } from '../../kit/icons.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { authenticationTabs, routes } from './tabs.js';
import { texts } from './texts.js';

const { header: words, details } = texts;

export function AuthenticatorPage(): ReactNode {
  const { client } = useConnection();
  const host = useHostElement();
  const navigate = useNavigate();
  const mayEdit = usePermission('authhttpheaderconfig:edit') && !host.readonly;
  const { data, error, refetch } = useQuery(headerAuthQuery(client));
  return (
    <PageLayout>
      <PageTabs tabs={authenticationTabs('authenticators')} />
      <PageHeader
        title={words.page}
        description={words.description}
        {...(mayEdit && {
          actions: (
            <Button icon={<EditIcon />} onClick={() => navigate(routes.editAuthenticator)}>
              {words.edit}
            </Button>
          ),
        })}
      />
      {data && (
        <Section title={words.section}>
          <Details
            rows={[
              [words.enabled, data.enabled ? details.yes : details.no],
              [words.name, data.username_header],
            ]}
          />
        </Section>
      )}
      {!data && !error && <Loading />}
      {!data && error && (
        <ErrorPanel title={words.failedLoading} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      )}
    </PageLayout>
  );
}

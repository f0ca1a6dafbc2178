/** Renders a page that creates or edits a lookup table (screens/administration.md D1, form). */
import type { ReactNode } from 'react';
import { lookupTableQuery } from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Denied } from './denied.js';
import { useMayChange } from './may-change.js';
import { lookupTabs, paths, routes } from './routes.js';
import { TableForm } from './table-form.js';
import { texts } from './texts.js';
import { WithEntity } from './with-entity.js';

const words = texts.table;

export function TableFormPage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const { mayCreate, mayEdit } = useMayChange();
  const idOrName = params['idOrName'];
  if (idOrName === undefined)
    return (
      <PageLayout>
        <PageTabs tabs={lookupTabs('tables')} />
        <PageHeader title={words.create} description={words.description} />
        {mayCreate ? (
          <TableForm
            table={undefined}
            onSaved={({ name }) => navigate(routes.table(name))}
            onCancel={() => navigate(paths.tables)}
          />
        ) : (
          <Denied />
        )}
      </PageLayout>
    );
  return (
    <WithEntity
      key={idOrName}
      query={lookupTableQuery(client, idOrName)}
      tabs={lookupTabs('tables')}
      title={words.edit}
      description={() => words.description}
    >
      {(table) =>
        mayEdit(table) ? (
          <TableForm
            key={table.id}
            table={table}
            onSaved={({ name }) => navigate(routes.table(name))}
            onCancel={() => navigate(routes.table(table.name))}
          />
        ) : (
          <Denied />
        )
      }
    </WithEntity>
  );
}

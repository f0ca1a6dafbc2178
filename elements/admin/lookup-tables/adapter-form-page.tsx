/** Renders a page that creates or edits a data adapter (screens/administration.md D3). */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DataAdapter } from '../../../api/contract/lookup.js';
import { adapterTypeOf } from '../../../api/lookup/adapters/index.js';
import { dataAdapterQuery, storedRowsQuery } from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { AdapterForm } from './configured-form.js';
import { Denied } from './denied.js';
import { useMayChange } from './may-change.js';
import { lookupTabs, paths, routes } from './routes.js';
import { texts } from './texts.js';
import { NewAdapter } from './type-choice.js';
import { WithEntity } from './with-entity.js';

const words = texts.adapter;

export function AdapterFormPage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const { mayCreate, mayEdit } = useMayChange();
  const idOrName = params['idOrName'];
  const toList = (): void => navigate(paths.adapters);
  if (idOrName === undefined)
    return (
      <PageLayout>
        <PageTabs tabs={lookupTabs('adapters')} />
        <PageHeader title={words.create} description={words.list.description} />
        {mayCreate ? <NewAdapter onSaved={toList} onCancel={toList} /> : <Denied />}
      </PageLayout>
    );
  return (
    <WithEntity
      key={idOrName}
      query={dataAdapterQuery(client, idOrName)}
      tabs={lookupTabs('adapters')}
      title={words.edit}
      description={() => words.description}
    >
      {(adapter) => (mayEdit(adapter) ? <EditAdapter key={adapter.id} adapter={adapter} /> : <Denied />)}
    </WithEntity>
  );
}

function EditAdapter({ adapter }: { readonly adapter: DataAdapter }): ReactNode {
  const { client } = useConnection();
  const navigate = useNavigate();
  const description = adapterTypeOf(adapter.config.type);
  const isStored = adapter.config.type === 'stored_table';
  const { data: rows } = useQuery({ ...storedRowsQuery(client, adapter.id, { per_page: 1 }), enabled: isStored });
  if (!description) return <Alert kind="danger">{words.unknownType(adapter.config.type)}</Alert>;
  return (
    <AdapterForm
      description={description}
      entity={adapter}
      onSaved={({ name }) => navigate(routes.adapter(name))}
      onCancel={() => navigate(routes.adapter(adapter.name))}
      {...(rows && { columns: rows.columns.map(({ name }) => name) })}
    />
  );
}

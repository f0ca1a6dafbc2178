/** Renders a select for the type of a new cache or data adapter, and below it the form for the selected type. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { DataAdapter, LookupCache } from '../../../api/contract/lookup.js';
import { adapterTypeOf, adapterTypes } from '../../../api/lookup/adapters/index.js';
import { cacheTypeOf, cacheTypes } from '../../../api/lookup/caches.js';
import { dataAdapterTypesQuery } from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { Field } from '../../kit/field.js';
import { inOrder } from '../../kit/in-order.js';
import { Select } from '../../kit/select.js';
import { AdapterForm, CacheForm } from './configured-form.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '20px' },
  type: { maxWidth: '760px' },
});

interface Props<E> {
  readonly onSaved: (entity: E) => void;
  readonly onCancel: () => void;
}

export function NewAdapter({ onSaved, onCancel }: Props<DataAdapter>): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data: known } = useQuery(dataAdapterTypesQuery(client));
  const [type, setType] = useState<string>();
  const description = adapterTypeOf(type);
  const options = adapterTypes
    .filter((one) => one.deprecated === undefined && (known?.includes(one.type) ?? true))
    .map(({ type: value, label }) => ({ value, label }))
    .toSorted((one, other) => inOrder(one.label, other.label));
  return (
    <div className={styles.root}>
      <Field label={texts.adapter.type} required className={styles.type}>
        <Select options={options} value={type} placeholder={texts.adapter.chooseType} onChange={setType} />
      </Field>
      {description && (
        <AdapterForm key={type} description={description} entity={undefined} onSaved={onSaved} onCancel={onCancel} />
      )}
    </div>
  );
}

export function NewCache({ onSaved, onCancel }: Props<LookupCache>): ReactNode {
  const styles = useStyles();
  const [type, setType] = useState<string>();
  const description = cacheTypeOf(type);
  return (
    <div className={styles.root}>
      <Field label={texts.cache.type} required className={styles.type}>
        <Select
          options={cacheTypes.map(({ type: value, label }) => ({ value, label }))}
          value={type}
          placeholder={texts.cache.chooseType}
          onChange={setType}
        />
      </Field>
      {description && (
        <CacheForm key={type} description={description} entity={undefined} onSaved={onSaved} onCancel={onCancel} />
      )}
    </div>
  );
}

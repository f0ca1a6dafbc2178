/**
 * Renders form fields of a legacy alarm callback: its type and configuration (screens/dashboards-sharing-alerts.md
 * §10.3).
 */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { initialValues, type ConfigValues } from '../../../api/contract/config-fields.js';
import { legacyCallbackTypesQuery } from '../../../api/queries/event-notifications.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { ConfigurationFields } from '../../kit/configuration-fields.js';
import { Failed } from '../../kit/failed.js';
import { Field } from '../../kit/field.js';
import { Loading } from '../../kit/loading.js';
import { Select } from '../../kit/select.js';
import { texts } from './texts.js';

const { legacy: words } = texts;

export interface LegacyFieldsProps {
  readonly callback: string;
  readonly configuration: ConfigValues;
  readonly error: string | undefined;
  /** Server error of the configuration; undefined: none. */
  readonly refused: string | undefined;
  readonly onChange: (callback: string, configuration: ConfigValues) => void;
}

export function LegacyFields(props: LegacyFieldsProps): ReactNode {
  const { callback, configuration, error, refused, onChange } = props;
  const { client } = useConnection();
  const types = useQuery(legacyCallbackTypesQuery(client));
  if (types.error) return <Failed title={words.failed} queries={[types]} />;
  if (!types.data) return <Loading />;
  const options = Object.entries(types.data).map(([value, { name }]) => ({ value, label: words.option(name) }));
  const fields = types.data[callback]?.configuration;
  return (
    <>
      <Alert kind="warning">{words.deprecated}</Alert>
      <Field label={words.type} required error={error}>
        <Select
          options={options}
          value={fields && callback}
          placeholder={words.choose}
          onChange={(chosen) => onChange(chosen, initialValues(types.data[chosen]?.configuration ?? {}))}
        />
      </Field>
      {callback !== '' && !fields && <Alert kind="danger">{words.unknown(callback)}</Alert>}
      {fields && (
        <ConfigurationFields
          key={callback}
          fields={fields}
          values={configuration}
          onChange={(changed) => onChange(callback, changed)}
          missing={[]}
        />
      )}
      {refused !== undefined && <Alert kind="danger">{refused}</Alert>}
    </>
  );
}

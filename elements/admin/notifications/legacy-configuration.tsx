/** Renders the configuration of a legacy alarm callback by field names (screens/dashboards-sharing-alerts.md §10.2). */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ConfigValues } from '../../../api/contract/config-fields.js';
import { legacyCallbackTypesQuery } from '../../../api/queries/event-notifications.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { ConfigurationWell, wellText } from '../../kit/configured/configuration-well.js';
import { Details } from '../../kit/detail-page/index.js';
import { Failed } from '../../kit/failed.js';
import { Loading } from '../../kit/loading.js';
import { texts } from './texts.js';

const { legacy: words } = texts;

export interface LegacyConfigurationProps {
  readonly callback: string;
  readonly values: ConfigValues;
}

export function LegacyConfiguration({ callback, values }: LegacyConfigurationProps): ReactNode {
  const { client } = useConnection();
  const types = useQuery(legacyCallbackTypesQuery(client));
  if (!types.data) return types.error ? <Failed title={words.failed} queries={[types]} /> : <Loading />;
  const type = Object.hasOwn(types.data, callback) ? types.data[callback] : undefined;
  if (!type) {
    return (
      <>
        <Alert kind="danger">{words.unknown(callback)}</Alert>
        <ConfigurationWell fields={undefined} values={values} />
      </>
    );
  }
  const { configuration: fields } = type;
  return (
    <Details
      rows={[
        [words.type, words.option(type.name)],
        ...Object.entries(fields).map(
          ([name, { human_name: label }]) => [label, wellText(fields, name, values[name])] as const,
        ),
      ]}
    />
  );
}

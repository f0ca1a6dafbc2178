import { useQuery } from '@tanstack/react-query';
import type { CollectorStatus } from '../../../api/contract/sidecars.schema.js';
import { collectorsQuery, configurationsQuery } from '../../../api/queries/sidecar-configurations.js';
import { useConnection, usePermission } from '../../element/connection-context.js';

/**
 * Returns a function that returns the text for a status: the name of the collector, and the name of the configuration,
 * because a sidecar may run one collector with several configurations. If the user may not read the collector, its id
 * is shown. A configuration that the user may not read is left out.
 */
export function useCollectorNames(): (status: CollectorStatus) => string {
  const { client } = useConnection();
  const mayCollectors = usePermission('sidecar_collectors:read');
  const mayConfigurations = usePermission('sidecar_collector_configurations:read');
  const collectors = useQuery({ ...collectorsQuery(client), enabled: mayCollectors });
  const configurations = useQuery({ ...configurationsQuery(client), enabled: mayConfigurations });
  return ({ collector_id: id, configuration_id: configuration }) =>
    [
      collectors.data?.find((one) => one.id === id)?.name ?? id,
      configurations.data?.find((one) => one.id === configuration)?.name ?? '',
    ]
      .filter((name) => name !== '')
      .join(' – ');
}

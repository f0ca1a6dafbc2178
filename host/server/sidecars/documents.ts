/** Stores the documents of collectors, configurations and variables. */
import type { Collector, ConfigurationVariable, SidecarConfiguration } from '../../../api/contract/sidecars.schema.js';
import { entityCollection } from '../documents/kinds.js';
import type { Collection, Documents } from '../store/types.js';

export type CollectorDocument = Collector;
/**
 * A stored configuration. Its `version` counts from 1 and grows with every change; records of content packs may lack
 * it.
 */
export type ConfigurationDocument = SidecarConfiguration;
export type VariableDocument = ConfigurationVariable;

export interface SidecarDocuments {
  readonly collectors: Collection<CollectorDocument>;
  readonly configurations: Collection<ConfigurationDocument>;
  readonly variables: Collection<VariableDocument>;
}

export const sidecarDocuments = (documents: Documents): SidecarDocuments => ({
  collectors: entityCollection<CollectorDocument>(documents, 'sidecar_collector'),
  configurations: entityCollection<ConfigurationDocument>(documents, 'sidecar_configuration'),
  variables: entityCollection<VariableDocument>(documents, 'sidecar_variable'),
});

export const versionOf = ({ version }: Pick<ConfigurationDocument, 'version'>): number => version ?? 1;

/**
 * Decides which configurations a node gets: by manual assignment, by shared tags and by assignment rules.
 */
import type { Assignment } from '../../../api/contract/sidecars.schema.js';
import { ruleMatcher } from './assignment-rule.js';
import type { CollectorDocument, ConfigurationDocument, SidecarDocuments } from './documents.js';
import type { NodeRecord } from './nodes.js';

/**
 * Name of the collector that represents OpAMP agents, because an OpAMP agent is itself the program that collects logs.
 */
export const opampCollectorName = 'opentelemetry-collector';

export const systemOf = ({ details }: Pick<NodeRecord, 'details'>): string => details.operating_system.toLowerCase();

/** Tells whether a node can run a collector: the operating system must match, and an OpAMP agent runs only itself. */
export function fits(node: NodeRecord, collector: CollectorDocument): boolean {
  if (collector.node_operating_system !== systemOf(node)) return false;
  if (node.protocol !== 'opamp') return true;
  return collector.name === opampCollectorName || collector.name === node.opamp?.service;
}

export const ruleNode = (node: NodeRecord) => ({
  id: node.id,
  name: node.name,
  os: systemOf(node),
  version: node.version,
  ip: node.details.ip ?? '',
  tags: node.details.tags,
});

/**
 * Returns how a configuration is assigned to a node; undefined: it is not assigned. An assignment by tags or by a rule
 * takes precedence over a manual assignment. It ends when the tags or the rule no longer match.
 */
export function assignmentOf(
  node: NodeRecord,
  configuration: ConfigurationDocument,
  { collectors }: Pick<SidecarDocuments, 'collectors'>,
): Assignment | undefined {
  const collector = collectors.get(configuration.collector_id);
  if (!collector || !fits(node, collector)) return undefined;
  const { id, tags, assignment_rule: rule = '' } = configuration;
  const assignment = { collector_id: collector.id, configuration_id: id };
  const shared = tags.filter((tag) => node.details.tags.includes(tag));
  const byRule = rule !== '' && ruleMatcher(rule)(ruleNode(node));
  if (shared.length > 0 || byRule)
    return { ...assignment, assigned_from_tags: shared, ...(byRule && { assigned_from_rule: true }) };
  const byHand = node.manual.some(({ configuration_id }) => configuration_id === id);
  return byHand ? { ...assignment, assigned_from_tags: [] } : undefined;
}

/**
 * Returns the assignments of a node in the order in which the configurations were created, so that unchanged
 * assignments are equal.
 */
export const assignmentsOf = (node: NodeRecord, documents: SidecarDocuments): Assignment[] =>
  documents.configurations.all().flatMap((configuration) => assignmentOf(node, configuration, documents) ?? []);

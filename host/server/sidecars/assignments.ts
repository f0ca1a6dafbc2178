/** Which configurations a node gets: those assigned by hand, by shared tags and by assignment rules (sidecars.md §3). */
import type { Assignment } from '../../../api/contract/sidecars.schema.js';
import { ruleMatcher } from './assignment-rule.js';
import type { CollectorDocument, ConfigurationDocument, SidecarDocuments } from './documents.js';
import type { NodeRecord } from './nodes.js';

/** The collector that stands for agents which speak OpAMP: they are the collector themselves. */
export const opampCollectorName = 'opentelemetry-collector';

export const systemOf = ({ details }: Pick<NodeRecord, 'details'>): string => details.operating_system.toLowerCase();

/** Whether a node can run a collector: the operating system is the same, and an OpAMP agent runs only itself. */
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
 * Tags and rules win over an assignment of the same configuration by hand, and vanish when they no longer match.
 * @returns in the order in which the configurations were made, so that unchanged assignments are equal
 */
export function assignmentsOf(node: NodeRecord, { configurations, collectors }: SidecarDocuments): Assignment[] {
  const manual = new Set(node.manual.map(({ configuration_id }) => configuration_id));
  const facts = ruleNode(node);
  const tags = new Set(node.details.tags);
  return configurations.all().flatMap((configuration): Assignment[] => {
    const collector = collectors.get(configuration.collector_id);
    if (!collector || !fits(node, collector)) return [];
    const assignment = { collector_id: collector.id, configuration_id: configuration.id };
    const shared = configuration.tags.filter((tag) => tags.has(tag));
    const byRule = byAssignmentRule(configuration, facts);
    if (shared.length > 0 || byRule)
      return [{ ...assignment, assigned_from_tags: shared, ...(byRule && { assigned_from_rule: true }) }];
    return manual.has(configuration.id) ? [{ ...assignment, assigned_from_tags: [] }] : [];
  });
}

const byAssignmentRule = (
  { assignment_rule: rule = '' }: ConfigurationDocument,
  facts: ReturnType<typeof ruleNode>,
): boolean => rule !== '' && ruleMatcher(rule)(facts);

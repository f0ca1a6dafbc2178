/**
 * Determines which configurations are assigned to several sidecars, and the assignments after a selection has changed
 * them. The functions are pure.
 */
import type { Assignment, AssignRequest, SidecarSummary } from '../../../api/contract/sidecars.schema.js';

export type AssignedTo = 'all' | 'some' | 'none';

type Node = Pick<SidecarSummary, 'node_id' | 'assignments'>;

const isAutomatic = ({ assigned_from_tags: tags, assigned_from_rule: rule }: Assignment): boolean =>
  tags.length > 0 || rule === true;

const assignmentOf = ({ assignments }: Node, configurationId: string): Assignment | undefined =>
  assignments.find(({ configuration_id: id }) => id === configurationId);

export function assignedTo(nodes: readonly Node[], configurationId: string): AssignedTo {
  const count = nodes.filter((node) => assignmentOf(node, configurationId)).length;
  return count === 0 ? 'none' : count === nodes.length ? 'all' : 'some';
}

/** Returns the assignment by tag or rule that locks a configuration; undefined: not locked. */
export const lockOf = (nodes: readonly Node[], configurationId: string): Assignment | undefined =>
  nodes.map((node) => assignmentOf(node, configurationId)).find((one) => one !== undefined && isAutomatic(one));

/**
 * Returns the request with all manual assignments that each sidecar has after the change.
 *
 * @param choices changed configurations by id: true assigns to all sidecars, false unassigns
 */
export function changedAssignments(
  nodes: readonly Node[],
  collectorId: string,
  choices: ReadonlyMap<string, boolean>,
): AssignRequest {
  return {
    nodes: nodes.map((node) => {
      const kept = node.assignments
        .filter((one) => !isAutomatic(one))
        .filter(({ configuration_id: id }) => choices.get(id) !== false)
        .map(({ collector_id, configuration_id }) => ({ collector_id, configuration_id }));
      const added = [...choices]
        .filter(([id, on]) => on && !assignmentOf(node, id))
        .map(([configuration_id]) => ({ collector_id: collectorId, configuration_id }));
      return { node_id: node.node_id, assignments: [...kept, ...added] };
    }),
  };
}

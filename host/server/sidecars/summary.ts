/** Describes a node in the form of API responses (contract SidecarSummary). */
import type { Assignment, SidecarSummary } from '../../../api/contract/sidecars.schema.js';
import type { NodeRecord } from './nodes.js';
import { silentStatus, truthfulState } from './node-state.js';

const iso = (time: number): string => new Date(time).toISOString();

export interface SummaryFacts {
  readonly assignments: readonly Assignment[];
  readonly collectors: readonly string[] | null;
  readonly now: number;
  /** Milliseconds after which a node that does not report counts as silent. */
  readonly silentAfter: number;
}

export function summaryOf(
  node: NodeRecord,
  { assignments, collectors, now, silentAfter }: SummaryFacts,
): SidecarSummary {
  const { code, since, silent, flaps, history } = truthfulState(node.state, node.seen, now, silentAfter);
  const { details } = node;
  return {
    node_id: node.id,
    node_name: node.name,
    node_details: { ...details, status: silent ? silentStatus(details.status) : details.status },
    assignments: [...assignments],
    last_seen: iso(node.seen),
    sidecar_version: node.version,
    active: !silent,
    collectors: collectors === null ? null : [...collectors],
    protocol: node.protocol,
    state: { code, since: iso(since), flaps },
    last_word: silent ? { code: node.state.code, message: details.status?.message ?? '', at: iso(node.seen) } : null,
    history,
    delivered: Object.fromEntries(Object.entries(node.delivered).map(([id, { version }]) => [id, version])),
  };
}

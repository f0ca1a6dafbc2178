/** Shapes of the versions of sidecar configurations and of their rollouts to nodes. Embedded server only. */
import { Type, type Static } from '@sinclair/typebox';

export const RolloutRequest = Type.Object({
  action: Type.Union([
    Type.Literal('pause'),
    Type.Literal('resume'),
    Type.Literal('advance'),
    Type.Literal('roll_back'),
  ]),
});
export type RolloutRequest = Static<typeof RolloutRequest>;

/** A stored version of a configuration; the current version is stored too. */
export interface ConfigurationVersion {
  version: number;
  name: string;
  template: string;
  tags: string[];
  assignment_rule: string;
  username: string;
  created_at: string;
  /** Number of the older version that this version restores; null: this version is an edit. */
  restored_from: number | null;
}

export type RolloutState = 'running' | 'paused' | 'done' | 'rolled_back';
export interface RolloutStage {
  /** Stage of the rollout: first `one` node, then ten percent of the nodes (`tenth`), then `all` nodes. */
  name: 'one' | 'tenth' | 'all';
  state: 'waiting' | 'running' | 'paused' | 'done';
  /** Number of nodes that have the new version at the end of this stage, including the nodes of earlier stages. */
  nodes: number;
  /**
   * Number of the counted `nodes` that run with the new version; `failing` lists the nodes that fail with it, at most
   * 20.
   */
  running: number;
  failing: { node_id: string; node_name: string; message: string }[];
}
export interface Rollout {
  id: string;
  configuration_id: string;
  configuration_name: string;
  from_version: number;
  to_version: number;
  state: RolloutState;
  /** Reason why the rollout is paused or was rolled back; otherwise empty. */
  reason: string;
  username: string;
  started_at: string;
  changed_at: string;
  /** Number of nodes that have fetched the new version; `total` counts all nodes with the configuration. */
  reached: number;
  total: number;
  stages: RolloutStage[];
  /** Time at which the next stage starts if no node fails until then; null: no start is scheduled. */
  next_at: string | null;
}

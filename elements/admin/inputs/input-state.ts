/** Combines the states that an input has on its nodes (screens/data-intake.md I1a). */
import type { InputState, InputStateSummary, InputSummary, RecognisedFormat } from '../../../api/contract/inputs.js';
import type { StatusKind } from '../../kit/chip.js';
import { isolated } from '../../kit/isolated.js';
import { texts } from './texts.js';

/** State of an input on a node. */
interface NodeState {
  readonly nodeId: string;
  readonly state: InputState;
  /** Reason of a failure, or what the input is waiting for. */
  readonly detail: string | null;
  readonly remark: string | null;
  /** Address `address:port` on which the input listens; undefined if the server does not report it. */
  readonly listening: string | undefined;
  /** Log formats that the input has recognised, newest first. */
  readonly recognised: readonly RecognisedFormat[];
}

export interface ShownState {
  readonly text: string;
  readonly kind: StatusKind;
  readonly nodes: readonly NodeState[];
  /** True if the input is running, starting or failing on at least one node, so that it can be stopped. */
  readonly running: boolean;
}

export type StatesByNode = Readonly<Record<string, readonly InputStateSummary[] | null>>;

const ranks: Readonly<Partial<Record<InputState, number>>> = {
  CREATED: 0,
  STOPPED: 0,
  TERMINATED: 0,
  INITIALIZED: 1,
  STOPPING: 1,
  STARTING: 3,
  RUNNING: 4,
};
/** Returns the rank of a state for sorting; an unknown state ranks like a failure. */
const rankOf = (state: InputState): number => ranks[state] ?? 2;

const kinds: Readonly<Partial<Record<InputState, StatusKind>>> = {
  RUNNING: 'success',
  STARTING: 'info',
  FAILED: 'danger',
  STOPPED: 'danger',
};
const active: readonly InputState[] = ['RUNNING', 'STARTING', 'FAILING'];

const addressOf = ({ listening }: InputStateSummary): string | undefined =>
  listening
    ? `${listening.address.includes(':') ? `[${listening.address}]` : listening.address}:${listening.port}`
    : undefined;

/**
 * Returns the combined state of an input, with its states on the nodes, worst first.
 * @param nodeCount number of nodes of the cluster
 */
export function stateOfInput(
  { id, global }: Pick<InputSummary, 'id' | 'global'>,
  states: StatesByNode,
  nodeCount: number,
): ShownState {
  const nodes = Object.entries(states)
    .flatMap(([nodeId, summaries]) => {
      const own = summaries?.find((summary) => summary.id === id);
      if (!own) return [];
      const { state, detailed_message: detail, recognised = [], remark = null } = own;
      return [{ nodeId, state, detail, remark, listening: addressOf(own), recognised }];
    })
    .sort((one, other) => rankOf(one.state) - rankOf(other.state));
  const [first] = nodes;
  if (!first) return { text: global ? texts.noneRunning : texts.notRunning, kind: 'warning', nodes, running: false };
  const counts = new Map<InputState, number>();
  for (const { state } of nodes) counts.set(state, (counts.get(state) ?? 0) + 1);
  return {
    text: global ? [...counts].map(([state, count]) => `${count} ${state}`).join(', ') : first.state,
    kind: global && nodes.length < nodeCount ? 'warning' : (kinds[first.state] ?? 'warning'),
    nodes,
    running: nodes.some(({ state }) => active.includes(state)),
  };
}

const mostReported = 3;

/** Returns a text with the recognised log formats, each with some of its sources; undefined if none was recognised. */
export function recognisedOf({ nodes }: ShownState): string | undefined {
  const sources = new Map<string, string[]>();
  for (const { format, source } of nodes.flatMap(({ recognised }) => recognised)) {
    const known = sources.get(format) ?? [];
    if (!known.includes(source)) known.push(source);
    sources.set(format, known);
  }
  if (sources.size === 0) return undefined;
  return texts.recognised(
    [...sources].map(([format, all]) => {
      const more = all.length > mostReported ? [texts.moreSources(all.length - mostReported)] : [];
      return `${format} (${[...all.slice(0, mostReported).map(isolated), ...more].join(', ')})`;
    }),
  );
}

/** Returns the distinct problems and remarks about an input on its nodes. */
export const troublesOf = ({ nodes }: ShownState): readonly string[] => [
  ...new Set(
    nodes.flatMap(({ state, detail, remark }) =>
      [state === 'RUNNING' ? null : detail, remark].flatMap((text) => (text === null || text === '' ? [] : [text])),
    ),
  ),
];

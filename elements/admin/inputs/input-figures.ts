/** Computes the statistics of an input, summed over its nodes (screens/data-intake.md I1b). */
import type { InputSummary } from '../../../api/contract/inputs.js';
import type { Figures } from '../../../api/queries/input-administration.js';

const names = [
  'incomingMessages',
  'read_bytes_1sec',
  'written_bytes_1sec',
  'read_bytes_total',
  'written_bytes_total',
  'open_connections',
  'total_connections',
  'emptyMessages',
  'malformedMessages',
  'droppedMessages',
] as const;

/** Statistics by name; a statistic that the server does not have is absent. */
export type InputFigures = Readonly<Partial<Record<(typeof names)[number], number>>>;

type Requested = Pick<InputSummary, 'id' | 'type'>;

/** Returns the full names of the metrics of some inputs. */
export const figureNames = (inputs: readonly Requested[]): readonly string[] =>
  inputs.flatMap(({ id, type }) => names.map((name) => `${type}.${id}.${name}`));

/** Returns the statistics of an input, summed over the nodes. */
export function figuresOf({ id, type }: Requested, nodes: readonly Figures[]): InputFigures {
  const sums: { -readonly [Name in keyof InputFigures]: InputFigures[Name] } = {};
  for (const name of names) {
    const known = nodes.flatMap((figures) => figures[`${type}.${id}.${name}`] ?? []);
    if (known.length > 0) sums[name] = known.reduce((sum, value) => sum + value, 0);
  }
  return sums;
}

export const hasNetwork = ({ read_bytes_total: read }: InputFigures): boolean => read !== undefined;

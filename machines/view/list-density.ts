/** The three densities of a message list, each a combination of the stored settings `density` and `wrap`. */
import type { TableLook } from './table-look.js';

export type ListDensity = 'line' | 'compact' | 'full';

/**
 * Stored settings of each density. With `line`, a message has one line, and the last column of the line is the text.
 */
const looks: Readonly<Record<ListDensity, Required<Pick<TableLook, 'density' | 'wrap'>>>> = {
  line: { density: 'compact', wrap: false },
  compact: { density: 'compact', wrap: true },
  full: { density: 'default', wrap: true },
};

export const listDensities = ['line', 'compact', 'full'] as const;

/** Returns the density for stored settings; default rows count as `full` even if their text does not wrap. */
export function listDensity({ density, wrap }: Pick<TableLook, 'density' | 'wrap'>): ListDensity {
  if (density !== 'compact') return 'full';
  return wrap === false ? 'line' : 'compact';
}

export const withDensity = (look: TableLook, density: ListDensity): TableLook => ({ ...look, ...looks[density] });

/** The three densities of a message list, as combinations of the stored settings `density` and `wrap`. */
import type { TableLook } from './table-look.js';

export type ListDensity = 'line' | 'compact' | 'full';

/** `line`: one line per message, with the text as the last column. */
const looks: Readonly<Record<ListDensity, Required<Pick<TableLook, 'density' | 'wrap'>>>> = {
  line: { density: 'compact', wrap: false },
  compact: { density: 'compact', wrap: true },
  full: { density: 'default', wrap: true },
};

export const listDensities = ['line', 'compact', 'full'] as const;

/** Returns the list density of stored settings; a full row whose text does not wrap is still a full row. */
export function listDensity({ density, wrap }: Pick<TableLook, 'density' | 'wrap'>): ListDensity {
  if (density !== 'compact') return 'full';
  return wrap === false ? 'line' : 'compact';
}

export const withDensity = (look: TableLook, density: ListDensity): TableLook => ({ ...look, ...looks[density] });

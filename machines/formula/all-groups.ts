/**
 * Sorts all groups of a widget by a filtered metric or formula. Servers cannot sort by these: the widget's own search
 * finds only the most frequent groups, but the group with the highest value may be a rare one. The functions are pure.
 */
import type { PivotResult } from '../../api/contract/searches.js';
import {
  isSortedByComputed,
  withComputed,
  type ComputedAnswer,
  type ComputedPlan,
  type ComputedResult,
} from './compute.js';
import { usualLimit } from './restriction.js';

/** Maximum number of groups that are sorted. */
export const mostGroups = 1_000;

export const groupTexts = {
  tooMany: (field: string) =>
    `Only the most frequent values of ${field} are sorted, because there are more than ${mostGroups}.`,
  severalFields:
    'Only the most frequent groups are sorted; all groups of a single field without columns can be sorted.',
} as const;

/** Returns the field whose groups are all sorted; undefined: the configuration groups in another way. */
function sortedField({ row_pivots: rows, column_pivots: columns }: ComputedPlan['config']): string | undefined {
  const [pivot] = rows;
  if (rows.length !== 1 || columns.length > 0 || pivot?.type !== 'values' || pivot.fields.length !== 1)
    return undefined;
  return pivot.fields[0];
}

const limitOf = ({ row_pivots: rows }: ComputedPlan['config']): number => rows[0]?.config?.limit ?? usualLimit;

/** Tells whether more groups than the groups of the widget's own result must be searched for and sorted. */
export function needsAllGroups(own: PivotResult, { config }: ComputedPlan): boolean {
  const leaves = own.rows.filter(({ source }) => source === 'leaf').length;
  return isSortedByComputed(config.sort) && sortedField(config) !== undefined && leaves >= limitOf(config);
}

/**
 * Returns the first rows of all groups in the configured order, as many as the widget shows. Returns undefined if the
 * answer does not contain all groups.
 * @param keepsAll true: all groups are returned
 */
export function firstOfAll(
  own: PivotResult,
  plan: ComputedPlan,
  answer: ComputedAnswer,
  keepsAll = false,
): ComputedResult | undefined {
  const { groups } = answer;
  if (!groups) return undefined;
  const isLeaf = ({ source }: PivotResult['rows'][number]): boolean => source === 'leaf';
  const leaves = groups.rows.filter(isLeaf);
  if (leaves.length >= mostGroups) return undefined;
  // Rows of totals come from the widget's own result, where they are before or after the groups.
  const at = own.rows.findIndex(isLeaf);
  const totals = own.rows.filter((row) => !isLeaf(row));
  const rows = [...totals.slice(0, Math.max(0, at)), ...leaves, ...totals.slice(Math.max(0, at))];
  const { result, faults } = withComputed({ ...own, rows }, plan, answer, true);
  let left = keepsAll ? mostGroups : limitOf(plan.config);
  return { result: { ...result, rows: result.rows.filter((row) => !isLeaf(row) || left-- > 0) }, faults };
}

/**
 * Returns the sentence that says that only some groups were sorted. Returns undefined if the widget's own result
 * contains all groups, or if the widget is not sorted by a computed metric.
 */
export function sortFault(own: PivotResult, plan: ComputedPlan): string | undefined {
  const { config } = plan;
  if (!isSortedByComputed(config.sort)) return undefined;
  const field = sortedField(config);
  if (field !== undefined) return needsAllGroups(own, plan) ? groupTexts.tooMany(field) : undefined;
  const isCut = config.row_pivots.some(({ type, config: settings }) => {
    const limit = settings?.limit ?? usualLimit;
    return type === 'values' && own.rows.filter(({ source }) => source === 'leaf').length >= limit;
  });
  return isCut ? groupTexts.severalFields : undefined;
}

/** Formats highlighting rules as text. */
import type { HighlightingRule } from '../../../api/contract/views.schema.js';
import { texts } from '../texts.js';

const valueOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Formats the condition: `level <= "3".` */
export function ruleText({ field, condition, value }: HighlightingRule): string {
  const words: Readonly<Record<string, string>> = texts.highlighting.conditions;
  return `${field} ${words[condition ?? 'equal'] ?? condition} "${valueOf(value)}".`;
}

/** Returns the reason why the colour of a rule cannot be shown; undefined when it can. */
export function colorProblem({ color }: HighlightingRule): string | undefined {
  if (typeof color === 'string') return undefined;
  const type: unknown = (color as { type?: unknown } | null | undefined)?.type;
  return type === 'static' || type === 'gradient' ? undefined : texts.highlighting.unknownColor(String(type));
}

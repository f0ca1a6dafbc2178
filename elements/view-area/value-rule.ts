/** Builds highlighting rules for the action "Highlight this value"; the module is loaded on demand. */
import type { HighlightingRule } from '../../api/contract/views.schema.js';
import { ruleOfValue } from '../../machines/highlighting-rule/form.js';
import { randomHighlightColor } from '../kit/palettes.js';
import { rawText } from '../widgets/values/value-text.js';

/**
 * Returns a rule that highlights the value of the field in a random colour of the palette.
 * @throws Error if there is no value (spec 2 §5)
 */
export function valueRule(field: string, value: unknown): HighlightingRule {
  return ruleOfValue(field, rawText(value), randomHighlightColor());
}

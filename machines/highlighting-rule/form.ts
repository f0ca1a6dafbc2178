/** The form of the dialog for highlighting rules, and its validation (spec 2 §5 "Highlighting rule"). */
import type { HighlightingRule } from '../../api/contract/views.schema.js';
import { defaultGradient } from '../view/highlighting.js';
import { colorScaleTitles } from '../widget-editor/color-scale-titles.js';

export type Condition = NonNullable<HighlightingRule['condition']>;

export interface HighlightingForm {
  readonly field: string;
  readonly condition: Condition | '';
  readonly value: string;
  readonly coloring: 'static' | 'gradient' | '';
  readonly color: string;
  readonly gradient: string;
  /** Text in the input for the lower bound; `upper` is the text for the upper bound. */
  readonly lower: string;
  readonly upper: string;
}
export type HighlightingErrors = Partial<Record<keyof HighlightingForm, string>>;

export const highlightingTexts = {
  required: (field: 'Field' | 'Condition' | 'Value' | 'Coloring') => `${field} is required`,
  gradientNumeric: 'A gradient can only be defined for numeric fields.',
  gradientMissing: 'Must be selected.',
  boundMissing: 'Must be present.',
  boundNumber: 'Must be a number.',
  boundOrder: 'Must be higher than lowest value.',
  missingValue: 'Unable to add highlighting for missing value.',
} as const;

/** Returns the conditions in the order of the dialog. Fields that are not numeric can only be compared for equality. */
export function conditionsFor(numeric: boolean): readonly Condition[] {
  return numeric ? ['equal', 'not_equal', 'less_equal', 'greater_equal', 'less', 'greater'] : ['equal', 'not_equal'];
}

export function formOfRule(rule: HighlightingRule | undefined, color: string): HighlightingForm {
  const blank = {
    field: '',
    condition: 'equal',
    value: '',
    coloring: 'static',
    color,
    gradient: defaultGradient,
    lower: '0',
    upper: '0',
  } as const;
  if (!rule) return blank;
  const shown = {
    ...blank,
    field: rule.field,
    value: String(rule.value ?? ''),
    condition: rule.condition ?? 'equal',
  } as const;
  if (typeof rule.color === 'string') return { ...shown, color: rule.color };
  if (rule.color.type === 'static') return { ...shown, color: rule.color.color };
  // The colour has an unknown type, so that the user must choose a type.
  if (rule.color.type !== 'gradient') return { ...shown, coloring: '' };
  const { gradient, lower, upper } = rule.color;
  return { ...shown, coloring: 'gradient', gradient, lower: String(lower), upper: String(upper) };
}

/**
 * Builds the rule for the action "Highlight this value".
 * @throws Error when the value is empty (spec 2 §5)
 */
export function ruleOfValue(field: string, text: string, color: string): HighlightingRule {
  if (text.trim() === '') throw new Error(highlightingTexts.missingValue);
  return { field, value: text, condition: 'equal', color: { type: 'static', color } };
}

export function highlightingErrors(form: HighlightingForm, numeric: boolean): HighlightingErrors {
  const { required } = highlightingTexts;
  return {
    ...(form.field.trim() === '' && { field: required('Field') }),
    ...((form.condition === '' || !conditionsFor(numeric).includes(form.condition)) && {
      condition: required('Condition'),
    }),
    ...(form.value === '' && { value: required('Value') }),
    ...coloringErrors(form, numeric),
  };
}

function coloringErrors({ coloring, gradient, lower, upper }: HighlightingForm, numeric: boolean): HighlightingErrors {
  if (coloring === '') return { coloring: highlightingTexts.required('Coloring') };
  if (coloring === 'static') return {};
  const lowerError = boundError(lower);
  const upperError = boundError(upper);
  return {
    ...(!numeric && { coloring: highlightingTexts.gradientNumeric }),
    ...(!colorScaleTitles.includes(gradient) && { gradient: highlightingTexts.gradientMissing }),
    ...(lowerError && { lower: lowerError }),
    ...(upperError && { upper: upperError }),
    ...(!lowerError && !upperError && Number(upper) <= Number(lower) && { upper: highlightingTexts.boundOrder }),
  };
}

/** Returns the error of a bound, which must be an integer; undefined when it is valid. */
function boundError(text: string): string | undefined {
  if (text.trim() === '') return highlightingTexts.boundMissing;
  return /^-?\d+$/.test(text.trim()) ? undefined : highlightingTexts.boundNumber;
}

/** Builds the rule from the form; unknown members of the old rule are kept. */
export function ruleOf(form: HighlightingForm, old: HighlightingRule | undefined): HighlightingRule {
  const { field, condition, value, coloring, color, gradient, lower, upper } = form;
  return {
    ...old,
    field,
    value,
    condition: condition === '' ? 'equal' : condition,
    color:
      coloring === 'gradient'
        ? { type: 'gradient', gradient, lower: Number(lower), upper: Number(upper) }
        : { type: 'static', color },
  };
}

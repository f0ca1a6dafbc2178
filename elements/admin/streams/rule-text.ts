/** Describes a stream rule in words (screens/data-intake.md S2c). The functions are pure. */
import type { StreamRuleInput, StreamRuleRequest, StreamRuleType } from '../../../api/contract/streams.js';
import { texts } from './texts.js';

/** Ids of the rule types that need special handling. */
export const ruleType = { greater: 3, smaller: 4, presence: 5, always: 7, input: 8 } as const;

const inputField = 'gl2_source_input';

/** Returns whether a rule of this type has a field. */
export const hasField = (type: number): boolean => type !== ruleType.always && type !== ruleType.input;
/** Returns whether a rule of this type has a value. */
export const hasValue = (type: number): boolean => type !== ruleType.always && type !== ruleType.presence;

export interface RuleSentence {
  /** Field of the rule; empty for a rule without a field. */
  readonly field: string;
  readonly says: string;
  /** Value of the rule; empty for a rule without a value. */
  readonly value: string;
}

const { sentence: words } = texts;

/**
 * Describes a rule in words.
 *
 * @param inputs inputs with their titles; undefined until loaded: their ids are shown instead
 */
export function ruleSentence(
  { type, field, value, inverted }: StreamRuleRequest,
  types: readonly StreamRuleType[],
  inputs: readonly StreamRuleInput[] | undefined,
): RuleSentence {
  if (type === ruleType.always) return { field: '', says: inverted ? words.never : words.always, value: '' };
  const verb = types.find(({ id }) => id === type)?.long_desc ?? String(type);
  const says = `${inverted ? words.mustNot : words.must} ${verb}`;
  const wanted = value || words.empty;
  if (type === ruleType.input) return { field: inputField, says, value: inputText(wanted, inputs) };
  return { field: field?.trim() || words.empty, says, value: type === ruleType.presence ? '' : wanted };
}

function inputText(id: string, inputs: readonly StreamRuleInput[] | undefined): string {
  const input = inputs?.find((one) => one.id === id);
  if (input) return words.input(input.title, input.name, id);
  return inputs === undefined || id === words.empty ? id : words.deletedInput(id);
}

export const plainSentence = ({ field, says, value }: RuleSentence): string =>
  [field, says, value].filter((part) => part !== '').join(' ');

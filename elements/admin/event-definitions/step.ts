/** Props of a wizard step. */
import type { DefinitionValues } from '../../../machines/event-condition/definition-values.js';

export interface StepProps {
  readonly values: DefinitionValues;
  readonly set: (part: Partial<DefinitionValues>) => void;
  /** Returns the error of a field. */
  readonly error: (name: keyof DefinitionValues) => string | undefined;
  /** True after an attempt to save, which shows every error. */
  readonly tried: boolean;
}

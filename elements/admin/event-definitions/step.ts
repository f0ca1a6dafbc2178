/** Declares the props of a step of the event definition wizard. */
import type { DefinitionValues } from '../../../machines/event-condition/definition-values.js';

export interface StepProps {
  readonly values: DefinitionValues;
  readonly set: (part: Partial<DefinitionValues>) => void;
  /** Returns the displayed error of a field; undefined if there is none. */
  readonly error: (name: keyof DefinitionValues) => string | undefined;
  /** True after the user has tried to save; every error is shown then. */
  readonly tried: boolean;
}

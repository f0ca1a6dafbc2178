/** Describing a field of a configuration (`api/contract/config-fields.ts`). */
import type { ConfigField } from '../../../../api/contract/config-fields.js';

interface Extra {
  readonly mandatory?: boolean;
  readonly position?: number;
  readonly attributes?: string[];
  readonly values?: Record<string, string>;
}

export const configField = (
  type: ConfigField['type'],
  humanName: string,
  description: string,
  defaultValue: unknown,
  { mandatory = false, position = 100, attributes = [], values }: Extra = {},
): ConfigField => ({
  type,
  human_name: humanName,
  description,
  default_value: defaultValue,
  is_optional: !mandatory,
  is_encrypted: false,
  position,
  attributes,
  additional_info: values === undefined ? {} : { values },
});

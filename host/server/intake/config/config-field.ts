/** Creates descriptions of configuration fields (`api/contract/config-fields.ts`). */
import type { ConfigField } from '../../../../api/contract/config-fields.js';

interface Extra {
  readonly mandatory?: boolean;
  readonly position?: number;
  readonly attributes?: string[];
  /** Labels of a dropdown's choices by value; a function is called once, when the choices are first read. */
  readonly values?: Record<string, string> | (() => Record<string, string>);
}

function additionalInfo(values: Extra['values']): ConfigField['additional_info'] {
  if (typeof values !== 'function') return values === undefined ? {} : { values };
  let made: Record<string, string> | undefined;
  return {
    get values() {
      return (made ??= values());
    },
  };
}

/** @param defaultValue value, or a function that returns it and is called each time the default is read */
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
  get default_value(): unknown {
    // Cast: a default value that is a function takes no arguments.
    return typeof defaultValue === 'function' ? (defaultValue as () => unknown)() : defaultValue;
  },
  is_optional: !mandatory,
  is_encrypted: false,
  position,
  attributes,
  additional_info: additionalInfo(values),
});

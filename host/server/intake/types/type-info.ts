/** Describes a type of input to the API. */
import type { ConfigFields } from '../../../../api/contract/config-fields.js';
import type { InputTypeInfo } from '../../../../api/contract/inputs.schema.js';
import { inputTypeIds } from './input-type-ids.js';
import { trials } from './trials.js';

const previews: Readonly<Record<string, InputTypeInfo['preview']>> = {
  [inputTypeIds.files]: 'files',
  [inputTypeIds.rawTcp]: 'lines',
  [inputTypeIds.rawUdp]: 'lines',
};

export function typeInfo(type: string, name: string, configuration: ConfigFields): InputTypeInfo {
  const preview = previews[type];
  const sample = trials.get(type)?.sample;
  return {
    type,
    name,
    is_exclusive: false,
    requested_configuration: configuration,
    link_to_docs: '',
    ...(preview && { preview }),
    ...(sample !== undefined && { sample_message: sample }),
  };
}

/** Converts outputs to their form in the API. */
import { maskedValues } from '../../../api/contract/config-fields.js';
import type { OutputSummary } from '../../../api/contract/outputs.js';
import { outputTypesById } from '../outputs/types/index.js';
import type { OutputDocument } from '../outputs/outputs.js';

/**
 * Converts an output to its form in the API.
 * @param editor true when the user may change the output; false: passwords in its configuration are masked
 */
export const outputSummary = (output: OutputDocument, editor: boolean): OutputSummary => ({
  ...output,
  configuration: maskedValues(
    outputTypesById.get(output.type)?.info.requested_configuration ?? {},
    output.configuration,
    editor,
  ),
});

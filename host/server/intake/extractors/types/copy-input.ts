import type { ExtractorTypeAtWork } from '../extractor-type.js';
import { copyInput } from '../parts.js';

export const copyInputType: ExtractorTypeAtWork = { type: 'copy_input', make: () => copyInput };

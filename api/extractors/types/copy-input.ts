import type { ExtractorTypeDescription } from '../extractor-type.js';

export const copyInput = {
  type: 'copy_input',
  label: 'Copy input',
  parts: [],
  about: 'The whole field is copied into another one.',
  tryOn: async (_client, { text }) => ({ found: text }),
} as const satisfies ExtractorTypeDescription;

import type { LookupTypeDescription } from '../fields.js';

export const httpJsonPath: LookupTypeDescription = {
  type: 'httpjsonpath',
  label: 'HTTP JSONPath',
  configClass: 'org.graylog2.lookup.adapters.HTTPJSONPathDataAdapter$Config',
  fields: {
    url: {
      kind: 'url',
      label: 'Lookup URL',
      help: 'Address to request for each key; ${key} is replaced by the key. It must be on the URL whitelist.',
      initial: 'https://example.invalid/api/lookup?key=${key}',
      isTemplate: true,
    },
    single_value_jsonpath: {
      kind: 'text',
      label: 'Single value JSONPath',
      help: 'Path of the single value in the answer: a text, number or Boolean.',
      initial: '$.value',
    },
    multi_value_jsonpath: {
      kind: 'text',
      label: 'Multi value JSONPath',
      help: 'Path of the map in the answer. A list becomes the property "value".',
      initial: '',
      optional: true,
    },
    user_agent: {
      kind: 'text',
      label: 'HTTP User-Agent',
      help: 'The server gives this name to the API.',
      initial: 'Log Console Lookup',
    },
    headers: {
      kind: 'headers',
      label: 'HTTP Headers',
      help: 'Headers that are sent with each request.',
      initial: null,
      optional: true,
    },
  },
  about: [
    'Each key that no cache knows is asked for with one GET request. Use a cache: without one, every message waits for the API.',
    'An answer with another status than 2xx, an answer that is no JSON, and one without a single value give an error result.',
  ],
};

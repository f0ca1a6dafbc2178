/**
 * The catalogue has every function of the reference server with its signature, and marks functions of later versions
 * as extensions.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Parameter, PipelineFunction } from '../../../../../host/server/pipelines/function.js';
import { functionCatalogue } from '../../../../../host/server/pipelines/functions/catalogue.js';
import { referenceSignatures } from './reference-signatures.js';

const parameterText = ({ name, optional, type, transformedType }: Parameter): string =>
  `${name}${optional === true ? '?' : ''} ${type}${transformedType === undefined ? '' : `→${transformedType}`}`;

const signature = ({ name, parameters, returns, pure }: PipelineFunction): string =>
  `${pure ? 'pure ' : ''}${name}(${parameters.map(parameterText).join(', ')}): ${returns}`;

const extensions =
  'anonymize_ip array_contains array_remove csv_to_map date_diff get_field hex_to_decimal_byte_list list_count list_get lookup_all ' +
  'map_copy map_get map_remove map_set multi_grok remove_multiple_fields remove_single_field remove_string_fields_by_value ' +
  'rename_fields string_array_add string_entropy to_list';

test('the catalogue has the functions of the reference with their parameters, types and purity', () => {
  const own = [...functionCatalogue.values()].filter(({ extension }) => extension !== true).map(signature);
  assert.deepEqual(own.sort(), [...referenceSignatures].sort());
});

test('the catalogue marks exactly the functions of later versions as extensions', () => {
  const marked = [...functionCatalogue.values()].filter(({ extension }) => extension === true).map(({ name }) => name);
  assert.deepEqual(marked.sort(), extensions.split(' '));
});

test('the catalogue describes every function in a sentence, and lists optional parameters last', () => {
  for (const { name, description, parameters } of functionCatalogue.values()) {
    assert.match(description, /^[A-Z].{10,300}\.$/s, name);
    const optional = parameters.map((one) => one.optional === true);
    assert.deepEqual(optional, [...optional].sort(), name);
  }
});

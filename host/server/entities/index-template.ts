/**
 * The mappings that clients of the reference server read from an index template: how fields are searched. The store of this server has no
 * templates; they say the same in the words of OpenSearch (https://opensearch.org/docs/latest/field-types/).
 */

type Mapping = Readonly<Record<string, unknown>>;

/** Words of these fields are searched one by one. */
const fullText = ['message', 'full_message'] as const;
const instants = ['timestamp', 'gl2_processing_timestamp', 'gl2_receive_timestamp'] as const;

const instant: Mapping = { type: 'date', format: 'uuuu-MM-dd HH:mm:ss.SSS' };

/** @param analyzer that of the index set, such as `standard` */
export function templateMappings(analyzer: string): Mapping {
  return {
    dynamic_templates: [
      { internal_fields: { match: 'gl2_*', match_mapping_type: 'string', mapping: { type: 'keyword' } } },
      { store_generic: { match_mapping_type: 'string', mapping: { type: 'keyword' } } },
    ],
    properties: {
      ...Object.fromEntries(fullText.map((name) => [name, { type: 'text', analyzer, fielddata: false }])),
      ...Object.fromEntries(instants.map((name) => [name, instant])),
      source: { type: 'text', analyzer: 'analyzer_keyword', fielddata: true },
      streams: { type: 'keyword' },
      gl2_accounted_message_size: { type: 'long' },
      gl2_message_id: { type: 'keyword' },
    },
  };
}

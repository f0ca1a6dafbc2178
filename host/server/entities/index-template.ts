/**
 * Describes field mappings in the form of an OpenSearch index template
 * (https://opensearch.org/docs/latest/field-types/), for clients of the reference server. This server's store has no
 * templates; the mappings describe how it searches fields.
 */

type Mapping = Readonly<Record<string, unknown>>;

/** Fields that are searched word by word. */
const fullText = ['message', 'full_message'] as const;
const instants = ['timestamp', 'gl2_processing_timestamp', 'gl2_receive_timestamp'] as const;

const instant: Mapping = { type: 'date', format: 'uuuu-MM-dd HH:mm:ss.SSS' };

/** Returns the field mappings of an index set. @param analyzer analyzer of the index set, such as `standard` */
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

/** Finds the provisioned objects that a request changes although its address does not contain their ids. */
import { importGrokPatterns, importGrokText } from '../../../api/contract/grok.js';
import type { GrokImportQuery, GrokPatternList } from '../../../api/contract/grok.schema.js';
import type { Endpoint } from '../../../api/contract/endpoint.js';
import { connectToPipeline, connectToStream } from '../../../api/contract/pipelines.js';
import type { ConnectToPipelineBody, ConnectToStreamBody } from '../../../api/contract/pipelines.schema.js';
import type { ProvisionMark } from '../documents/provisioned.js';
import { patternsOfText } from '../entities/grok-patterns.js';
import type { Documents } from '../store/types.js';

/** Query and body of a request, validated by the schemas of its endpoint. */
export interface RequestParts {
  readonly query: unknown;
  readonly body: unknown;
}

interface ConnectionDocument {
  readonly id: string;
  readonly pipeline_ids: readonly string[];
}

type IsChanged = (mark: ProvisionMark) => boolean;

/** Returns a test for the grok patterns that an import replaces or removes. */
function importedPatterns({ query, body }: RequestParts): IsChanged {
  if ((query as GrokImportQuery)['import-strategy'] === 'DROP_ALL_EXISTING')
    return ({ type }) => type === 'grok_pattern';
  const patterns = typeof body === 'string' ? patternsOfText(body) : (body as GrokPatternList).patterns;
  const names = new Set(patterns.map(({ name }) => name));
  return ({ type, title }) => type === 'grok_pattern' && names.has(title);
}

/**
 * Returns a test for the pipelines that are connected with a stream or disconnected from it. This changes provisioned
 * pipelines, because their files contain the connections.
 */
function connectedPipelines({ stream_id, pipeline_ids }: ConnectToStreamBody, documents: Documents): IsChanged {
  const stored = documents.collection<ConnectionDocument>('pipeline_connections').get(stream_id)?.pipeline_ids ?? [];
  const isChanged = (id: string): boolean => stored.includes(id) !== pipeline_ids.includes(id);
  return ({ type, entity }) => type === 'pipeline' && isChanged(entity);
}

/** Returns a test for the provisioned objects that the request changes through its body. */
export function changedByBody(endpoint: Endpoint, parts: RequestParts, documents: Documents): IsChanged {
  const is = ({ method, path }: Endpoint): boolean => endpoint.method === method && endpoint.path === path;
  if (is(importGrokText) || is(importGrokPatterns)) return importedPatterns(parts);
  if (is(connectToStream)) return connectedPipelines(parts.body as ConnectToStreamBody, documents);
  if (is(connectToPipeline)) {
    const { pipeline_id: id } = parts.body as ConnectToPipelineBody;
    return ({ type, entity }) => type === 'pipeline' && entity === id;
  }
  return () => false;
}

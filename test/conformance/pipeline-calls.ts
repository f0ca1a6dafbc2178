/** Calls of the endpoints for pipelines, rules and connections, in addition to those in `calls.ts`. */
import type { PipelineSource, RuleSource } from '../../api/contract/pipelines.js';
import type { Maker } from './calls.js';
import type { Rule } from './rules.js';
import type { World } from './world.js';

const each = (...permissions: string[]): Rule => ({ kind: 'each', permissions });
const filtered = (...permissions: string[]): Rule => ({ kind: 'filtered', permissions });

export const pipelineRules: Readonly<Record<string, Rule>> = {
  'GET /system/pipelines/pipeline': filtered('pipeline:read:{pipelineId}'),
  'GET /system/pipelines/pipeline/paginated': filtered('pipeline:read:{pipelineId}'),
  'POST /system/pipelines/rule/multiple': filtered('pipeline_rule:read:{ruleId}'),
  'GET /system/pipelines/connections': each('pipeline_connection:read'),
  'GET /system/pipelines/connections/{streamId}': each('pipeline_connection:read', 'streams:read:{streamId}'),
  'POST /system/pipelines/connections/to_stream': each(
    'pipeline_connection:edit',
    'streams:read:{streamId}',
    'pipeline:read:{pipelineId}',
  ),
  'POST /system/pipelines/connections/to_pipeline': each(
    'pipeline_connection:edit',
    'pipeline:read:{pipelineId}',
    'streams:read:{streamId}',
  ),
  'POST /system/pipelines/simulate': each('pipeline_rule:read', 'streams:read:{streamId}'),
  // The following endpoints are not in the contract.
  'GET /system/pipelines/rule/{ruleId}/errors': each('pipeline_rule:read:{ruleId}'),
  'DELETE /system/pipelines/rule/{ruleId}/errors': each('pipeline_rule:edit:{ruleId}'),
};

let made = 0;
const pipelineSource = () => ({ source: `pipeline "Conformance ${++made}" stage 0 match all end` });
const ruleSource = () => ({ source: `rule "conformance ${++made}" when true then end` });
const pipeline = (world: World) => world.ask<PipelineSource>('POST', '/system/pipelines/pipeline', pipelineSource());
const rule = (world: World) => world.ask<RuleSource>('POST', '/system/pipelines/rule', ruleSource());
const stream = '000000000000000000000001';

const ofPipeline =
  (json?: () => unknown): Maker =>
  async (world) => {
    const { id } = await pipeline(world);
    return { params: { pipelineId: id ?? '' }, ...(json && { json: json() }) };
  };
const ofRule =
  (json?: () => unknown): Maker =>
  async (world) => {
    const { id } = await rule(world);
    return { params: { ruleId: id ?? '' }, ...(json && { json: json() }) };
  };

export const pipelineCalls: Readonly<Record<string, Maker>> = {
  'GET /system/pipelines/pipeline': async (world) => {
    const { id } = await pipeline(world);
    return { params: { pipelineId: id ?? '' }, shows: id ?? '' };
  },
  'GET /system/pipelines/pipeline/paginated': async (world) => {
    const { id } = await pipeline(world);
    return { params: { pipelineId: id ?? '' }, query: 'per_page=0', shows: id ?? '' };
  },
  'GET /system/pipelines/pipeline/{pipelineId}': ofPipeline(),
  'POST /system/pipelines/pipeline': () => ({ json: pipelineSource() }),
  'PUT /system/pipelines/pipeline/{pipelineId}': ofPipeline(pipelineSource),
  'DELETE /system/pipelines/pipeline/{pipelineId}': ofPipeline(),
  'POST /system/pipelines/pipeline/parse': () => ({ json: pipelineSource() }),
  'GET /system/pipelines/rule': () => ({}),
  'GET /system/pipelines/rule/paginated': () => ({}),
  'GET /system/pipelines/rule/{ruleId}': ofRule(),
  'POST /system/pipelines/rule': () => ({ json: ruleSource() }),
  'PUT /system/pipelines/rule/{ruleId}': ofRule(ruleSource),
  'DELETE /system/pipelines/rule/{ruleId}': ofRule(),
  'POST /system/pipelines/rule/parse': () => ({ json: ruleSource() }),
  'POST /system/pipelines/rule/multiple': async (world) => {
    const { id, title } = await rule(world);
    return { params: { ruleId: id ?? '' }, json: { rules: [title] }, shows: id ?? '' };
  },
  'GET /system/pipelines/rule/functions': () => ({}),
  'POST /system/pipelines/rule/simulate': () => ({ json: { message: 'm', rule_source: ruleSource() } }),
  'GET /system/pipelines/rule/config/metrics': () => ({}),
  'PUT /system/pipelines/rule/config/metrics': () => ({ json: { metrics_enabled: false } }),
  'GET /system/pipelines/rule/{ruleId}/errors': ofRule(),
  'DELETE /system/pipelines/rule/{ruleId}/errors': ofRule(),
  'GET /system/pipelines/connections': () => ({}),
  'GET /system/pipelines/connections/{streamId}': async (world) => {
    const { id } = await pipeline(world);
    await world.ask('POST', '/system/pipelines/connections/to_stream', { stream_id: stream, pipeline_ids: [id] });
    return { params: { streamId: stream } };
  },
  'POST /system/pipelines/connections/to_stream': async (world) => {
    const { id } = await pipeline(world);
    return {
      params: { streamId: stream, pipelineId: id ?? '' },
      json: { stream_id: stream, pipeline_ids: [id] },
    };
  },
  'POST /system/pipelines/connections/to_pipeline': async (world) => {
    const { id } = await pipeline(world);
    return { params: { streamId: stream, pipelineId: id ?? '' }, json: { pipeline_id: id, stream_ids: [stream] } };
  },
  'POST /system/pipelines/simulate': () => ({
    params: { streamId: stream },
    json: { stream_id: stream, message: { message: 'm' }, input_id: '' },
  }),
};

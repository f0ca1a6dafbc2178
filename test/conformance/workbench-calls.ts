/** Calls of the endpoints for the rule workbench, which the contract lacks. */
import type { SampleSet } from '../../api/contract/rule-workbench.js';
import type { Maker } from './calls.js';
import type { Rule } from './rules.js';

const at = '/system/pipelines/rule/workbench';
const each = (permission: string): Rule => ({ kind: 'each', permissions: [permission] });

export const workbenchRules: Readonly<Record<string, Rule>> = {
  [`POST ${at}`]: each('pipeline_rule:read'),
  [`POST ${at}/hits`]: each('pipeline_rule:read'),
  'POST /system/pipelines/simulate/path': each('pipeline_rule:read'),
  [`GET ${at}/samples`]: each('pipeline_rule:read'),
  [`POST ${at}/samples`]: each('pipeline_rule:edit'),
  [`DELETE ${at}/samples/{sampleSetId}`]: each('pipeline_rule:edit'),
};

let made = 0;
const newSet = () => ({ title: `Samples ${++made}`, messages: [{ message: 'one' }] });

export const workbenchCalls: Readonly<Record<string, Maker>> = {
  [`POST ${at}`]: () => ({ json: { source: 'rule "r" when true end', messages: [{ message: 'one' }] } }),
  [`POST ${at}/hits`]: () => ({ json: { sources: ['rule "r" when true end'] } }),
  'POST /system/pipelines/simulate/path': () => ({
    json: { texts: ['a line'], codec: 'raw', remote_address: '127.0.0.1' },
  }),
  [`POST ${at}/samples`]: () => ({ json: newSet() }),
  [`DELETE ${at}/samples/{sampleSetId}`]: async (world) => ({
    params: { sampleSetId: (await world.ask<SampleSet>('POST', `${at}/samples`, newSet())).id },
  }),
};

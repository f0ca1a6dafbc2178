/** Routes of the workbench of rules: run unsaved rules on sample messages, count their hits, store sets of samples. */
import * as endpoints from '../../../api/contract/rule-workbench.js';
import {
  HitsRequest,
  hitSampleSize,
  longestSampleSet,
  mostSampleSets,
  SampleSetBody,
  WorkbenchRequest,
} from '../../../api/contract/rule-workbench.schema.js';
import type { SampleSet } from '../../../api/contract/rule-workbench.js';
import { stringifyJson } from '../../../api/json.js';
import { authorize } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { newestMessages } from '../entities/newest-messages.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import { newEntityId } from '../foundation/ids.js';
import type { Registry } from '../http/registry.js';
import { readRule } from '../pipelines/sources.js';
import { countHits } from '../pipelines/workbench/count-hits.js';
import { runWorkbench } from '../pipelines/workbench/run-workbench.js';

export function registerRuleWorkbench(
  registry: Registry,
  { documents, search, pipelines: engine }: Needs<'documents' | 'search' | 'pipelines'>,
): void {
  const { sources } = engine;
  const sets = documents.collection<SampleSet>('rule_sample_sets');

  registry.serve(endpoints.runWorkbench, { body: WorkbenchRequest }, async ({ body, user, signal }) => {
    const { source, messages, pipeline_id: pipelineId } = body;
    if (pipelineId) authorize(user, `pipeline:read:${pipelineId}`);
    const pipeline = pipelineId ? sources.pipelines.get(pipelineId) : undefined;
    if (pipelineId && !pipeline) throw new NotFoundError(`Couldn't find pipeline with ID <${pipelineId}>`);
    const parsed = readRule(source, sources.functions);
    const run = await runWorkbench(engine, { parsed, messages, pipeline, signal });
    return { errors: [...parsed.errors], ...run };
  });

  registry.serve(endpoints.countRuleHits, { body: HitsRequest }, async ({ body, user, signal }) => {
    if (body.stream_id) authorize(user, `streams:read:${body.stream_id}`);
    const messages = await newestMessages({ documents, search }, user, {
      limit: hitSampleSize,
      fields: body.fields ?? [],
      streamId: body.stream_id ?? undefined,
      signal,
    });
    const parsed = body.sources.map((source) => readRule(source, sources.functions));
    return { messages: messages.length, rules: await countHits(engine, parsed, messages, signal) };
  });

  registry.serve(endpoints.listSampleSets, {}, () => ({
    sample_sets: [...sets.all()].sort((one, other) => one.title.localeCompare(other.title)),
  }));
  registry.serve(endpoints.createSampleSet, { body: SampleSetBody }, async ({ body, user }) => {
    const { title, messages } = body;
    if (sets.all().length >= mostSampleSets)
      throw new BadRequestError(`There are ${mostSampleSets} sample sets already: delete one first.`);
    if (sets.all().some((other) => other.title === title))
      throw new BadRequestError(`There is a sample set with the title ${title} already.`);
    if ((stringifyJson(messages)?.length ?? 0) > longestSampleSet)
      throw new BadRequestError(`The messages of a sample set may have ${longestSampleSet} characters together.`);
    const made: SampleSet = {
      id: newEntityId(),
      title,
      messages,
      owner: user.username,
      created_at: new Date().toISOString(),
    };
    await sets.put(made);
    return made;
  });
  registry.serve(endpoints.deleteSampleSet, {}, async ({ params: { sampleSetId } }) => {
    if (!sets.get(sampleSetId)) throw new NotFoundError(`Couldn't find sample set with ID <${sampleSetId}>`);
    await sets.delete(sampleSetId);
    return undefined;
  });
}

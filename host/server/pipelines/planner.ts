/** Creates the plan from the stored pipelines, rules and connections: which pipelines run for which stream. */
import type { Yielder } from '../foundation/yielding.js';
import type { PipelineFigures } from './figures.js';
import { Plan, planPipeline, type PlannedPipeline, type RunnableRule } from './plan.js';
import type { PipelineSources, SourceDocument } from './sources.js';

export interface PlannerOptions {
  readonly sources: PipelineSources;
  readonly figures: PipelineFigures;
  /** Rules by name that are used instead of the stored rules with these names. */
  readonly instead?: ReadonlyMap<string, RunnableRule>;
}

/** Compiles a stored rule; undefined: its source has errors. */
function runnableRule(sources: PipelineSources, document: SourceDocument): RunnableRule | undefined {
  const { compiled } = sources.parsedRule(document);
  return compiled && { ...compiled, id: document.id };
}

/** Plans a stored pipeline; a pipeline whose source has errors has no stages. */
export function planStored(
  document: SourceDocument,
  options: PlannerOptions,
  named = rulesByName(options),
): PlannedPipeline {
  const { stages } = options.sources.parsedPipeline(document);
  const lower = stages.map((stage) => ({ ...stage, match: stage.match.toLowerCase() as 'all' | 'either' | 'pass' }));
  return planPipeline({ id: document.id, title: document.title, stages: lower }, named, options.figures);
}

/** Returns a function that finds rules by the names that pipelines use. */
function rulesByName({ sources, instead }: PlannerOptions): (name: string) => RunnableRule | undefined {
  const documents = new Map(sources.rules.all().map((document) => [document.title, document]));
  return (name) => {
    const replaced = instead?.get(name);
    if (replaced) return replaced;
    const document = documents.get(name);
    return document && runnableRule(sources, document);
  };
}

/**
 * Creates the plan of all pipelines.
 * @param yielder yields between the sources, because parsing many of them takes long
 */
export async function planAll(options: PlannerOptions, yielder: Yielder): Promise<Plan> {
  const { sources } = options;
  for (const document of sources.rules.all()) {
    sources.parsedRule(document);
    if (yielder.isOver) await yielder.pause();
  }
  const named = rulesByName(options);
  const pipelines = new Map<string, PlannedPipeline>();
  for (const document of sources.pipelines.all()) {
    pipelines.set(document.id, planStored(document, options, named));
    if (yielder.isOver) await yielder.pause();
  }
  const byStream = new Map<string, readonly PlannedPipeline[]>();
  for (const { id, pipeline_ids } of sources.connections.all()) {
    const connected = pipeline_ids.flatMap((pipelineId) => pipelines.get(pipelineId) ?? []);
    if (connected.length > 0) byStream.set(id, connected);
  }
  return new Plan(byStream);
}

/** Pipelines, stages and rules as they run: names resolved, stages in order over all pipelines of a message (design pipelines 6). */
import type { StageMatching } from '../../../api/pipeline-language/index.js';
import type { Meter } from '../metrics/meter.js';
import type { CompiledRule } from './compile.js';
import type { PipelineFigures, RuleFigures } from './figures.js';

export interface RunnableRule extends CompiledRule {
  readonly id: string;
}

export interface PlannedRule {
  readonly name: string;
  /** Undefined: there is no such rule, or it does not parse: it never matches. */
  readonly rule: RunnableRule | undefined;
  /** Everywhere, and at this place. */
  readonly figures: readonly [RuleFigures, RuleFigures] | undefined;
}

interface PlannedStage {
  readonly number: number;
  readonly match: StageMatching;
  readonly rules: readonly PlannedRule[];
  readonly executed: Meter;
}

export interface PlannedPipeline {
  readonly id: string;
  readonly title: string;
  /** Ascending. */
  readonly stages: readonly PlannedStage[];
  readonly executed: Meter;
}

/** One stage of one pipeline among those of a message. */
export interface Place {
  /** Index of the pipeline among them. */
  readonly index: number;
  readonly pipeline: PlannedPipeline;
  readonly stage: PlannedStage;
}

export interface Course {
  readonly pipelines: readonly PlannedPipeline[];
  /** Ascending by number; in each, the stages of this number, by the titles of their pipelines. */
  readonly yielder: readonly { readonly number: number; readonly places: readonly Place[] }[];
}

export interface PipelineSourceOfPlan {
  readonly id: string;
  readonly title: string;
  readonly stages: readonly {
    readonly stage: number;
    readonly match: StageMatching;
    readonly rules: readonly string[];
  }[];
}

/** @param ruleNamed the rule of this name, if it parses */
export function planPipeline(
  { id, title, stages }: PipelineSourceOfPlan,
  ruleNamed: (name: string) => RunnableRule | undefined,
  figures: PipelineFigures,
): PlannedPipeline {
  const planned = stages.map(({ stage, match, rules }): PlannedStage => ({
    number: stage,
    match,
    executed: figures.stage(id, stage),
    rules: rules.map((name) => {
      const rule = ruleNamed(name);
      return { name, rule, figures: rule && [figures.rule(rule.id), figures.rulePlace(rule.id, id, stage)] };
    }),
  }));
  return { id, title, stages: planned.sort((a, b) => a.number - b.number), executed: figures.pipeline(id) };
}

export function courseOf(pipelines: readonly PlannedPipeline[]): Course {
  const byTitle = [...pipelines].sort((a, b) => a.title.localeCompare(b.title) || (a.id < b.id ? -1 : 1));
  const yielder = new Map<number, Place[]>();
  for (const [index, pipeline] of byTitle.entries())
    for (const stage of pipeline.stages) {
      const places = yielder.get(stage.number) ?? [];
      places.push({ index, pipeline, stage });
      yielder.set(stage.number, places);
    }
  return {
    pipelines: byTitle,
    yielder: [...yielder].sort(([a], [b]) => a - b).map(([number, places]) => ({ number, places })),
  };
}

const mostCourses = 1000;

/** Chooses the pipelines of a message by its streams. */
export class Plan {
  readonly #courses = new Map<string, Course>();

  /** @param byStream only streams with pipelines */
  constructor(readonly byStream: ReadonlyMap<string, readonly PlannedPipeline[]>) {}

  get isEmpty(): boolean {
    return this.byStream.size === 0;
  }

  /** Undefined: nothing is connected with any of these streams. */
  course(streams: readonly string[]): Course | undefined {
    const connected = streams.filter((id) => this.byStream.has(id));
    const [first, ...others] = connected;
    if (first === undefined) return undefined;
    const key = others.length === 0 ? first : connected.sort().join(',');
    const known = this.#courses.get(key);
    if (known) return known;
    if (this.#courses.size >= mostCourses) this.#courses.clear();
    const course = courseOf([...new Set(connected.flatMap((id) => this.byStream.get(id) ?? []))]);
    this.#courses.set(key, course);
    return course;
  }
}

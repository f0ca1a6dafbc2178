/**
 * Execution plan of pipelines: names of rules are resolved, and the stages of all pipelines of a message are merged by
 * number.
 */
import type { StageMatching } from '../../../api/pipeline-language/index.js';
import type { Meter } from '../metrics/meter.js';
import type { CompiledRule } from './compile.js';
import type { PipelineFigures, RuleFigures } from './figures.js';
import { SharedConditions, type RuleSharing } from './shared-conditions.js';

export interface RunnableRule extends CompiledRule {
  readonly id: string;
}

export interface PlannedRule {
  readonly name: string;
  /** The rule; undefined: no rule has this name, or its source has errors, so it never matches. */
  readonly rule: RunnableRule | undefined;
  /** Metrics of the rule in this stage; the metrics of the whole rule include them. */
  readonly figures: RuleFigures | undefined;
  /** Metrics of the rule in all pipelines; durations are added to these metrics and to `figures`. */
  readonly wholeFigures: RuleFigures | undefined;
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
  /** Stages in ascending order. */
  readonly stages: readonly PlannedStage[];
  readonly executed: Meter;
}

/** A stage of a pipeline, as a part of a course. */
export interface Place {
  /** Index of the pipeline within the course. */
  readonly index: number;
  readonly pipeline: PlannedPipeline;
  readonly stage: PlannedStage;
  /** For each rule of the stage, how it shares its condition with other rules of the course. */
  readonly sharing: readonly RuleSharing[];
}

/** A course: the stages of all pipelines through which one message runs, merged by their numbers. */
export interface Course {
  readonly pipelines: readonly PlannedPipeline[];
  /**
   * Stages in ascending order of their numbers; stages with the same number are ordered by the titles of their
   * pipelines.
   */
  readonly slices: readonly { readonly number: number; readonly places: readonly Place[] }[];
  /**
   * Number of conditions that several rules share. A shared condition is evaluated once; it is evaluated again only
   * after a rule has changed a field that it reads.
   */
  readonly sharedConditions: number;
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

/**
 * Resolves the rules of a pipeline.
 * @param ruleNamed returns the rule of a name; undefined: it is missing or has errors
 */
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
      return {
        name,
        rule,
        figures: rule && figures.rulePlace(rule.id, id, stage),
        wholeFigures: rule && figures.rule(rule.id),
      };
    }),
  }));
  return { id, title, stages: planned.sort((a, b) => a.number - b.number), executed: figures.pipeline(id) };
}

export function courseOf(pipelines: readonly PlannedPipeline[]): Course {
  const byTitle = [...pipelines].sort((a, b) => a.title.localeCompare(b.title) || (a.id < b.id ? -1 : 1));
  const shared = new SharedConditions(
    byTitle.flatMap(({ stages }) => stages.flatMap(({ rules }) => rules.flatMap(({ rule }) => rule ?? []))),
  );
  const slices = new Map<number, Place[]>();
  for (const [index, pipeline] of byTitle.entries())
    for (const stage of pipeline.stages) {
      const places = slices.get(stage.number) ?? [];
      places.push({ index, pipeline, stage, sharing: stage.rules.map(({ rule }) => shared.of(rule)) });
      slices.set(stage.number, places);
    }
  return {
    pipelines: byTitle,
    slices: [...slices].sort(([a], [b]) => a - b).map(([number, places]) => ({ number, places })),
    sharedConditions: shared.count,
  };
}

const mostCourses = 1000;

/** Chooses the pipelines of a message by its streams. */
export class Plan {
  readonly #courses = new Map<string, Course>();

  /** @param byStream pipelines by stream id; streams without pipelines are not contained */
  constructor(readonly byStream: ReadonlyMap<string, readonly PlannedPipeline[]>) {}

  get isEmpty(): boolean {
    return this.byStream.size === 0;
  }

  /** Returns the course of a message; undefined: no pipeline is connected to any of the streams. */
  course(streams: readonly string[]): Course | undefined {
    const [only] = streams;
    if (only !== undefined && streams.length === 1) {
      if (!this.byStream.has(only)) return undefined;
      return this.#courses.get(only) ?? this.#newCourse(only, streams);
    }
    const connected = streams.filter((id) => this.byStream.has(id));
    if (connected.length === 0) return undefined;
    const key = connected.sort().join(',');
    return this.#courses.get(key) ?? this.#newCourse(key, connected);
  }

  #newCourse(key: string, connected: readonly string[]): Course {
    if (this.#courses.size >= mostCourses) this.#courses.clear();
    const course = courseOf([...new Set(connected.flatMap((id) => this.byStream.get(id) ?? []))]);
    this.#courses.set(key, course);
    return course;
  }
}

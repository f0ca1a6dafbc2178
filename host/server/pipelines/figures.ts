/** Metrics of pipelines, stages and rules, under the names that the console reads. */
import type { Metric } from '../../../api/contract/system.schema.js';
import { Meter } from '../metrics/meter.js';
import { Timer } from '../metrics/timer.js';

const ast = 'org.graylog.plugins.pipelineprocessor.ast';
const ruleEvents = ['executed', 'failed', 'matched', 'not-matched'] as const;

/** Metrics of a rule, in total or in one stage. */
export class RuleFigures {
  readonly executed = new Meter();
  readonly failed = new Meter();
  readonly matched = new Meter();
  readonly notMatched = new Meter();
  /** Durations of evaluating the condition in milliseconds, recorded only while rules are timed. */
  readonly evaluation = new Timer();
  /** Durations of running the actions in milliseconds, recorded only while rules are timed. */
  readonly execution = new Timer();

  tick(): void {
    for (const one of [this.executed, this.failed, this.matched, this.notMatched, this.evaluation, this.execution])
      one.tick();
  }

  /**
   * Includes the events of the rule in one stage in its total metrics. Timers are not included, because each duration
   * is added to the timers of the stage and of the total.
   */
  include(place: RuleFigures): void {
    this.executed.include(place.executed);
    this.failed.include(place.failed);
    this.matched.include(place.matched);
    this.notMatched.include(place.notMatched);
  }

  meters(): readonly (readonly [name: string, meter: Meter])[] {
    return ruleEvents.map((name) => [name, this[name === 'not-matched' ? 'notMatched' : name]] as const);
  }
}

const meterOf = (full_name: string, name: string, meter: Meter): Metric => ({
  full_name,
  name,
  type: 'meter',
  metric: { rate_unit: 'events/second', rate: meter.rates() },
});

/**
 * The metrics of all pipelines and rules by name. A change of a pipeline or rule keeps its metrics; its deletion
 * removes them.
 */
export class PipelineFigures {
  readonly #meters = new Map<string, Meter>();
  readonly #rules = new Map<string, RuleFigures>();
  readonly #counters = new Map<string, bigint>();

  /** Returns the meter of a pipeline's runs. */
  pipeline(id: string): Meter {
    return this.#meter(`${ast}.Pipeline.${id}`);
  }

  stage(pipelineId: string, stage: number): Meter {
    return this.#meter(`${ast}.Pipeline.${pipelineId}.stage.${stage}`);
  }

  #meter(name: string): Meter {
    const meter = this.#meters.get(name) ?? new Meter();
    this.#meters.set(name, meter);
    return meter;
  }

  /** Returns the metrics of a rule over all stages. */
  rule(id: string): RuleFigures {
    const name = `${ast}.Rule.${id}`;
    const figures = this.#rules.get(name) ?? new RuleFigures();
    this.#rules.set(name, figures);
    return figures;
  }

  /** Returns the metrics of a rule in one stage; the metrics of the whole rule include them. */
  rulePlace(id: string, pipelineId: string, stage: number): RuleFigures {
    const whole = this.rule(id);
    const name = `${ast}.Rule.${id}.${pipelineId}.${stage}`;
    const known = this.#rules.get(name);
    if (known) return known;
    const figures = new RuleFigures();
    this.#rules.set(name, figures);
    whole.include(figures);
    return figures;
  }

  /** Forgets the metrics of pipelines and rules that are not in these sets of ids. */
  keep(pipelines: ReadonlySet<string>, rules: ReadonlySet<string>): void {
    const idOf = (name: string): string => name.slice(ast.length + 1).split('.')[1] ?? '';
    for (const name of this.#meters.keys()) if (!pipelines.has(idOf(name))) this.#meters.delete(name);
    for (const name of this.#rules.keys()) if (!rules.has(idOf(name))) this.#rules.delete(name);
  }

  /** Adds to a counter of the function `metric_counter_inc`; when 10,000 counters exist, further names are ignored. */
  count(name: string, by: bigint): void {
    const known = this.#counters.get(name);
    if (known === undefined && this.#counters.size >= mostCounters) return;
    this.#counters.set(name, BigInt.asIntN(64, (known ?? 0n) + by));
  }

  /** Updates the rates; must be called once a second. */
  tick(): void {
    for (const meter of this.#meters.values()) meter.tick();
    for (const figures of this.#rules.values()) figures.tick();
  }

  *metrics(): Iterable<Metric> {
    for (const [name, meter] of this.#meters) yield meterOf(`${name}.executed`, 'executed', meter);
    for (const [name, figures] of this.#rules) {
      for (const [event, meter] of figures.meters()) yield meterOf(`${name}.${event}`, event, meter);
      yield* timerMetrics(`${name}.trace.evaluate.duration`, figures.evaluation);
      yield* timerMetrics(`${name}.trace.execute.duration`, figures.execution);
    }
    for (const [name, count] of this.#counters)
      yield {
        full_name: `org.graylog.rulemetrics.${name}`,
        name: name.slice(name.lastIndexOf('.') + 1),
        type: 'counter',
        metric: { count: Number(count) },
      };
  }
}

const mostCounters = 10_000;

function* timerMetrics(full_name: string, timer: Timer): Iterable<Metric> {
  const { rate, time } = timer.figures();
  if (!rate || !time) return;
  const metric = { rate_unit: 'events/second', rate, duration_unit: 'microseconds', time } as const;
  yield { full_name, name: 'duration', type: 'timer', metric };
}

/**
 * Runs the course of one message: stages ascending over all pipelines, in each stage first all conditions, then the actions of the rules
 * that matched (design pipelines 6). An evaluation that has to wait leaves the execution where it stands; `run` goes on from there.
 */
import type { Evaluation } from './evaluation.js';
import { EvaluationError } from './function.js';
import type { Course, Place, PlannedRule } from './plan.js';
import { Pending, RunError } from './run-error.js';

export type Phase = 'condition' | 'action';

export interface RuleFailure {
  readonly phase: Phase;
  readonly place: Place;
  readonly planned: PlannedRule;
  readonly error: unknown;
  /** Text as it is stored in `gl2_processing_error`. */
  readonly text: string;
}

/** Told of the steps of an execution: simulation, workbench. */
export interface ExecutionObserver {
  enterStage?(number: number): void;
  exitStage?(number: number): void;
  evaluate?(place: Place, planned: PlannedRule): void;
  evaluated?(place: Place, planned: PlannedRule, matched: boolean): void;
  execute?(place: Place, planned: PlannedRule): void;
  executed?(place: Place, planned: PlannedRule): void;
  failed?(failure: RuleFailure): void;
  completed?(place: Place, goesOn: boolean): void;
}

export interface ExecutionRooms {
  readonly onFailure: (failure: RuleFailure, evaluation: Evaluation) => void;
  /** Present: rules are timed. Milliseconds without waiting. */
  readonly onTimed?: ((planned: PlannedRule, phase: Phase, ms: number) => void) | undefined;
  /** The rule is suspended: its condition is false. */
  readonly isSuspended: (ruleId: string) => boolean;
}

export class Execution {
  readonly #stopped: boolean[] = [];
  /** Rules of the running stage that matched; only the first `#matchedCount` count. */
  readonly #matched: PlannedRule[] = [];
  #matchedCount = 0;
  #slice = 0;
  #place = 0;
  #phase: Phase = 'condition';
  #rule = 0;
  #statement = 0;
  #isEntered = false;
  #isPlaceEntered = false;

  constructor(
    private readonly course: Course,
    private readonly evaluation: Evaluation,
    private readonly rooms: ExecutionRooms,
    private readonly observer?: ExecutionObserver,
  ) {
    for (const { executed } of course.pipelines) executed.mark(1);
  }

  /** Undefined: it is through. Else it waits, and is to be called again once the promise is resolved. */
  run(): Promise<void> | undefined {
    try {
      this.#run();
      return undefined;
    } catch (error) {
      if (error instanceof Pending) return error.promise;
      throw error;
    }
  }

  #run(): void {
    const { yielder } = this.course;
    for (; this.#slice < yielder.length; this.#slice += 1) {
      const slice = yielder[this.#slice];
      if (!slice) return;
      if (!this.#isEntered) {
        if (this.evaluation.message.isDropped) return;
        this.#isEntered = true;
        this.observer?.enterStage?.(slice.number);
      }
      for (; this.#place < slice.places.length; this.#place += 1) {
        const place = slice.places[this.#place];
        if (place && this.#stopped[place.index] !== true) this.#stage(place);
      }
      this.observer?.exitStage?.(slice.number);
      this.#place = 0;
      this.#isEntered = false;
    }
  }

  #stage(place: Place): void {
    const { stage } = place;
    if (!this.#isPlaceEntered) {
      this.#isPlaceEntered = true;
      stage.executed.mark(1);
    }
    if (this.#phase === 'condition') {
      this.#conditions(place);
      this.#phase = 'action';
      this.#rule = 0;
    }
    const matched = this.#matchedCount;
    if (matched > 0) this.#actions(place);
    const count = stage.rules.length;
    const goesOn = stage.match === 'pass' || count === 0 || (stage.match === 'all' ? matched === count : matched > 0);
    if (!goesOn) this.#stopped[place.index] = true;
    this.observer?.completed?.(place, goesOn);
    this.#matchedCount = 0;
    this.#phase = 'condition';
    this.#rule = 0;
    this.#isPlaceEntered = false;
  }

  /** An error ends the conditions of the stage; rules that matched before it still run. */
  #conditions(place: Place): void {
    const { evaluation, observer } = this;
    const { isSuspended, onTimed } = this.rooms;
    const { rules } = place.stage;
    for (; this.#rule < rules.length; this.#rule += 1) {
      const planned = rules[this.#rule];
      if (!planned?.rule || !planned.figures) continue;
      const { rule, figures } = planned;
      if (isSuspended(rule.id)) continue;
      observer?.evaluate?.(place, planned);
      const begun = onTimed ? performance.now() : 0;
      try {
        evaluation.begin(rule);
        const matched = rule.condition(evaluation);
        evaluation.done();
        if (matched) {
          figures[0].matched.mark(1);
          figures[1].matched.mark(1);
          this.#matched[this.#matchedCount++] = planned;
        } else {
          figures[0].notMatched.mark(1);
          figures[1].notMatched.mark(1);
        }
        observer?.evaluated?.(place, planned, matched);
        if (onTimed) onTimed(planned, 'condition', performance.now() - begun);
      } catch (error) {
        if (error instanceof Pending) throw error;
        if (onTimed) onTimed(planned, 'condition', performance.now() - begun);
        this.#fail('condition', place, planned, error);
        return;
      }
    }
  }

  /** An error ends the actions of its rule and of the stage; changes that were made stay. */
  #actions(place: Place): void {
    const { evaluation, observer } = this;
    const { onTimed } = this.rooms;
    for (; this.#rule < this.#matchedCount; this.#rule += 1) {
      const planned = this.#matched[this.#rule];
      if (!planned?.rule || !planned.figures) continue;
      const { rule, figures } = planned;
      if (this.#statement === 0) observer?.execute?.(place, planned);
      const begun = onTimed ? performance.now() : 0;
      try {
        evaluation.begin(rule);
        for (; this.#statement < rule.statements.length; this.#statement += 1) {
          rule.statements[this.#statement]?.(evaluation);
          evaluation.done();
        }
        this.#statement = 0;
        figures[0].executed.mark(1);
        figures[1].executed.mark(1);
        observer?.executed?.(place, planned);
        if (onTimed) onTimed(planned, 'action', performance.now() - begun);
      } catch (error) {
        if (error instanceof Pending) throw error;
        this.#statement = 0;
        if (onTimed) onTimed(planned, 'action', performance.now() - begun);
        this.#fail('action', place, planned, error);
        return;
      }
    }
  }

  #fail(phase: Phase, place: Place, planned: PlannedRule, error: unknown): void {
    this.evaluation.forget();
    for (const figures of planned.figures ?? []) figures.failed.mark(1);
    const rule = `${planned.name}/${planned.rule?.id ?? ''}`;
    const details = error instanceof Error ? error.message : String(error);
    const text = `Error evaluating ${phase} for rule <${rule}> (pipeline <${place.pipeline.title}/${place.pipeline.id}>) - ${details}`;
    const failure: RuleFailure = { phase, place, planned, error, text };
    this.rooms.onFailure(failure, this.evaluation);
    this.observer?.failed?.(failure);
  }
}

/** A defect of ours rather than an error of the rule: its kind belongs in the server's log. */
export const isDefect = (error: unknown): boolean =>
  !(error instanceof RunError) && !(error instanceof Pending) && !(error instanceof EvaluationError);

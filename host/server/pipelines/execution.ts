/**
 * Runs the stages of all pipelines of a message in ascending order. In each stage, all conditions are evaluated first;
 * then the actions of the matching rules are run. An evaluation that has to wait suspends the execution; `run`
 * continues it.
 */
import type { Evaluation } from './evaluation.js';
import { EvaluationError } from './function.js';
import type { Course, Place, PlannedRule } from './plan.js';
import { errorOf } from '../foundation/caught.js';
import { Pending, RunError } from './run-error.js';

export type Phase = 'condition' | 'action';

export interface RuleFailure {
  readonly phase: Phase;
  readonly place: Place;
  readonly planned: PlannedRule;
  readonly error: unknown;
  /** Text that is stored in `gl2_processing_error`. */
  readonly text: string;
}

/** Observes the steps of an execution, for the simulator and the workbench. */
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
  /** Called with the duration of a condition or action in milliseconds; absent: rules are not timed. */
  readonly onTimed?: ((planned: PlannedRule, phase: Phase, ms: number) => void) | undefined;
  /** Tells whether a rule is suspended; suspended rules are skipped. */
  readonly isSuspended: (ruleId: string) => boolean;
}

const unknownResult = 0;
const failedResult = 1;
const matchedResult = 2;

export class Execution {
  readonly #stopped: boolean[] = [];
  /** Indexes of the matching rules of the running stage; only the first `#matchedCount` items are valid. */
  readonly #matched: number[] = [];
  /**
   * Cached results of shared conditions by their numbers. Undefined: no condition is shared, or results are not shared,
   * because an observer or timer needs every evaluation.
   */
  readonly #results: Uint8Array | undefined;
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
    if (course.sharedConditions > 0 && !observer && !rooms.onTimed)
      this.#results = new Uint8Array(course.sharedConditions);
  }

  /**
   * Runs the course, or continues it.
   * @returns undefined: the run is complete; a promise: `run` must be called again after it has resolved
   */
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
    const { slices } = this.course;
    for (; this.#slice < slices.length; this.#slice += 1) {
      const slice = slices[this.#slice];
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

  /**
   * Evaluates the conditions of a stage. An error ends the evaluation; the actions of rules that matched before the
   * error still run.
   */
  #conditions(place: Place): void {
    const { evaluation, observer } = this;
    const { isSuspended, onTimed } = this.rooms;
    const { rules } = place.stage;
    const { sharing } = place;
    const results = this.#results;
    for (let index = this.#rule; index < rules.length; index += 1) {
      const planned = rules[index];
      if (!planned?.rule || !planned.figures) continue;
      const { rule, figures } = planned;
      if (isSuspended(rule.id)) continue;
      const shared = results ? (sharing[index]?.condition ?? -1) : -1;
      const known = results && shared >= 0 ? results[shared] : unknownResult;
      if (known !== unknownResult) {
        if (known === matchedResult) {
          figures.matched.mark(1);
          this.#matched[this.#matchedCount++] = index;
        } else figures.notMatched.mark(1);
        continue;
      }
      observer?.evaluate?.(place, planned);
      const begun = onTimed ? performance.now() : 0;
      try {
        evaluation.begin(rule);
        const matched = rule.condition(evaluation);
        evaluation.done();
        if (matched) {
          figures.matched.mark(1);
          this.#matched[this.#matchedCount++] = index;
        } else figures.notMatched.mark(1);
        if (results && shared >= 0) results[shared] = matched ? matchedResult : failedResult;
        observer?.evaluated?.(place, planned, matched);
        if (onTimed) onTimed(planned, 'condition', performance.now() - begun);
      } catch (error) {
        if (error instanceof Pending) {
          this.#rule = index;
          throw error;
        }
        if (onTimed) onTimed(planned, 'condition', performance.now() - begun);
        this.#fail('condition', place, planned, error);
        return;
      }
    }
  }

  /**
   * Runs the actions of the matching rules of a stage. An error ends the actions of the stage; changes that were made
   * before the error are kept.
   */
  #actions(place: Place): void {
    const { evaluation, observer } = this;
    const { onTimed } = this.rooms;
    const { rules } = place.stage;
    for (; this.#rule < this.#matchedCount; this.#rule += 1) {
      const index = this.#matched[this.#rule] ?? 0;
      const planned = rules[index];
      if (!planned?.rule || !planned.figures) continue;
      const { rule, figures } = planned;
      if (rule.statements.length === 0 && !observer && !onTimed) {
        figures.executed.mark(1);
        continue;
      }
      if (this.#statement === 0) observer?.execute?.(place, planned);
      const begun = onTimed ? performance.now() : 0;
      try {
        evaluation.begin(rule);
        for (; this.#statement < rule.statements.length; this.#statement += 1) {
          rule.statements[this.#statement]?.(evaluation);
          evaluation.done();
        }
        this.#statement = 0;
        figures.executed.mark(1);
        this.#forget(place.sharing[index]?.obsoletes);
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

  /** Forgets cached results of shared conditions. @param obsolete numbers of the conditions; undefined: all of them */
  #forget(obsolete: readonly number[] | undefined): void {
    if (!this.#results) return;
    if (!obsolete) this.#results.fill(unknownResult);
    else for (const number of obsolete) this.#results[number] = unknownResult;
  }

  #fail(phase: Phase, place: Place, planned: PlannedRule, error: unknown): void {
    this.evaluation.forget();
    // All cached results are forgotten: the rule may have made some changes, and the error itself becomes a field.
    this.#forget(undefined);
    planned.figures?.failed.mark(1);
    const rule = `${planned.name}/${planned.rule?.id ?? ''}`;
    const details = errorOf(error).message;
    const text = `Error evaluating ${phase} for rule <${rule}> (pipeline <${place.pipeline.title}/${place.pipeline.id}>) - ${details}`;
    const failure: RuleFailure = { phase, place, planned, error, text };
    this.rooms.onFailure(failure, this.evaluation);
    this.observer?.failed?.(failure);
  }
}

/** Tells whether an error is an internal error of the server, which is logged, and not an error of the rule. */
export const isDefect = (error: unknown): boolean =>
  !(error instanceof RunError) && !(error instanceof Pending) && !(error instanceof EvaluationError);

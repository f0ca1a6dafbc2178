/**
 * Manages the stored tests of rules, and caches their results until the rule, its tests or the grok patterns change.
 * Results are cached only for a short time, because they may also depend on lookup tables, streams or the time.
 */
import type { RuleTest, RuleTestRun, RuleTests, RuleTestSummary } from '../../../api/contract/rule-tests.js';
import { entityCollection } from '../documents/kinds.js';
import { BadRequestError } from '../foundation/errors.js';
import { Yielder } from '../foundation/yielding.js';
import type { Collection, Documents } from '../store/types.js';
import type { PipelineEngine } from './engine.js';
import { runRuleTests } from './rule-test-run.js';
import type { ParsedRule, SourceDocument } from './sources.js';

interface TestsDocument {
  /** Id of the rule. */
  readonly id: string;
  readonly tests: readonly RuleTest[];
}

/** Milliseconds for which results are cached, because they may depend on lookup tables, streams or the time. */
const freshMs = 30_000;

interface Remembered {
  readonly rule: SourceDocument;
  readonly tests: readonly RuleTest[];
  /** List of grok patterns at the time of the run; any change of a pattern creates a new list. */
  readonly patterns: readonly unknown[];
  readonly at: number;
  readonly run: Promise<RuleTestRun>;
}

export class StoredRuleTests {
  readonly #documents: Collection<TestsDocument>;
  readonly #patterns: Collection<{ id: string }>;
  readonly #remembered = new Map<string, Remembered>();

  constructor(
    documents: Documents,
    private readonly engine: PipelineEngine,
  ) {
    this.#documents = documents.collection<TestsDocument>('pipeline_rule_tests');
    this.#patterns = entityCollection(documents, 'grok_pattern');
  }

  /** Returns the tests of a rule with their results. */
  async of(rule: SourceDocument): Promise<RuleTests> {
    const tests = this.#documents.get(rule.id)?.tests ?? [];
    return { rule_id: rule.id, tests: [...tests], ...(await this.#run(rule, tests)) };
  }

  /**
   * Stores the tests of a rule and returns them with their results.
   * @throws BadRequestError when two tests have the same title
   */
  async save(rule: SourceDocument, tests: readonly RuleTest[]): Promise<RuleTests> {
    if (new Set(tests.map(({ title }) => title)).size < tests.length)
      throw new BadRequestError('Two tests of the rule have the same title.');
    await this.#sweep();
    if (tests.length === 0) await this.#documents.delete(rule.id);
    else await this.#documents.put({ id: rule.id, tests });
    return this.of(rule);
  }

  /** Runs tests, by default the stored tests of `ruleId`, on a rule that need not be stored. */
  async try(ruleId: string, parsed: ParsedRule, tests?: readonly RuleTest[]): Promise<RuleTestRun> {
    return this.#runNow(tests ?? this.#documents.get(ruleId)?.tests ?? [], parsed);
  }

  /** Returns summaries of the rules that have tests. */
  async summaries(rules: readonly SourceDocument[]): Promise<RuleTestSummary[]> {
    const found: RuleTestSummary[] = [];
    for (const rule of rules) {
      const tests = this.#documents.get(rule.id)?.tests;
      if (!tests) continue;
      const { passed, failed, run_at } = await this.#run(rule, tests);
      found.push({ rule_id: rule.id, passed, failed, run_at });
    }
    return found;
  }

  /** Deletes the tests of rules that no longer exist. */
  async #sweep(): Promise<void> {
    const gone = this.#documents.all().filter(({ id }) => !this.engine.sources.rules.get(id));
    for (const { id } of gone) {
      this.#remembered.delete(id);
      await this.#documents.delete(id);
    }
  }

  #run(rule: SourceDocument, tests: readonly RuleTest[]): Promise<RuleTestRun> {
    const now = Date.now();
    const patterns = this.#patterns.all();
    const known = this.#remembered.get(rule.id);
    const isSame = known?.rule === rule && known.tests === tests && known.patterns === patterns;
    if (isSame && now - known.at < freshMs) return known.run;
    const run = this.#runNow(tests, this.engine.sources.parsedRule(rule));
    if (tests.length > 0) this.#remembered.set(rule.id, { rule, tests, patterns, at: now, run });
    run.catch(() => this.#remembered.delete(rule.id));
    return run;
  }

  async #runNow(tests: readonly RuleTest[], parsed: ParsedRule): Promise<RuleTestRun> {
    const results = await runRuleTests(tests, parsed, this.engine.rooms, new Yielder());
    const passed = results.filter((result) => result.passed).length;
    // A rule whose source has errors has no results, so all of its tests count as failed.
    return { run_at: new Date().toISOString(), passed, failed: tests.length - passed, results };
  }
}

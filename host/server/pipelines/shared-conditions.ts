/**
 * Numbers the conditions that several rules of a course have in common, and determines the conditions whose results the
 * actions of a rule may change.
 */
import type { CompiledRule } from './compile.js';

export interface RuleSharing {
  /**
   * Number of the rule's condition; -1: no other rule of the course has the condition, or its result must not be
   * cached.
   */
  readonly condition: number;
  /** Numbers of the shared conditions whose results the actions of the rule may change; undefined: all of them. */
  readonly obsoletes: readonly number[] | undefined;
}

const alone: RuleSharing = { condition: -1, obsoletes: undefined };

export class SharedConditions {
  readonly #numbers = new Map<string, number>();
  readonly #readers = new Map<string, number[]>();
  readonly #known = new Map<CompiledRule, RuleSharing>();

  constructor(rules: readonly CompiledRule[]) {
    const counts = new Map<string, number>();
    for (const { reads } of rules) if (reads) counts.set(reads.key, (counts.get(reads.key) ?? 0) + 1);
    for (const { reads } of rules) {
      if (!reads || this.#numbers.has(reads.key) || (counts.get(reads.key) ?? 0) < 2) continue;
      const number = this.#numbers.size;
      this.#numbers.set(reads.key, number);
      for (const field of reads.fields) {
        const readers = this.#readers.get(field);
        if (readers) readers.push(number);
        else this.#readers.set(field, [number]);
      }
    }
  }

  get count(): number {
    return this.#numbers.size;
  }

  /** Returns how a rule shares its condition. @param rule undefined: the rule does not exist */
  of(rule: CompiledRule | undefined): RuleSharing {
    if (!rule) return alone;
    const known = this.#known.get(rule);
    if (known) return known;
    const sharing: RuleSharing = {
      condition: this.#numbers.get(rule.reads?.key ?? '') ?? -1,
      obsoletes: rule.changes && [...new Set([...rule.changes].flatMap((field) => this.#readers.get(field) ?? []))],
    };
    this.#known.set(rule, sharing);
    return sharing;
  }
}

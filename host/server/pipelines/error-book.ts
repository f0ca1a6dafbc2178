/**
 * Keeps the last errors of each rule in memory, with the message on which the rule failed, so that it can be simulated
 * again.
 */
import type { RuleRunError, RuleRunErrors } from '../../../api/contract/pipelines.js';
import type { RuleFailure } from './execution.js';
import type { Message } from './message.js';
import { plainOf } from './plain-values.js';
import { RunError } from './run-error.js';

/** Largest number of errors kept per rule. */
export const keptErrors = 100;
/** Largest number of rules whose errors are kept; `longestText` and `mostFields` limit the kept part of a message. */
const mostRules = 1000;
const longestText = 2000;
const mostFields = 100;

interface Page {
  total: number;
  readonly errors: RuleRunError[];
}

const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)}…` : value;

function reported(message: Message): Record<string, unknown> {
  const fields: Record<string, unknown> = { _id: message.id, streams: [...message.streams] };
  let count = 0;
  for (const [name, value] of message.entries()) {
    if ((count += 1) > mostFields) break;
    const plain = plainOf(value);
    fields[name] = typeof plain === 'object' && plain !== null ? cut(JSON.stringify(plain, bigintsAsText)) : cut(plain);
  }
  return fields;
}

const bigintsAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

export class ErrorBook {
  readonly #pages = new Map<string, Page>();

  /** Adds an error of a rule. @param now epoch milliseconds */
  add({ phase, place, planned, error, text }: RuleFailure, message: Message, now: number): void {
    const id = planned.rule?.id;
    if (id === undefined) return;
    const page = this.#pages.get(id) ?? { total: 0, errors: [] };
    if (!this.#pages.has(id)) {
      if (this.#pages.size >= mostRules) return;
      this.#pages.set(id, page);
    }
    page.total += 1;
    const known = error instanceof RunError ? error : undefined;
    page.errors.unshift({
      time: new Date(now).toISOString(),
      pipeline: { id: place.pipeline.id, title: place.pipeline.title },
      stage: place.stage.number,
      phase,
      text: String(cut(text)),
      function: known?.functionName ?? null,
      line: known?.position.line ?? 1,
      position_in_line: known?.position.column ?? 0,
      values: known ? known.values.map(({ name, value }) => ({ name, value })) : [],
      message: reported(message),
    });
    page.errors.length = Math.min(page.errors.length, keptErrors);
  }

  of(ruleId: string): RuleRunErrors {
    const page = this.#pages.get(ruleId);
    return page ? { total: page.total, errors: [...page.errors] } : { total: 0, errors: [] };
  }

  clear(ruleId: string): void {
    this.#pages.delete(ruleId);
  }
}

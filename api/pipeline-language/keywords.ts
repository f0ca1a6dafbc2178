/**
 * Keywords are case-insensitive and reserved; `true` and `false` are literals in lower case only (design pipelines 2).
 */
import * as terms from './grammar.gen.terms.js';

const keywords: ReadonlyMap<string, number> = new Map([
  ['rule', terms.RuleKeyword],
  ['pipeline', terms.PipelineKeyword],
  ['stage', terms.StageKeyword],
  ['match', terms.MatchKeyword],
  ['all', terms.All],
  ['either', terms.Either],
  ['pass', terms.Pass],
  ['when', terms.When],
  ['then', terms.Then],
  ['end', terms.End],
  ['let', terms.LetKeyword],
  ['and', terms.AndKeyword],
  ['or', terms.OrKeyword],
  ['not', terms.NotKeyword],
  // Reserved, but not part of the grammar; the tree builder refuses it in place of `pipeline`.
  ['during', terms.PipelineKeyword],
]);

/** Words that need back-ticks to be names. */
export const reservedWords: readonly string[] = [...keywords.keys()];

/** Returns the token number of a keyword, or -1 for an identifier. */
export function keyword(text: string, _stack?: unknown): number {
  if (text === 'true' || text === 'false') return terms.Boolean;
  return keywords.get(text.toLowerCase()) ?? -1;
}

/**
 * The keywords of the rule language. They are reserved and case-insensitive; `true` and `false` are literals only in
 * lower case.
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
  // The word is reserved but has no meaning; the tree builder refuses it where the grammar reads it as `pipeline`.
  ['during', terms.PipelineKeyword],
]);

/** Words that must be in backticks to be names. */
export const reservedWords: readonly string[] = [...keywords.keys()];

/** Returns the number of a keyword's token; -1 for an identifier. The grammar calls this function for every word. */
export function keyword(text: string, _stack?: unknown): number {
  if (text === 'true' || text === 'false') return terms.Boolean;
  return keywords.get(text.toLowerCase()) ?? -1;
}

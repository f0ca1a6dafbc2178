/** Keywords ignore case and are reserved; `true` and `false` are literals in lower case only (design pipelines 2). */
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
  // Reserved and without a place in the grammar; the builder of the tree refuses it where it stands for `pipeline`.
  ['during', terms.PipelineKeyword],
]);

/** Words that cannot be names without back-ticks. */
export const reservedWords: readonly string[] = [...keywords.keys()];

/** The token that a word is, or -1 for an identifier. */
export function keyword(text: string, _stack?: unknown): number {
  if (text === 'true' || text === 'false') return terms.Boolean;
  return keywords.get(text.toLowerCase()) ?? -1;
}

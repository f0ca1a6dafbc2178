/** A query for the messages of a pattern: its fixed words, as phrases. Messages that have them in another place are found, too. */
import { quote } from '../language/escape.js';
import { wildcard } from './mask.js';

/** Phrases of one query, the longest ones. */
const mostPhrases = 8;
const mostCharacters = 1_000;

/**
 * `Failed password for <*> from <*>` → `message:"Failed password for" AND message:"from"`.
 * @returns undefined when nothing in the pattern is fixed
 */
export function patternQuery(template: string, field = 'message'): string | undefined {
  const phrases: string[] = [];
  let run: string[] = [];
  const end = (): void => {
    // A run without letters and digits is no word for a search.
    const text = run.join(' ');
    if (/[\p{L}\p{N}]/u.test(text) && text.length <= mostCharacters) phrases.push(text);
    run = [];
  };
  for (const word of template.split(' ')) {
    if (word.includes(wildcard)) end();
    else run.push(word);
  }
  end();
  const longest = [...new Set(phrases)].sort((left, right) => right.length - left.length).slice(0, mostPhrases);
  const kept: string[] = [];
  let characters = 0;
  for (const phrase of longest) {
    if (characters + phrase.length > mostCharacters) continue;
    characters += phrase.length;
    kept.push(phrase);
  }
  if (kept.length === 0) return undefined;
  return kept.map((phrase) => `${field}:${quote(phrase)}`).join(' AND ');
}

/**
 * Builds a query for the messages of a pattern, in which the pattern's fixed words are phrases. The query may also find
 * messages that contain the phrases in other positions.
 */
import { quote } from '../language/escape.js';
import { wildcard } from './mask.js';

/** Maximum number of phrases in a query; the longest phrases are used. */
const mostPhrases = 8;
/** Maximum number of characters of all phrases together. */
const mostCharacters = 1_000;

/**
 * Returns the query: `Failed password for <*> from <*>` gives `message:"Failed password for" AND message:"from"`.
 * @returns undefined when the pattern has no fixed words that can be searched
 */
export function patternQuery(template: string, field = 'message'): string | undefined {
  const phrases: string[] = [];
  let run: string[] = [];
  const end = (): void => {
    // Words without letters and digits cannot be searched.
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

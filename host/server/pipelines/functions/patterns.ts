/** Rule functions with regular expressions and grok patterns. */
import { RegexError, TextTooLongError, type BoundedRegex } from '../../regex/bounded-regex.js';
import { javaRegex } from '../../regex/java-regex.js';
import type { FoundMatch } from '../../regex/native-regex.js';
import { replacementParts, type ReplacementPart } from '../../regex/replacement.js';
import {
  defineFunction,
  EvaluationError,
  optional,
  parameter,
  prepared,
  type CallContext,
  type PipelineFunction,
} from '../function.js';
import { workedMs } from '../thread-cpu.js';
import { textOf } from '../value-text.js';
import { MatchResult, type List, type Value } from '../values.js';
import { mostElements, needed, TextBuilder } from './bounds.js';

/** Compiles a regular expression of a rule. @throws EvaluationError when it is invalid or has an unsupported feature */
function compiledPattern(source: string): BoundedRegex {
  return evaluated(() => javaRegex(source));
}

/** Returns the result of `run`. @throws EvaluationError in place of the errors of the regular expression engine */
function evaluated<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RegexError || error instanceof TextTooLongError) throw new EvaluationError(error.message);
    throw error;
  }
}

const pattern = prepared(parameter('pattern', 'String'), compiledPattern, 'java.util.regex.Pattern');

/**
 * Returns the names of groups by position; undefined: no names are given.
 * @throws EvaluationError for a repeated name
 */
function groupNames(list: List | null | undefined): readonly (string | undefined)[] | undefined {
  if (list === null || list === undefined || list.length === 0) return undefined;
  const names = list.map((name) => (name === null ? undefined : textOf(name)));
  const given = names.filter((name) => name !== undefined);
  if (new Set(given).size < given.length) throw new EvaluationError('A name appears twice in group_names.');
  return names;
}

/** Yields the matched groups by name; a group without a name is named by its position from 0. */
function* groupsOf(
  groups: number,
  group: (number: number) => string | null,
  names: List | null | undefined,
): Iterable<[string, Value]> {
  const byPosition = groupNames(names);
  for (let number = 1; number <= groups; number += 1) {
    const value = group(number);
    if (value !== null) yield [byPosition?.[number - 1] ?? String(number - 1), value];
  }
}

const regex = defineFunction({
  name: 'regex',
  parameters: [
    pattern,
    parameter('value', 'String'),
    optional('group_names', 'List', 'Names of the groups by position.'),
  ],
  returns: 'RegexMatchResult',
  pure: true,
  description:
    'Looks for the regular expression anywhere in the text. The result is a map of its groups ("0" is the first one) and has the property matches.',
  evaluate([expression, value, names]) {
    const compiled = needed(expression, 'pattern');
    const text = needed(value, 'value');
    const found = evaluated(() => compiled.first(text));
    if (!found) return new MatchResult(false);
    return new MatchResult(
      true,
      groupsOf(compiled.groups, (number) => found.group(number), names),
    );
  },
});

/** Cache of parsed replacements for each expression, because most replacements are constants. */
const replacements = new WeakMap<BoundedRegex, Map<string, readonly ReplacementPart[]>>();
const mostReplacements = 20;

function partsOf(compiled: BoundedRegex, replacement: string): readonly ReplacementPart[] {
  const known = replacements.get(compiled) ?? new Map<string, readonly ReplacementPart[]>();
  replacements.set(compiled, known);
  const found = known.get(replacement) ?? evaluated(() => replacementParts(replacement, compiled));
  if (known.size >= mostReplacements) known.clear();
  known.set(replacement, found);
  return found;
}

/** Limit of the CPU time in milliseconds for finding all matches in one text, counted from the first match. */
const mostMatchingMs = 30;

/** Yields the matches in a text. @throws EvaluationError when finding them takes too long */
function* timedMatches(compiled: BoundedRegex, text: string): Iterable<FoundMatch> {
  let begun: number | undefined;
  for (const found of compiled.matches(text)) {
    begun ??= performance.now();
    if (performance.now() - begun > mostMatchingMs && workedMs(begun) > mostMatchingMs)
      throw new EvaluationError(
        `The text has so many matches that finding them takes longer than ${mostMatchingMs} ms.`,
      );
    yield found;
  }
}

function replaced(
  compiled: BoundedRegex,
  text: string,
  parts: readonly ReplacementPart[],
  all: boolean,
  context: CallContext,
): string {
  const result = new TextBuilder(context);
  let end = 0;
  for (const found of timedMatches(compiled, text)) {
    result.add(text.slice(end, found.start()));
    for (const part of parts) result.add(typeof part === 'number' ? (found.group(part) ?? '') : part);
    end = found.end();
    if (!all) break;
  }
  result.add(text.slice(end));
  return result.text;
}

const regexReplace = defineFunction({
  name: 'regex_replace',
  parameters: [
    pattern,
    parameter('value', 'String'),
    parameter('replacement', 'String', '$1 and ${name} are groups of the expression, \\$ is a dollar sign.'),
    optional('replace_all', 'Boolean', 'false: only the first match is replaced.'),
  ],
  returns: 'String',
  pure: true,
  description: 'Replaces the matches of a regular expression in a text.',
  evaluate([expression, value, replacement, all], context) {
    const compiled = needed(expression, 'pattern');
    const text = needed(value, 'value');
    const parts = partsOf(compiled, needed(replacement, 'replacement'));
    return evaluated(() => replaced(compiled, text, parts, all !== false, context));
  },
});

const onlyNamed = optional(
  'only_named_captures',
  'Boolean',
  'Leaves out parts of the pattern that have no name of their own.',
);

const grok = defineFunction({
  name: 'grok',
  parameters: [parameter('pattern', 'String'), parameter('value', 'String'), onlyNamed],
  returns: 'GrokResult',
  description:
    'Takes a text apart by a grok pattern. The result is a map of what was captured and has the property matches; without a match it is empty.',
  evaluate([expression, value, named], { services }) {
    if (expression === null || value === null) return null;
    const found = evaluated(() => services.grok.compile(expression, named === true).match(value));
    return new MatchResult(found !== undefined, found);
  },
});

const grokExists = defineFunction({
  name: 'grok_exists',
  parameters: [
    parameter('pattern', 'String', 'Name of the pattern.'),
    optional('log_missing', 'Boolean', 'Writes a line to the server’s log when the pattern does not exist.'),
  ],
  returns: 'Boolean',
  description: 'Returns true if the server has a grok pattern of this name.',
  evaluate([name, logMissing], { services, rule }) {
    const exists = name !== null && services.grok.has(name);
    if (!exists && logMissing === true)
      services.log.warn(`The rule "${rule.title}" asks for the grok pattern "${name ?? ''}", which does not exist.`);
    return exists;
  },
});

const mostPatterns = 100;

const multiGrok = defineFunction({
  name: 'multi_grok',
  parameters: [parameter('patterns', 'List'), parameter('value', 'String'), onlyNamed],
  returns: 'GrokResult',
  extension: true,
  description: 'Takes a text apart by the first grok pattern of a list that matches.',
  evaluate([patterns, value, named], context) {
    if (patterns === null || value === null) return null;
    if (patterns.length > mostPatterns) throw new EvaluationError(`The list has more than ${mostPatterns} patterns.`);
    for (const one of patterns) {
      const matcher = context.services.grok.compile((one === null ? undefined : textOf(one)) ?? '', named === true);
      const found = evaluated(() => matcher.match(value));
      if (found) return new MatchResult(true, found);
    }
    return new MatchResult(false);
  },
});

/**
 * Splits a text as Java's `Pattern.split` does.
 * @param limit largest number of parts; 0: all, without empty parts at the end
 * @throws EvaluationError when the text has more than `mostElements` parts, and the errors of `timedMatches`
 */
function parts(compiled: BoundedRegex, text: string, limit: number, context: CallContext): string[] {
  const found: string[] = [];
  let end = 0;
  for (const match of timedMatches(compiled, text)) {
    if (limit > 0 && found.length === limit - 1) break;
    // An empty match at the beginning of the text does not split it.
    if (match.end() === 0) continue;
    if (found.length >= mostElements) throw new EvaluationError(`The text has more than ${mostElements} parts.`);
    context.spend(1);
    found.push(text.slice(end, match.start()));
    end = match.end();
  }
  if (end === 0 && found.length === 0) return [text];
  found.push(text.slice(end));
  if (limit === 0) while (found.length > 0 && found.at(-1) === '') found.pop();
  return found;
}

const split = defineFunction({
  name: 'split',
  parameters: [
    pattern,
    parameter('value', 'String'),
    {
      ...optional('limit', 'Long', 'At most this many parts. 0: all, without empty ones at the end.'),
      transformedType: 'java.lang.Integer',
    },
  ],
  returns: 'List',
  pure: true,
  description: 'Splits a text wherever the regular expression matches.',
  evaluate([expression, value, limit], context) {
    const compiled = needed(expression, 'pattern');
    const text = needed(value, 'value');
    const most = Number(limit ?? 0n);
    if (most < 0) throw new EvaluationError('The limit must not be negative.');
    return evaluated(() => parts(compiled, text, most, context));
  },
});

export const patternFunctions: readonly PipelineFunction[] = [regex, regexReplace, grok, grokExists, split];
export const patternExtensions: readonly PipelineFunction[] = [multiGrok];

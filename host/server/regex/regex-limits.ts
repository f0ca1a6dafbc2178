/**
 * Estimates the cost of regular expressions before they are compiled, because the programs of the linear-time engine
 * can be large.
 */

/** Largest length of a regular expression in characters, as in the reference server. */
export const longestRegex = 1000;
/**
 * Approximate largest number of steps in the programs of all patterns that are used together, such as the patterns of
 * one query.
 */
export const mostRegexSteps = 2000;

/** Assumed steps of a character class, which may consist of many ranges; `\d`, `\w` and `\s` consist of few. */
const stepsOfClass = 10;

/**
 * Estimates the number of steps of an expression's program. A character has one step, and a character class ten or
 * more. These numbers are multiplied by the repetitions around them.
 */
export function regexSteps(pattern: string): number {
  /** Steps of the groups that are open, the outermost group first. */
  const groups: number[] = [0];
  let last = 0;
  const add = (steps: number): void => {
    groups.push((groups.pop() ?? 0) + steps);
    last = steps;
  };
  const token =
    /\\[pP](?:\{[^}]*\}|[A-Za-z])?|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:[^\]]*:\]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[\s\S]/g;
  for (let match = token.exec(pattern); match; match = token.exec(pattern)) {
    const [found, least, most] = match;
    if (found === '(') groups.push(0);
    else if (found === ')' && groups.length > 1) add(groups.pop() ?? 0);
    else if (least !== undefined) add(last * (Math.max(Number(least), Number(most ?? 0), 1) - 1));
    else add(/^(?:\[|\\[pP])/.test(found) ? stepsOfClass + (found.match(/\\[pP]/g)?.length ?? 0) * stepsOfClass : 1);
  }
  return groups.reduce((sum, steps) => sum + steps, 0);
}

/** Limits what a user's regular expression costs before it is compiled: the engine is linear in time, but its programs can be large. */

/** The reference's limit of a pattern's length. */
export const longestRegex = 1000;
/** Steps that the programs of one request's patterns may have together, about. */
export const mostRegexSteps = 2000;

/** A class of characters may be compiled from many ranges; `\d`, `\w` and `\s` are of few. */
const stepsOfClass = 10;

/** About the number of steps of the program: one for each character, as often as repetitions around it say. */
export function regexSteps(pattern: string): number {
  /** Numbers of the open groups, the outermost first. */
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

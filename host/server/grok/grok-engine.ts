/** Runs the regular expression that a grok pattern comes to: on the linear engine where it can, else on the one that counts its steps. */
import { RE2JS } from 're2js';
import { TextTooLongError } from '../regex/bounded-regex.js';
import type { JavaReading } from '../regex/java/expression.js';
import { readJava } from '../regex/java/read-java.js';
import { StepsError } from '../regex/java/step-match.js';
import { StepPattern } from '../regex/java/step-pattern.js';
import { stepProgram, type StepProgram } from '../regex/java/step-program.js';
import { writeLinear } from '../regex/java/write-linear.js';

/** What the group of a name took; null: it did not take part. */
type GroupOf = (name: string) => string | null;

/**
 * Looks anywhere in a text. @returns undefined without a match
 * @throws TextTooLongError where the work is bounded, and what has not been examined could decide
 */
export type GrokEngine = (text: string) => GroupOf | undefined;

/** Steps × letters of one match of the linear engine where it may hold up others: of a longer text the beginning is examined. The editor of extractors says it, too. */
const mostWork = 12_000_000;
/** Steps of the counting engine where it may hold up others, and where it has a thread of its own. */
const mostCountedSteps = { bounded: 1_500_000, free: 50_000_000 };
/** After so many steps, the linear engine takes over where it can: until then the counting one is several times faster. */
const stepsBeforeLinear = 50_000;
/** Larger expressions are for the counting engine alone. */
const largestLinear = 15_000;
/** Instructions of its program; the largest patterns that are widely known have some 20,000. */
const mostInstructions = 50_000;

/**
 * @param size about the number of steps of the linear engine's program
 * @throws JavaSyntaxError, ProgramSizeError
 */
export function grokEngine(source: string, size: number, isBounded: boolean): GrokEngine {
  const reading = readJava(source, { multiline: true });
  const written = size > largestLinear ? undefined : writeLinear(reading.expression);
  const program = stepProgram(reading, mostInstructions);
  return written === undefined
    ? countingEngine(program, reading, isBounded ? mostCountedSteps.bounded : mostCountedSteps.free)
    : fastEngine(written, program, reading, isBounded ? Math.floor(mostWork / size) : undefined);
}

/** The counting engine, and the linear one for texts that take it many steps. */
function fastEngine(
  written: string,
  program: StepProgram,
  reading: JavaReading,
  longest: number | undefined,
): GrokEngine {
  const counting = new StepPattern(program, stepsBeforeLinear);
  const slow = countingEngine(program, reading, mostCountedSteps.bounded);
  // Made when a text needs it; null: it is too large for that engine.
  let linear: RE2JS | null | undefined;
  let hasMissed = false;
  const linearProgram = (): RE2JS | null => (linear ??= compiled(written));
  return (text) => {
    if (text.length <= (longest ?? Infinity)) {
      // That nothing matches is what the linear engine knows sooner.
      if (hasMissed && linearProgram()?.test(text) === false) return undefined;
      try {
        const found = counting.find(text);
        hasMissed = found === undefined;
        return found && ((name) => found.group(reading.names[name] ?? 0));
      } catch (error) {
        if (!(error instanceof StepsError)) throw error;
      }
    }
    const other = linearProgram();
    return other ? linearMatch(other, reading, text, longest) : slow(text);
  };
}

function compiled(written: string): RE2JS | null {
  try {
    return RE2JS.compile(written, RE2JS.DOTALL);
  } catch {
    return null;
  }
}

function linearMatch(
  program: RE2JS,
  { names }: JavaReading,
  input: string,
  longest: number | undefined,
): GroupOf | undefined {
  const text = input.slice(0, longest);
  // A match is found quickly, but its groups are expensive to compute. A match at the beginning, which is frequent, is the leftmost
  // one, so the cheaper anchored expression finds it.
  const isCut = text.length < input.length;
  const matcher = program.test(text) ? program.matcher(text) : undefined;
  if (!matcher || (!matcher.lookingAt() && !matcher.reset().find())) {
    if (isCut) throw new TextTooLongError(text.length);
    return undefined;
  }
  // The match might continue beyond the cut.
  if (isCut && matcher.end() === text.length) throw new TextTooLongError(text.length);
  return (name) => matcher.group(names[name] ?? 0);
}

function countingEngine(program: StepProgram, { names }: JavaReading, mostSteps: number): GrokEngine {
  const pattern = new StepPattern(program, mostSteps);
  return (text) => {
    try {
      const found = pattern.find(text);
      return found && ((name) => found.group(names[name] ?? 0));
    } catch (error) {
      if (error instanceof StepsError) throw new TextTooLongError(undefined);
      throw error;
    }
  };
}

/**
 * Runs the regular expression of a grok pattern: on the linear engine where possible, otherwise on the step-counting
 * engine.
 */
import { RE2JS } from 're2js';
import { TextTooLongError } from '../regex/bounded-regex.js';
import type { JavaReading } from '../regex/java/expression.js';
import { readJava } from '../regex/java/read-java.js';
import { StepsError } from '../regex/java/step-match.js';
import { StepPattern } from '../regex/java/step-pattern.js';
import { stepProgram, type StepProgram } from '../regex/java/step-program.js';
import { writeLinear } from '../regex/java/write-linear.js';

/** Returns the text that a named group has matched; null: the group did not take part. */
type GroupOf = (name: string) => string | null;

/**
 * Searches for the first match in a text. @returns undefined: no match
 * @throws TextTooLongError if the work is bounded and the part that was not examined could decide
 */
export type GrokEngine = (text: string) => GroupOf | undefined;

/**
 * Largest product of steps and characters for one match of the linear engine on the event loop; of a longer text only
 * the beginning is examined. The editor of extractors states this limit, too.
 */
const mostWork = 12_000_000;
/** Largest number of steps of the counting engine: on the event loop, and on a separate thread. */
const mostCountedSteps = { bounded: 1_500_000, free: 50_000_000 };
/**
 * Number of steps after which the linear engine takes over where it can: up to then the counting engine is several
 * times faster.
 */
const stepsBeforeLinear = 50_000;
/** Largest expression that the linear engine runs; larger ones are run by the counting engine alone. */
const largestLinear = 15_000;
/**
 * Largest number of instructions of the counting engine's program; the largest well-known patterns have some 20,000.
 */
const mostInstructions = 50_000;

/**
 * @param size approximate number of steps of the linear engine's program
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

/** Combines the counting engine with the linear one, which takes over for texts that need many steps. */
function fastEngine(
  written: string,
  program: StepProgram,
  reading: JavaReading,
  longest: number | undefined,
): GrokEngine {
  const counting = new StepPattern(program, stepsBeforeLinear);
  const slow = countingEngine(program, reading, mostCountedSteps.bounded);
  // Compiled when a text needs it; null: the expression is too large for the linear engine.
  let linear: RE2JS | null | undefined;
  let hasMissed = false;
  const linearProgram = (): RE2JS | null => (linear ??= compiled(written));
  return (text) => {
    if (text.length <= (longest ?? Infinity)) {
      // The linear engine is faster at finding that a text does not match.
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

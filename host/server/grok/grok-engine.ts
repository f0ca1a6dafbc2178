/**
 * Runs the regular expressions of grok patterns on the step-counting engine. If a text takes this engine many steps,
 * the linear-time engine takes over, provided that it can run the expression.
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
 * Searches for the first match in a text. Returns a function that returns the text of a group; undefined: no match.
 * Throws TextTooLongError when the search takes too many steps, or the examined part of the text is not enough to
 * decide.
 */
export type GrokEngine = (text: string) => GroupOf | undefined;

/**
 * Largest product of steps and characters for a match of the linear-time engine on the event loop. If a text is too
 * long for it, only the beginning of the text is examined. The extractor editor states this limit as well.
 */
const mostWork = 12_000_000;
/**
 * Largest number of steps of the step-counting engine. The limit `free` applies on a worker thread to expressions that
 * are larger than `largestLinear` or cannot be written for the linear-time engine. Otherwise `bounded` applies, also if
 * that engine refuses an expression.
 */
const mostCountedSteps = { bounded: 1_500_000, free: 50_000_000 };
/**
 * Number of steps of the step-counting engine after which the linear-time engine takes over if it can. Searches with
 * fewer steps are several times faster on the step-counting engine.
 */
const stepsBeforeLinear = 50_000;
/**
 * Largest size, in steps, of an expression for the linear-time engine; larger ones run on the step-counting engine
 * only.
 */
const largestLinear = 15_000;
/**
 * Largest number of instructions of the step-counting engine's program; the largest well-known patterns have about
 * 20,000.
 */
const mostInstructions = 50_000;

/**
 * Compiles an expression.
 * @param size approximate number of steps of the linear-time engine's program
 * @param isBounded true: matching runs on the event loop, so its work is limited
 * @throws JavaSyntaxError when the expression is invalid; ProgramSizeError when it is too large
 */
export function grokEngine(source: string, size: number, isBounded: boolean): GrokEngine {
  const reading = readJava(source, { multiline: true });
  const written = size > largestLinear ? undefined : writeLinear(reading.expression);
  const program = stepProgram(reading, mostInstructions);
  return written === undefined
    ? countingEngine(program, reading, isBounded ? mostCountedSteps.bounded : mostCountedSteps.free)
    : fastEngine(written, program, reading, isBounded ? Math.floor(mostWork / size) : undefined);
}

/**
 * Combines the step-counting engine with the linear-time engine, which takes over for texts that need many steps
 * or are longer than `longest`.
 * @param longest largest number of characters that the linear-time engine examines; undefined: no limit
 */
function fastEngine(
  written: string,
  program: StepProgram,
  reading: JavaReading,
  longest: number | undefined,
): GrokEngine {
  const counting = new StepPattern(program, stepsBeforeLinear);
  const slow = countingEngine(program, reading, mostCountedSteps.bounded);
  // The program of the linear-time engine, compiled lazily; null: this engine refuses the expression.
  let linear: RE2JS | null | undefined;
  let hasMissed = false;
  const linearProgram = (): RE2JS | null => {
    if (linear === undefined) linear = compiled(written);
    return linear;
  };
  return (text) => {
    if (text.length <= (longest ?? Infinity)) {
      // After a text without a match, the linear-time engine is tried first, because it is faster for texts without a
      // match.
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
  // Testing for a match is fast, but computing its groups is slow. A match at the beginning of the text is frequent and
  // always the leftmost match, so the faster anchored search is tried first.
  const isCut = text.length < input.length;
  const matcher = program.test(text) ? program.matcher(text) : undefined;
  if (!matcher || (!matcher.lookingAt() && !matcher.reset().find())) {
    if (isCut) throw new TextTooLongError(text.length);
    return undefined;
  }
  // A match that ends where the text was cut off might be longer in the complete text.
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

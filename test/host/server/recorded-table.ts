/**
 * Compares what functions return for rows of a table with a stored text. `UPDATE_ANSWERS=1` writes the text instead of
 * comparing.
 */
import { isObject } from '../../../api/is-object.js';
import { inText, compareRecord } from './routes/administration-record.js';

/** A row: the input as the stored text shows it, and a function that returns or throws the result. */
export type Row = readonly [input: string, run: () => unknown];

const longestShown = 2_000;
/** Replaces random ids, and shortens repeated characters and long texts to their length. */
const readable = (text: string): string => {
  const short = text.replace(/([^\d])\1{19,}/g, (run) => `${run.slice(0, 1)}×${run.length}`);
  const shown = short.length > longestShown ? `${short.slice(0, 200)}… (${short.length} characters)` : short;
  return shown
    .replace(/\b[0-9a-f]{24}\b|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>')
    .replaceAll('\n', '\\n');
};

/** Prints a value as JSON; dates, maps, sets and numbers that JSON lacks keep their values. */
function shown(value: unknown): string {
  const text: unknown = JSON.stringify(value, (_name, one: unknown) => {
    if (one instanceof Map || one instanceof Set) return [...(one as Iterable<unknown>)];
    if (typeof one === 'bigint') return `${one}n`;
    if (typeof one === 'number' && !Number.isFinite(one)) return String(one);
    return one;
  });
  return typeof text === 'string' ? text : 'nothing';
}

/** Prints an error with the members that its answer over HTTP contains. */
function failure(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${shown(error)}`;
  const { name, message } = error;
  const body: unknown = 'body' in error && typeof error.body === 'function' ? error.body.call(error) : undefined;
  const details = isObject(body) ? (body['errors'] ?? body['validation_errors']) : undefined;
  return `${name}: ${details === undefined ? message : inText(details)}`;
}

/**
 * Runs the rows of each section in their order, and compares the results with the stored ones.
 * @param name path of the stored text below `test/host/server`
 */
export async function compareTable(name: string, sections: Readonly<Record<string, Iterable<Row>>>): Promise<void> {
  const texts = new Map<string, string>();
  for (const [title, rows] of Object.entries(sections)) {
    const lines: string[] = [];
    for (const [input, run] of rows) {
      let result: string;
      try {
        result = shown(await run());
      } catch (error) {
        result = failure(error);
      }
      lines.push(`${readable(input)}: ${readable(result)}`);
    }
    texts.set(title, lines.join('\n'));
  }
  compareRecord(`../${name}`, texts);
}

/** Returns a row for each input of a function of one argument; the input is shown as JSON. */
export const rowsOf = <T>(inputs: Iterable<T>, run: (input: T) => unknown): Row[] =>
  Array.from(inputs, (input) => [shown(input), () => run(input)] as const);

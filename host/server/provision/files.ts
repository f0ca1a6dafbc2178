/**
 * Reads the provisioning directory. Each file contains one object as YAML 1.2 or JSON. The objects have the entity
 * formats of content packs, but with plain values, references by name and `${NAME}` for environment variables.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { LineCounter, parseDocument, type Document, type Node } from 'yaml';
import { unwrapped, type PlainData } from '../content-packs/values.js';
import { ProvisionError } from './provision-error.js';
import { isObject } from '../foundation/is-object.js';

const mostFiles = 5_000;
const mostBytes = 1024 * 1024;
const deepestFolder = 8;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProvisionFile {
  /** Path below the directory, with `/` as separator. */
  readonly file: string;
  readonly type: string;
  readonly data: PlainData;
  /** Values from environment variables, which the server may treat as secrets and never return. */
  readonly fromEnvironment: ReadonlySet<unknown>;
  /**
   * Returns the line of a value by its path (`configuration.port`), or of the closest surrounding value if the path
   * does not exist.
   */
  readonly lineOf: (path?: string) => number;
}

/**
 * Matches references to environment variables. Their names must be in capitals, because templates of events and
 * sidecars contain placeholders such as `${source.user}`.
 */
const variable = /(\$?)\$\{([A-Z_][A-Z0-9_]*)\}/g;

/** Escapes references to environment variables in a text, so that reading it yields the text unchanged. */
export const escapedVariables = (text: string): string => text.replace(/\$\{(?=[A-Z_][A-Z0-9_]*\})/g, () => '$${');

/**
 * Returns the paths of the YAML and JSON files below a directory, sorted; skips names that begin with a dot.
 * @throws ProvisionError for too many files or too deeply nested folders; Error when the directory cannot be read
 */
async function filesIn(directory: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string, depth: number): Promise<void> => {
    if (depth > deepestFolder)
      throw new ProvisionError(relative(directory, folder), 1, 'Folders are nested too deeply.');
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await walk(path, depth + 1);
      else if (/\.(ya?ml|json)$/i.test(entry.name)) found.push(path);
      if (found.length > mostFiles) throw new ProvisionError(entry.name, 1, `There are more than ${mostFiles} files.`);
    }
  };
  await walk(directory, 0);
  return found.toSorted((a, b) => (a < b ? -1 : 1));
}

const segments = (path: string): (string | number)[] =>
  path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

function lineAt(document: Document, lines: LineCounter, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as Node | undefined;
    const start = node?.range?.[0];
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}

/** Parses a file. @throws ProvisionError that names the line of the first error */
export function fileOf(file: string, text: string, environment: Environment): ProvisionFile {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    intAsBigInt: false,
  });
  const [error] = document.errors;
  if (error) throw new ProvisionError(file, lines.linePos(error.pos[0]).line, error.message);
  const refuse = (path: readonly (string | number)[], reason: string): never => {
    throw new ProvisionError(file, lineAt(document, lines, path), reason);
  };
  let given: unknown;
  try {
    given = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    return refuse([], cause instanceof Error ? cause.message : String(cause));
  }
  if (!isObject(given)) return refuse([], 'The file must hold an object with "type" and "data".');
  const { type, data } = given;
  if (typeof type !== 'string' || type === '')
    return refuse(['type'], 'The "type" of the object is missing, such as stream.');
  if (!isObject(data)) return refuse(['data'], 'The "data" of the object is missing.');
  const unknown = Object.keys(given).find((name) => !['type', 'version', 'data'].includes(name));
  if (unknown !== undefined) return refuse([unknown], `"${unknown}" is none of type, version and data.`);
  const fromEnvironment = new Set<unknown>();
  const filled = (value: unknown, path: readonly (string | number)[]): unknown => {
    if (Array.isArray(value)) return value.map((one, at) => filled(one, [...path, at]));
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, [...path, name])]));
    if (typeof value !== 'string') return value;
    let isFilled = false;
    const text = value.replace(variable, (whole, escape: string, name: string) => {
      if (escape === '$') return whole.slice(1);
      const found = environment[name];
      if (found === undefined) return refuse(path, `The variable ${name} of the environment is not set.`);
      isFilled = true;
      return found;
    });
    if (isFilled) fromEnvironment.add(text);
    return text;
  };
  const lineOf = (path = ''): number => lineAt(document, lines, ['data', ...segments(path)]);
  try {
    const plain = unwrapped(filled(data, ['data']), new Map()).data as PlainData;
    return { file, type, data: plain, fromEnvironment, lineOf };
  } catch (cause) {
    if (cause instanceof ProvisionError) throw cause;
    return refuse(['data'], cause instanceof Error ? cause.message : String(cause));
  }
}

/** Reads all files of a provisioning directory. @throws ProvisionError for the first invalid file */
export async function readFolder(directory: string, environment: Environment): Promise<ProvisionFile[]> {
  const all: ProvisionFile[] = [];
  for (const path of await filesIn(directory)) {
    const name = relative(directory, path).split(sep).join('/');
    const { size } = await stat(path);
    if (size > mostBytes) throw new ProvisionError(name, 1, `The file is larger than ${mostBytes / 1024} KiB.`);
    all.push(fileOf(name, await readFile(path, 'utf8'), environment));
  }
  return all;
}

/** Returns a text that changes when a file in the directory changes. */
export async function signatureOf(directory: string): Promise<string> {
  const parts: string[] = [];
  for (const path of await filesIn(directory)) {
    const { mtimeMs, size } = await stat(path);
    parts.push(`${path} ${mtimeMs} ${size}`);
  }
  return parts.join('\n');
}

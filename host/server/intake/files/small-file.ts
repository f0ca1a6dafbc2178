import { readFileSync, statSync } from 'node:fs';

/** A file that an administrator names. @throws Error that says which one and why */
export function readSmallFile(path: string, mostBytes: number, what: string): string {
  try {
    const about = statSync(path);
    if (!about.isFile()) throw new Error('it is not a file');
    if (about.size > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The ${what} ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

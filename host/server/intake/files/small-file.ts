import { errorOf } from '../../foundation/caught.js';
import { readFileSync, statSync } from 'node:fs';

/**
 * Returns the text of a file that an administrator has configured.
 * @param what purpose of the file, for the error message
 * @throws Error with path and reason when the path is no file, the file is too large or cannot be read
 */
export function readSmallFile(path: string, mostBytes: number, what: string): string {
  try {
    const about = statSync(path);
    if (!about.isFile()) throw new Error('it is not a file');
    if (about.size > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The ${what} ${path} cannot be read: ${errorOf(error).message}`, {
      cause: error,
    });
  }
}

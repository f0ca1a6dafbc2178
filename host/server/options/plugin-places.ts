/** Determines the names and paths of the plug-ins from the options. */
import { basename, extname, resolve } from 'node:path';

export interface PluginPlace {
  /** Name of letters, digits, `-` and `_`; the plug-in's address contains it. */
  readonly name: string;
  readonly path: string;
}

const mostPlugins = 32;
const names = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** File extensions of a module that is a plug-in by itself. */
export const moduleExtensions: readonly string[] = ['.js', '.mjs'];

/**
 * Returns the plug-ins of the given paths.
 * @param directory directory to which relative paths refer
 * @throws Error for too many plug-ins, and for an invalid or repeated name; the message has no subject and is to be
 * appended to the option's name
 */
export function pluginPlaces(paths: readonly string[], directory: string): readonly PluginPlace[] {
  if (paths.length > mostPlugins) throw new Error(`may be given ${mostPlugins} times, got ${paths.length}.`);
  const places = new Map<string, PluginPlace>();
  for (const written of paths) {
    const path = resolve(directory, written);
    const extension = extname(path);
    const name = moduleExtensions.includes(extension) ? basename(path, extension) : basename(path);
    if (!names.test(name)) {
      throw new Error(
        `takes a module or a directory whose name holds only letters, digits, - and _, got ${JSON.stringify(written)}.`,
      );
    }
    const other = places.get(name.toLowerCase());
    if (other) throw new Error(`names two plug-ins ${JSON.stringify(name)}: ${other.path} and ${path}.`);
    places.set(name.toLowerCase(), { name, path });
  }
  return [...places.values()];
}

/**
 * Provides the environment with which a server under test measures the longest turn of its event loop (`turns.mjs`).
 */

const watch = new URL('turns.mjs', import.meta.url).href;

/**
 * Returns the environment variables.
 * @param portFile path of the file to which the server writes the port of the measured values
 */
export function watchedTurns(portFile: string): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import ${watch}`,
    TURNS_PORT_FILE: portFile,
  };
}

/** Environment variables with which the server under test measures the longest turn of its event loop (`turns.mjs`). */

const watch = new URL('turns.mjs', import.meta.url).href;

/** @param portFile path of the file to which the server writes the port that serves the figures */
export function watchedTurns(portFile: string): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import ${watch}`,
    TURNS_PORT_FILE: portFile,
  };
}

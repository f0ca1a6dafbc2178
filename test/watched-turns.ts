/** Settings that make the program under test measure the turns of its event loop (`turns.mjs`). */

const watch = new URL('turns.mjs', import.meta.url).href;

/** @param portFile gets the port that tells the figures */
export function watchedTurns(portFile: string): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import ${watch}`,
    TURNS_PORT_FILE: portFile,
  };
}

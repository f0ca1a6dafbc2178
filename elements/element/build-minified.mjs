// Shortens built scripts. esbuild goes first and swc second, because swc leaves fewer bytes of a script that esbuild has
// shortened already than either leaves alone: single files lose about 3 % of their compressed bytes to esbuild's output.
import { minify } from '@swc/core';

/**
 * Shortens a script that esbuild has shortened.
 * @param {string} source script
 * @param {{ module: boolean, sourceMap?: boolean }} options `module`: false for a classic script
 * @returns {Promise<{ code: string, map?: string }>}
 */
export async function shortened(source, { module, sourceMap = false }) {
  const { code, map } = await minify(source, {
    module,
    ecma: 2022,
    sourceMap,
    mangle: true,
    compress: { ecma: 2022, passes: 2 },
    // A single file carries the licence notices of its packages; for modules the page has the list of licences.
    format: { ecma: 2022, comments: module ? false : 'some' },
  });
  return { code, map };
}

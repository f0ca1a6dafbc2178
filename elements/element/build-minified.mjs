// Minifies scripts that esbuild has already minified. The output of both together is smaller than that of either alone:
// the single files have about 3 % fewer compressed bytes than with esbuild alone.
import { minify } from '@swc/core';

/**
 * Minifies a script that esbuild has minified.
 * @param {string} source script
 * @param {{ module: boolean, sourceMap?: boolean }} options `module`: false for a classic script
 * @returns {Promise<{ code: string, map?: string }>}
 */
export async function minifyWithSwc(source, { module, sourceMap = false }) {
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

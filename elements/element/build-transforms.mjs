// Build steps that the shadow root needs, shared by the rollup build, the dev build and the browser tests.
//   cssAsText      a CSS import becomes its text, which an element puts into an adopted style sheet
//   trustedTypes   library code that assigns innerHTML is rewritten, and unused library code is left out; the build
//   fails when a rewrite matches nothing
import { readFile } from 'node:fs/promises';
import { echartsRewrites } from '../widgets/echarts-trusted-types.mjs';
import { echartsUnused } from '../widgets/echarts-unused.mjs';
import { leafletRewrites } from '../widgets/leaflet-trusted-types.mjs';
import { libraryRewrites } from './library-rewrites.mjs';

/** All rewrites; each names a module, the code to find and its replacement. */
const rewrites = [...echartsRewrites, ...echartsUnused, ...leafletRewrites, ...libraryRewrites];

/** @returns the rewritten code, or undefined when no rewrite names this module. */
function rewrite(id, code) {
  const path = id.split('?')[0].replaceAll('\\', '/');
  const mine = rewrites.filter((one) => one.module.test(path));
  if (mine.length === 0) return undefined;
  return mine.reduce((text, one) => {
    const next = text.replace(one.find, one.replacement);
    if (next === text)
      throw new Error(`${path}: nothing to rewrite for ${one.find}; the library has changed, look at it again`);
    return next;
  }, code);
}

/** Converts `rem` to `px`, because `rem` depends on the root font size, which the host page decides. */
function cssText(source) {
  return source.replace(/(-?[\d.]+)rem\b/g, (_whole, number) => `${Number(number) * 16}px`);
}

export function cssAsText() {
  return {
    name: 'css-as-text',
    async load(id) {
      if (!id.endsWith('.css')) return null;
      return `export default ${JSON.stringify(cssText(await readFile(id, 'utf8')))};`;
    },
  };
}

export function trustedTypes() {
  return {
    name: 'trusted-types',
    transform(code, id) {
      const text = rewrite(id, code);
      if (text === undefined) return null;
      return { code: text, map: null };
    },
  };
}

/** Does the same as `cssAsText` and `trustedTypes`, as a plug-in of esbuild. */
export function esbuildTransforms() {
  return {
    name: 'element-transforms',
    setup(build) {
      build.onLoad({ filter: /\.css$/ }, async ({ path }) => ({
        contents: `export default ${JSON.stringify(cssText(await readFile(path, 'utf8')))};`,
        loader: 'js',
      }));
      build.onLoad({ filter: /node_modules.*\.m?js$/ }, async ({ path }) => {
        if (!rewrites.some((one) => one.module.test(path.replaceAll('\\', '/')))) return undefined;
        return { contents: rewrite(path, await readFile(path, 'utf8')), loader: 'js' };
      });
    },
  };
}

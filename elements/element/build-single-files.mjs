// Builds the self-contained files below `embed/`, one per element, for a single script tag. They are built from the
// sources, so that each contains only modules that its element imports: the built chunks also contain modules of other
// elements.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import esbuild from 'esbuild';
import { minifyWithSwc } from './build-minified.mjs';
import { buildWithParts } from './build-parts.mjs';
import { esbuildTransforms } from './build-transforms.mjs';

/**
 * Returns the source that a relative import names by the address of its compiled file: `./page.js` is `./page.ts` or
 * `./page.tsx`.
 * @returns {string | undefined} absolute path; undefined for all other imports, for importers that are not TypeScript,
 * and if there is no such source
 */
function sourceOf(name, importer) {
  if (!/^\.\.?\/.*\.js$/.test(name) || !/\.tsx?$/.test(importer ?? '')) return undefined;
  const base = resolve(dirname(importer), name.replace(/\.js$/, ''));
  return ['.ts', '.tsx'].map((ending) => base + ending).find((file) => existsSync(file));
}

/** Only entries have side effects when they load, as in the rollup build (rollup.config.mjs, `moduleSideEffects`). */
const withoutSideEffects = {
  name: 'without-side-effects',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path, importer }) => {
      const from = importer.replaceAll('\\', '/');
      if (/\/node_modules\//.test(from) || !/\/(api|machines|elements)\//.test(from)) return undefined;
      const found = sourceOf(path, importer);
      return found && { path: found, sideEffects: /\/elements\/[\w-]+\.ts$/.test(found.replaceAll('\\', '/')) };
    });
  },
};

/** Elements with a single file that would be too large: their lazy parts are separate files beside it. */
const tagsWithParts = ['log-dashboard', 'log-message', 'log-search', 'log-widget'];

/**
 * Builds the single file of each element, and the parts of the elements in `tagsWithParts`.
 * @param {readonly string[]} tags elements
 * @param {string} outdir where `<tag>.js` and `parts/<tag>/` are written
 * @param {string} version of the program
 */
export async function buildSingleFiles(tags, outdir, version) {
  const options = {
    bundle: true,
    minify: true,
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': '"production"', __VERSION__: JSON.stringify(version) },
    plugins: [esbuildTransforms(), withoutSideEffects],
  };
  const whole = tags.filter((tag) => !tagsWithParts.includes(tag));
  const { outputFiles } = await esbuild.build({
    ...options,
    write: false,
    entryPoints: Object.fromEntries(whole.map((tag) => [tag, `elements/${tag}.ts`])),
    outdir,
    format: 'iife',
  });
  await mkdir(outdir, { recursive: true });
  for (const { path, text } of outputFiles) await writeFile(path, (await minifyWithSwc(text, { module: false })).code);
  for (const tag of tags) if (tagsWithParts.includes(tag)) await buildWithParts(tag, outdir, options);
}

// Parts of the single files below `embed/`: a feature that an element needs only on demand becomes a module below
// `embed/parts/<tag>/`, loaded from beside the single file. A part takes modules that it shares with the single file
// from a registry under a global symbol, so that nothing is loaded twice and there is one state.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import esbuild from 'esbuild';
import { minifyWithSwc } from './build-minified.mjs';

/** Sources that are loaded on demand and that most pages do not need for the first content of an element. */
const late =
  /\/elements\/(kit\/fluent\/(menu|popover|tooltip|dialog)-surface|frame\/missing|element\/token-care|kit\/code\/field-editor|widgets\/visualizations\/(map\/world-map|legend-figures|series-settings)|widgets\/actions\/action-menu|widgets\/marks\/mark-tools|widgets\/message-table\/detail-sheet|dashboard\/variables\/dashboard-variables|view-area\/(uncomputed-note|shared-error-notice)|search\/(trace|differences)\/(trace|differences)-panel|view-area\/widget\/(computed-(view|widget)|earlier-search|find-patterns)|view-area\/editor\/[\w-]+|sidebar\/panel|search\/(page\/wrong-query|query\/keep-queries)|search\/question\/earlier-answer|search\/parameters\/page-parameters|message\/(stream-test-list|field-tools)|.*-dialog)\.tsx?$/;

const portable = (path) => path.replaceAll('\\', '/');

/** Resolves an import with the other plug-ins; the mark `resolving` keeps the calling plug-in from calling itself. */
const resolved = async (build, { path, pluginData, ...from }) =>
  pluginData === 'resolving' ? undefined : build.resolve(path, { ...from, pluginData: 'resolving' });

/** Resolved imports of all builds, by kind, folder and name, cached because resolving takes longer than bundling. */
const known = new Map();

/** Resolves an import like `resolved`, but the same import only once. */
function resolvedOnce(build, request) {
  if (request.pluginData === 'resolving') return undefined;
  const key = `${request.kind} ${request.resolveDir} ${request.path}`;
  if (!known.has(key)) known.set(key, resolved(build, request));
  return known.get(key);
}

/**
 * Replaces lazy imports of sources that match `late` by the address that `addressOf` returns for the source; an import
 * without an address stays.
 */
const withLate = (addressOf) => ({
  name: 'late-parts',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, async (request) => {
      if (request.kind !== 'dynamic-import') return undefined;
      const found = await resolved(build, request);
      if (!found || !late.test(portable(found.path))) return undefined;
      return { path: addressOf(found.path), external: true };
    });
  },
});

/**
 * Replaces imports of modules that the single file contains by `shared:` and the number of the module.
 * @param shared number of each shared module, by its path
 * @param options further members of the resolved import, such as `external`
 */
const withShared = (shared, options) => ({
  name: 'shared-modules',
  setup(build) {
    build.onResolve({ filter: /.*/ }, async (request) => {
      if (request.kind === 'entry-point') return undefined;
      const found = await resolvedOnce(build, request);
      // Icons are never shared: the bundler drops unused icons only if it sees the code that creates them.
      if (!found || found.external || /react-icons/.test(found.path) || !shared.has(portable(found.path)))
        return undefined;
      return { path: `shared:${shared.get(portable(found.path))}`, ...options };
    });
  },
});

/** Returns the names that unminified files import from shared modules, by the number of the shared module. */
function namesIn(files) {
  const names = new Map();
  const add = (id, name) => names.set(id, (names.get(id) ?? new Set()).add(name));
  for (const { text } of files)
    for (const [, named, id] of text.matchAll(/(?:import|export)\s+([^;"]*?)\s*from\s*"shared:(\d+)"/g)) {
      const [, braces = ''] = /\{([^}]*)\}/.exec(named) ?? [];
      for (const one of braces.split(',').map((part) => part.trim().split(/\s+as\s+/)[0])) if (one) add(id, one);
      const rest = named.replace(/\{[^}]*\}/, '');
      if (/\*/.test(rest)) add(id, '*');
      if (/^\s*\w+/.test(rest)) add(id, 'default');
    }
  for (const { text } of files) for (const [, id] of text.matchAll(/\bimport\("shared:(\d+)"\)/g)) add(id, '*');
  return names;
}

/** Returns the source of the entry that registers the shared names for the parts and defines the element. */
function registryText(key, entry, shared, names) {
  const lines = [];
  const offered = [];
  for (const [path, id] of shared) {
    const wanted = names.get(String(id));
    if (!wanted) continue;
    const from = JSON.stringify(path);
    if (wanted.has('*')) {
      lines.push(`import * as m${id} from ${from};`);
      offered.push(`${id}: m${id}`);
      continue;
    }
    const list = [...wanted];
    lines.push(`import { ${list.map((name, index) => `${name} as m${id}_${index}`).join(', ')} } from ${from};`);
    const getters = list.map((name, index) => `get ${JSON.stringify(name)}() { return m${id}_${index}; }`);
    offered.push(`${id}: { __esModule: true, ${getters.join(', ')} }`);
  }
  return [
    ...lines,
    `globalThis[Symbol.for(${JSON.stringify(key)})] = { ${offered.join(', ')} };`,
    `import ${JSON.stringify(entry)};`,
  ].join('\n');
}

/**
 * Builds one single file and its parts.
 * @param {string} tag element
 * @param {string} outdir where `<tag>.js` is written
 * @param {object} options esbuild options for the file and its parts
 */
export async function buildWithParts(tag, outdir, options) {
  const root = process.cwd();
  const entry = resolve(root, `elements/${tag}.ts`);
  const sources = new Set();
  const plan = await esbuild.build({
    ...options,
    entryPoints: [entry],
    outdir,
    format: 'iife',
    write: false,
    metafile: true,
    // The output is used only to find the modules that remain; for this, simplifying the syntax is sufficient.
    minify: false,
    minifySyntax: true,
    plugins: [withLate((path) => (sources.add(path), path)), ...options.plugins],
  });
  // A module without bytes in the single file is not shared: a part that needs it contains its own copy.
  const inside = Object.values(plan.metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [portable(resolve(root, path.replace(/^[\w-]+:/, '')))] : [],
    );
  const shared = new Map(inside.map((path, index) => [path, index]));
  const key = `log-console.parts ${tag} ${createHash('sha256').update(plan.outputFiles[0].contents).digest('hex').slice(0, 12)}`;
  const place = `${outdir}/parts/${tag}`;
  const parts = {
    ...options,
    entryPoints: [...sources],
    outdir: place,
    outbase: root,
    format: 'esm',
    splitting: true,
    metafile: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'shared-[hash]',
  };
  const plain = await esbuild.build({
    ...parts,
    minify: false,
    write: false,
    plugins: [withShared(shared, { external: true }), ...options.plugins],
  });
  const names = namesIn(plain.outputFiles);
  const fromRegistry = {
    name: 'from-registry',
    setup(build) {
      build.onLoad({ filter: /^shared:/, namespace: 'shared' }, ({ path }) => ({
        contents: `module.exports = globalThis[Symbol.for(${JSON.stringify(key)})][${path.slice(7)}];`,
        loader: 'js',
      }));
    },
  };
  const built = await esbuild.build({
    ...parts,
    plugins: [withShared(shared, { namespace: 'shared' }), fromRegistry, ...options.plugins],
  });
  const addresses = new Map(
    Object.entries(built.metafile.outputs).flatMap(([file, { entryPoint }]) =>
      entryPoint ? [[resolve(root, entryPoint), `${partScheme}${tag}/${file.split('/').pop()}`]] : [],
    ),
  );
  const file = `${outdir}/${tag}.js`;
  const { outputFiles } = await esbuild.build({
    ...options,
    stdin: { contents: registryText(key, entry, shared, names), resolveDir: root, sourcefile: `${tag}.js` },
    outfile: file,
    format: 'iife',
    write: false,
    plugins: [withLate((path) => addresses.get(path)), ...options.plugins],
  });
  const { code } = await minifyWithSwc(relativeToScript(tag, outputFiles[0].text), { module: false });
  await writeFile(file, code);
}

/** Placeholder for the folder of parts in the bundler's output. */
const partScheme = 'part:';

/**
 * Makes the addresses of parts absolute at run time: in a script of another origin, `import()` has no base address
 * (HTML standard, "HostLoadImportedModule").
 */
function relativeToScript(tag, text) {
  const base = `(document.currentScript??document.querySelector('script[src*="/${tag}.js"]'))?.src??location.href`;
  const withBase = text.replaceAll(`import("${partScheme}`, 'import(partsBase+"');
  if (withBase.includes(partScheme + tag)) throw new Error(`embed/${tag}.js imports a part in a way that is not known`);
  return `(()=>{const partsBase=new URL("parts/",${base}).href;${withBase}})();\n`;
}

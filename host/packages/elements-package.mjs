// Creates `dist/packages/elements` (log-console-elements): the elements for embedding in other pages, without the
// server. It runs after the bundle is written and copies from it; types, manifest, wrappers and reference are generated
// from the calls of `defineElement`.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { angularText, angularTypes } from './angular.mjs';
import { customElementsManifest } from './manifest.mjs';
import { commonEvents, commonValues, reference } from './reference.mjs';
import { jsxTypes } from './jsx.mjs';
import { referenceText, typesText } from './types.mjs';
import { reactText, reactTypes, vueText, vueTypes } from './wrappers.mjs';

const attributeName = (property) => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Reads the definitions of the built elements.
 * @param {string} dist directory of the built elements
 * @returns {Promise<object[]>} for each element: tag, className, description, values (name, attribute, type, fallback,
 * description, isCommon), events, methods, CSS properties
 */
export async function elementsOf(dist) {
  const definitions = new Map();
  const key = Symbol.for('log-console.definitions');
  globalThis[key] = (tag, definition) => definitions.set(tag, definition);
  try {
    await import(`${pathToFileURL(join(dist, 'elements', 'all.js')).href}?${Date.now()}`);
  } finally {
    delete globalThis[key];
  }
  return [...definitions].sort(([a], [b]) => a.localeCompare(b)).map(([tag, definition]) => describe(tag, definition));
}

/**
 * Combines a definition with its descriptions.
 * @throws Error when the descriptions lack the element or one of its members, or when they describe a value or method
 * that the element lacks
 */
function describe(tag, { attributes, properties, events, methods }) {
  const words = reference[tag];
  if (!words) throw new Error(`host/packages/reference.mjs says nothing about <${tag}>`);
  const described = { ...commonValues, ...words.values };
  const kinds = { ...attributes, ...properties };
  same(tag, 'attributes and properties', Object.keys(kinds), Object.keys(described));
  same(tag, 'methods', methods, Object.keys(words.methods ?? {}));
  const ownEvents = { ...commonEvents, ...words.events };
  for (const name of Object.keys(events))
    if (!(name in ownEvents)) throw new Error(`host/packages/reference.mjs says nothing about ${name} of <${tag}>`);
  return {
    tag,
    className: tag.replace(/(^|-)([a-z])/g, (_whole, _dash, letter) => letter.toUpperCase()),
    description: words.description,
    values: Object.entries(kinds).map(([name, { type, fallback }]) => ({
      name,
      attribute: name in attributes ? attributeName(name) : undefined,
      type,
      fallback,
      description: described[name],
      isCommon: name in commonValues,
    })),
    events: Object.entries(ownEvents).map(([name, [detail, description]]) => ({
      name,
      detail,
      description,
      cancelable: events[name]?.cancelable === true,
      isCommon: name in commonEvents,
    })),
    methods: Object.entries(words.methods ?? {}).map(([name, [signature, description]]) => ({
      name,
      signature,
      description,
    })),
    properties: words.properties ?? {},
  };
}

function same(tag, what, defined, documented) {
  const odd = [
    ...defined.filter((name) => !documented.includes(name)),
    ...documented.filter((name) => !defined.includes(name)),
  ];
  if (odd.length > 0) throw new Error(`<${tag}>: ${what} in only one of definition and reference: ${odd.join(', ')}`);
}

/** Returns the files that the elements load, by their paths below `dist`. */
function filesOf(dist, entries) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file) || !existsSync(join(dist, file))) return;
    found.add(file);
    const source = readFileSync(join(dist, file), 'utf8');
    for (const [, name] of source.matchAll(/["'](\.{1,2}\/[\w./-]+\.js)["']/g)) visit(join(dirname(file), name));
  };
  for (const entry of entries) visit(entry);
  return [...found].sort();
}

/** Creates the package. @param {string} root path of the repository, whose `dist` contains the built elements */
export async function makeElementsPackage(
  root,
  { dist = join(root, 'dist'), target = join(dist, 'packages', 'elements') } = {},
) {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const elements = await elementsOf(dist);
  rmSync(target, { recursive: true, force: true });
  const entries = [...elements.map(({ tag }) => tag), 'all', 'configure'];
  for (const file of filesOf(
    dist,
    entries.map((name) => `elements/${name}.js`),
  )) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(dist, file), join(target, file));
  }
  const put = (name, text) => {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), text);
  };
  put('types/index.d.ts', typesText(elements));
  for (const framework of ['react', 'preact', 'solid', 'svelte', 'vue'])
    put(`types/jsx-${framework}.d.ts`, jsxTypes(framework, elements));
  put('react.js', reactText(elements));
  put('types/react.d.ts', reactTypes(elements));
  put('vue.js', vueText(elements));
  put('types/vue.d.ts', vueTypes(elements));
  put('angular.js', angularText(elements));
  put('types/angular.d.ts', angularTypes(elements));
  put('none.js', 'export {};\n');
  put('custom-elements.json', `${JSON.stringify(customElementsManifest(elements), undefined, 1)}\n`);
  put('README.md', referenceText(elements));
  const licences = join(dist, 'host', 'page', 'licences.json');
  if (existsSync(licences)) cpSync(licences, join(target, 'licences.json'));
  if (existsSync(join(root, 'LICENSE'))) cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  const typed = (types, file) => ({ types: `./types/${types}.d.ts`, default: file });
  put(
    'package.json',
    `${JSON.stringify(
      {
        name: 'log-console-elements',
        version,
        description:
          'The custom elements of Log Console: search, dashboards, alerts and administration of logs in any page',
        license,
        type: 'module',
        sideEffects: ['./elements/*.js', './chunks/*.js'],
        customElements: 'custom-elements.json',
        types: './types/index.d.ts',
        exports: {
          '.': typed('index', './elements/all.js'),
          './react': typed('react', './react.js'),
          './vue': typed('vue', './vue.js'),
          './angular': typed('angular', './angular.js'),
          ...Object.fromEntries(
            ['react', 'preact', 'solid', 'svelte', 'vue'].map((name) => [
              `./jsx/${name}`,
              typed(`jsx-${name}`, './none.js'),
            ]),
          ),
          './custom-elements.json': './custom-elements.json',
          // Every entry is listed, so that a misspelt import fails where the page is built.
          ...Object.fromEntries(entries.map((name) => [`./${name}`, typed('index', `./elements/${name}.js`)])),
        },
        peerDependencies: { '@angular/core': '>=17', react: '>=18', vue: '>=3' },
        peerDependenciesMeta: {
          '@angular/core': { optional: true },
          react: { optional: true },
          vue: { optional: true },
        },
      },
      undefined,
      2,
    )}\n`,
  );
  return target;
}

// The file was started as a script. The loaded elements would keep the process alive, so it exits explicitly.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await makeElementsPackage(process.cwd());
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

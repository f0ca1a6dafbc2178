// Generates the chapter "Elements" of the handbook (host/page/handbook/elements.md) from the calls of `defineElement`
// and from reference.mjs. A test compares the stored chapter with the elements. Call: node
// host/packages/handbook-chapter.mjs
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { esbuildTransforms } from '../../elements/element/build-transforms.mjs';
import { elementsOf } from './elements-package.mjs';
import { cssProperties } from './reference.mjs';
import { sharedTypes } from './types.mjs';

/** Returns the path of the chapter. @param {string} root path of the repository */
export const chapterOf = (root) => join(root, 'host', 'page', 'handbook', 'elements.md');

/**
 * Bundles the elements from the sources and reads their definitions, so that no build is needed.
 * @param {string} root path of the repository
 * @returns {Promise<object[]>} definitions in the form of `elementsOf`
 */
export async function elementsOfSources(root) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'elements-'));
  try {
    await esbuild.build({
      entryPoints: { 'elements/all': join(root, 'elements', 'all.ts') },
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"', __VERSION__: '"0"' },
      plugins: [esbuildTransforms()],
      logLevel: 'error',
    });
    return await elementsOf(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
const shown = (value) => (value === undefined ? '' : `\`${cell(JSON.stringify(value))}\``);

/** Returns the lines of a Markdown table; an empty list if there are no rows. */
const table = (heads, rows) =>
  rows.length === 0
    ? []
    : [
        '',
        ...[heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.map((one) => one || ' ').join(' | ')} |`),
      ];

const valueTable = (values) =>
  table(
    ['Attribute or property', 'Type', 'Default', 'Meaning'],
    values.map(({ name, attribute, type, fallback, description }) => [
      attribute === undefined ? `\`${name}\` (property)` : `\`${attribute}\``,
      `\`${cell(type)}\``,
      shown(fallback),
      cell(description),
    ]),
  );

const eventTable = (events) =>
  table(
    ['Event', '`detail`', 'Cancelable', 'Meaning'],
    events.map(({ name, detail, description, cancelable }) => [
      `\`${name}\``,
      `\`${cell(detail)}\``,
      cancelable ? 'yes' : 'no',
      cell(description),
    ]),
  );

const methodTable = (methods) =>
  table(
    ['Method', 'Meaning'],
    methods.map(({ signature, description }) => [`\`${cell(signature)}\``, cell(description)]),
  );

const propertyTable = (properties) =>
  table(
    ['CSS property', 'Meaning'],
    Object.entries(properties).map(([name, description]) => [`\`${name}\``, cell(description)]),
  );

/**
 * Creates the chapter.
 * @param {object[]} elements result of `elementsOf`
 * @returns {string} the chapter as Markdown
 */
export function elementsChapter(elements) {
  const own = (list) => list.filter(({ isCommon }) => !isCommon);
  const common = (list) => list.filter(({ isCommon }) => isCommon);
  const [first] = elements;
  const lines = [
    '# Elements',
    '',
    'Every element with its attributes, properties, events, methods and CSS properties. [Embedding](embedding.html) shows how to use them.',
    '',
    '## Every element',
    '',
    'Each attribute is also a property in camel case: `view-id` is `viewId`. Events cross shadow roots and bubble.',
    ...valueTable(common(first.values)),
    ...eventTable(common(first.events)),
    ...propertyTable(cssProperties),
    ...elements.flatMap(({ tag, description, values, events, methods, properties }) => [
      '',
      `## ${tag}`,
      '',
      description,
      ...valueTable(own(values)),
      ...eventTable(own(events)),
      ...methodTable(methods),
      ...propertyTable(properties),
    ]),
    '',
    '## Types',
    '',
    '```ts',
    sharedTypes.trimEnd(),
    '```',
  ];
  return `${lines.join('\n')}\n`;
}

// The file was started as a script. The loaded elements would keep the process alive, so it exits explicitly.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    writeFileSync(chapterOf(process.cwd()), elementsChapter(await elementsOfSources(process.cwd())));
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

// Checks that imports only point to lower layers, and that neither files nor folders import each other in a circle:
// files that import each other, directly or through other files, cannot be understood one at a time. Type-only imports
// and dynamic imports (`import()`) do not count for circles, but their directions are checked.
//   node .config/imports.mjs [folder of a copy]     Exits with code 1 when an import is wrong.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(process.argv[2] ?? '.');
/** Folders whose sub-folders must not import each other in a circle. */
const levels = ['api', 'machines', 'elements', 'elements/kit', 'elements/widgets', 'host/server', 'host/server/intake'];

const sourcesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

/**
 * Returns the specifiers that a module imports; `isLoaded` is true for modules that are loaded together with the
 * module.
 */
function importsOf(path) {
  const text = readFileSync(join(root, path), 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const loaded = new Set();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const isType = ts.isImportDeclaration(statement) ? statement.importClause?.isTypeOnly : statement.isTypeOnly;
    const { moduleSpecifier } = statement;
    if (!isType && moduleSpecifier && ts.isStringLiteral(moduleSpecifier)) loaded.add(moduleSpecifier.text);
  }
  const all = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  return [...new Set([...loaded, ...all])].map((specifier) => ({ specifier, isLoaded: loaded.has(specifier) }));
}

/**
 * Returns the path from the root of the file that a relative specifier names; undefined for packages and other files.
 */
function targetOf(path, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  const stem = relative(root, resolve(root, dirname(path), specifier.replace(/\.js$/, '')));
  return [`${stem}.ts`, `${stem}.tsx`].find((file) => existsSync(join(root, file)));
}

const files = ['api', 'machines', 'elements', 'host'].flatMap(sourcesBelow);
const imports = files.flatMap((from) =>
  importsOf(from).flatMap(({ specifier, isLoaded }) => {
    const to = targetOf(from, specifier);
    return to ? [{ from, to, isLoaded }] : [];
  }),
);
const edges = imports.filter(({ isLoaded }) => isLoaded);

const features = [
  'alert-marks',
  'alerts',
  ...readdirSync(join(root, 'elements/admin')).map((page) => `admin/${page}`),
  'console',
  'dashboard',
  'decorators',
  'export',
  'message',
  'replay',
  'search',
  'search-configuration',
  'share',
  'sidebar',
  'tv',
  'view-area',
  'views',
  'welcome',
  'widgets',
].map((name) => `elements/${name}`);

/**
 * Lists forbidden imports by folder. Allowed directions: host/page → elements → machines → api, and host/server → api.
 * Within elements, `element` surrounds a component, `kit` has the parts of components, and `frame` combines both. A
 * feature imports another feature only through the public files of the other feature (index.ts; pages.ts for the
 * console); `kit` and `widgets` may be imported by every feature.
 */
const directions = [
  { of: 'api', not: ['machines', 'elements', 'host'] },
  { of: 'machines', not: ['elements', 'host'] },
  { of: 'elements', not: ['host'] },
  { of: 'host/server', not: ['elements', 'machines', 'host/page'] },
  { of: 'host/page', not: ['host/server'] },
  { of: 'elements/element', not: ['elements/kit', 'elements/frame', ...features] },
  { of: 'elements/kit', not: ['elements/frame', ...features] },
  { of: 'elements/frame', not: features },
  ...features.map((feature) => ({
    of: feature,
    not: features.filter((other) => other !== feature && other !== 'elements/widgets'),
    except: ['index.ts', 'pages.ts'],
  })),
];

/** Returns the folder that an import reaches although it must not; undefined when the import is allowed. */
function forbidden({ from, to }) {
  for (const { of, not, except = [] } of directions) {
    if (!from.startsWith(`${of}/`)) continue;
    const folder = not.find((name) => to.startsWith(`${name}/`) && !except.some((face) => to === `${name}/${face}`));
    if (folder) return folder;
  }
  return undefined;
}

/** Returns the sub-folder of `level` that contains a file; undefined for files directly in `level` or outside of it. */
function roomOf(level, file) {
  if (!file.startsWith(`${level}/`)) return undefined;
  const parts = file.slice(level.length + 1).split('/');
  return parts.length > 1 ? parts[0] : undefined;
}

/**
 * Returns one circle as a list of files or folders, in which the first is repeated at the end; undefined if there is
 * none.
 */
function circleIn(neighbours) {
  const done = new Set();
  const path = [];
  function visit(room) {
    const at = path.indexOf(room);
    if (at >= 0) return [...path.slice(at), room];
    if (done.has(room)) return undefined;
    path.push(room);
    for (const next of neighbours.get(room)?.keys() ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(room);
    return undefined;
  }
  for (const room of neighbours.keys()) {
    const circle = visit(room);
    if (circle) return circle;
  }
  return undefined;
}

let failed = false;
for (const each of imports) {
  const folder = forbidden(each);
  if (!folder) continue;
  failed = true;
  console.error(`${each.from} imports ${each.to}, and may import nothing of ${folder}`);
}

/** Prints a circle of imports among `neighbours` and marks the run as failed, if there is a circle. */
function tell(what, neighbours) {
  const circle = circleIn(neighbours);
  if (!circle) return;
  failed = true;
  console.error(`${what} import each other in a circle: ${circle.join(' → ')}`);
  for (const [index, room] of circle.slice(0, -1).entries())
    console.error(`  ${neighbours.get(room).get(circle[index + 1])}`);
}

const between = new Map();
for (const { from, to } of edges) {
  if (!between.has(from)) between.set(from, new Map());
  between.get(from).set(to, `${from} imports ${to}`);
}
tell('Files', between);
for (const level of levels) {
  const neighbours = new Map();
  for (const { from, to } of edges) {
    const [a, b] = [roomOf(level, from), roomOf(level, to)];
    if (a === undefined || b === undefined || a === b) continue;
    if (!neighbours.has(a)) neighbours.set(a, new Map());
    if (!neighbours.get(a).has(b)) neighbours.get(a).set(b, `${from} imports ${to}`);
  }
  tell(`Folders of ${level}`, neighbours);
}
process.exitCode = failed ? 1 : 0;

// Lint: no circle of files and no circle of folders. What imports each other, directly or by way of others, cannot be understood one
// at a time. Folders are compared at each level of each floor. Imports of types only and imports on demand (`import()`) do not count.
//   node .config/circles.mjs [folder of a copy]     Exit code 1 when there is a circle.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(process.argv[2] ?? '.');
/** Folders whose sub-folders are held against each other. */
const levels = ['api', 'machines', 'elements', 'elements/kit', 'elements/widgets', 'host/server', 'host/server/intake'];

const sourcesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

/** @returns the specifiers of everything that a module needs when it is loaded */
function importsOf(path) {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const isType = ts.isImportDeclaration(statement) ? statement.importClause?.isTypeOnly : statement.isTypeOnly;
    const { moduleSpecifier } = statement;
    return !isType && moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [];
  });
}

/** @returns the file that a relative specifier names, seen from the root; undefined for packages */
function targetOf(path, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  const stem = relative(root, resolve(root, dirname(path), specifier.replace(/\.js$/, '')));
  return [`${stem}.ts`, `${stem}.tsx`].find((file) => existsSync(join(root, file)));
}

const files = ['api', 'machines', 'elements', 'host'].flatMap(sourcesBelow);
const edges = files.flatMap((from) =>
  importsOf(from).flatMap((specifier) => {
    const to = targetOf(from, specifier);
    return to ? [{ from, to }] : [];
  }),
);

/** @returns the sub-folder of `level` that a file is in; undefined for loose files and for files elsewhere */
function roomOf(level, file) {
  if (!file.startsWith(`${level}/`)) return undefined;
  const parts = file.slice(level.length + 1).split('/');
  return parts.length > 1 ? parts[0] : undefined;
}

/** @returns one circle as a list of rooms, the first repeated at the end; undefined: there is none */
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

/** Prints the circle of imports among `neighbours`, if there is one. */
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

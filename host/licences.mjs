// Lists the shipped packages and their licences: those bundled into the page's files, and those that the server needs
// at run time. Each build writes the list beside the page; "About" of the console shows it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Returns the directory of the package that a module belongs to; undefined for the project's own modules. */
function packageOf(module) {
  const path = module.replaceAll('\\', '/').replace(/^\0+/, '').replace(/\?.*$/, '');
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return folder;
}

/** Returns the directory in which Node finds a package required from `folder`; undefined if it is not installed. */
function installed(name, folder) {
  for (let from = folder; ; from = dirname(from)) {
    const found = join(from, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (dirname(from) === from) return undefined;
  }
}

/**
 * Returns the directories of packages and of all their transitive dependencies. Packages that are not installed, for
 * instance those for other platforms, are left out.
 */
function neededBy(names, folder, found = new Set()) {
  for (const name of names) {
    const at = installed(name, folder);
    if (at === undefined || found.has(at)) continue;
    found.add(at);
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(at);
    neededBy([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], at, found);
  }
  return found;
}

/** Returns the licence that a package declares. @throws Error when it declares none */
function licenceOf({ name, license, licenses }) {
  const stated = license ?? licenses;
  const one = (value) => (typeof value === 'string' ? value : value?.type);
  const licence = Array.isArray(stated) ? stated.map(one).join(' OR ') : one(stated);
  if (!licence) throw new Error(`The package ${name} is shipped and names no licence`);
  return licence;
}

/** Returns the texts of a package's licence and notice files; empty: the package has none. */
function textOf(folder) {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
  const wanted = [/^(licen[cs]e|copying)([.-].*)?$/i, /^notice(\..*)?$/i].flatMap((name) =>
    files.filter((file) => name.test(file) && !/\.(js|ts|json)$/.test(file)).sort(),
  );
  return wanted.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}

/**
 * Lists the shipped packages with their licences and the licence texts.
 * @param {string} root path of the repository, whose own package comes first
 * @param {Iterable<string>} modules paths of all modules bundled into the page's files
 * @returns {{packages: {name: string, version: string, licence: string, text: number | null}[], texts: string[]}}
 * the repository's own package, then the others sorted by name; `text` is an index into `texts`, because many packages
 * share a text
 * @throws Error when a package declares no licence, because it must not be shipped
 */
export function licencesOf(root, modules) {
  const own = manifestOf(root);
  const inPage = [...modules].flatMap((module) => packageOf(module) ?? []);
  const folders = new Set([...inPage, ...neededBy(Object.keys(own.dependencies), root)]);
  const texts = [];
  const placeOf = (text) => {
    if (text === '') return null;
    if (!texts.includes(text)) texts.push(text);
    return texts.indexOf(text);
  };
  const describe = (folder) => {
    const manifest = manifestOf(folder);
    return {
      name: manifest.name,
      version: manifest.version,
      licence: licenceOf(manifest),
      text: placeOf(textOf(folder)),
    };
  };
  const key = ({ name, version }) => `${name} ${version}`;
  const packages = new Map([...folders].map(describe).map((one) => [key(one), one]));
  const byName = [...packages.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return { packages: [describe(root), ...byName], texts };
}

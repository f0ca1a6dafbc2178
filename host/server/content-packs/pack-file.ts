/**
 * Parses files of content packs leniently; errors contain the path of the invalid part.
 */
import type { ContentEntity } from '../../../api/contract/catalogue.schema.js';
import type {
  ConstraintResult,
  ContentPack,
  ContentPackParameter,
  PackConstraint,
} from '../../../api/contract/content-packs.schema.js';
import { parseJson, stringifyJson } from '../../../api/json.js';
import { convertedPack, isOldPack } from './old-pack.js';
import { contentKind } from './kinds/index.js';
import { unknownMembers, unknownText } from './kinds/members.js';
import { PackError } from './pack-error.js';
import { isParameterType, listIn, textIn, typeProblem, type PlainData } from './values.js';
import { comparedVersion, isWithin } from './version-range.js';
import { isObject } from '../foundation/is-object.js';

/** Largest number of entities in one pack; the largest known pack has 400. */
const mostEntities = 2_000;
const mostParameters = 500;
/** Largest length of an id in characters. */
const longestId = 200;
const longestName = 1_000;
const longestText = 200_000;

const refuse = (path: string, problem: string): never => {
  throw new PackError(`The file is no content pack: ${path} ${problem}.`, { path });
};

function text(data: PlainData, name: string, path: string, longest = longestText): string {
  const value = data[name] ?? '';
  if (typeof value !== 'string') refuse(path, 'must be a text');
  if (String(value).length > longest) refuse(path, `is longer than ${longest} characters`);
  return String(value);
}

function needed(data: PlainData, name: string, path: string, longest: number): string {
  const value = text(data, name, path, longest);
  if (value.trim() === '') refuse(path, 'is missing');
  return value;
}

function constraintsOf(entity: PlainData, path: string): PackConstraint[] {
  return listIn(entity, 'constraints').flatMap((one, at): PackConstraint[] => {
    if (!isObject(one)) return refuse(`${path}.constraints[${at}]`, 'must be an object');
    const { type, version } = one;
    if (typeof version !== 'string') return refuse(`${path}.constraints[${at}].version`, 'must be a text');
    if (type === 'server-version') return [{ type, version }];
    // Constraints of unknown types are ignored, because later servers may have introduced them.
    return type === 'plugin-version' ? [{ type, version, plugin: textIn(one, 'plugin') }] : [];
  });
}

function entityOf(given: unknown, at: number): ContentEntity {
  const path = `entities[${at}]`;
  if (!isObject(given)) return refuse(path, 'must be an object');
  const { type, data } = given;
  if (!isObject(type)) return refuse(`${path}.type`, 'must name a type and its version');
  if (!isObject(data)) return refuse(`${path}.data`, 'must be an object');
  return {
    v: '1',
    type: { name: needed(type, 'name', `${path}.type.name`, 100), version: String(type['version'] ?? '1') },
    id: needed(given, 'id', `${path}.id`, longestId),
    data,
    constraints: constraintsOf(given, path),
  };
}

function parameterOf(given: unknown, at: number): ContentPackParameter {
  const path = `parameters[${at}]`;
  if (!isObject(given)) return refuse(path, 'must be an object');
  const type = given['type'];
  if (!isParameterType(type)) return refuse(`${path}.type`, 'must be string, integer, long, double, float or boolean');
  const name = needed(given, 'name', `${path}.name`, longestId);
  const value = given['default_value'] ?? null;
  // Forms save an empty text for a parameter without a default value.
  const none = value === null || (value === '' && type !== 'string');
  const problem = none ? undefined : typeProblem(type, value);
  if (problem !== undefined) refuse(`${path}.default_value`, `does not fit: ${problem}`);
  return {
    name,
    title: text(given, 'title', `${path}.title`) || name,
    description: text(given, 'description', `${path}.description`),
    type,
    default_value: none ? null : value,
  };
}

function unique(values: readonly string[], path: string, what: string): void {
  const seen = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) refuse(path, `has two ${what} ${JSON.stringify(value)}`);
    seen.add(value);
  }
}

/** Returns the pack itself if the file is an answer of a server's API, which holds it as `content_pack`. */
const unpacked = (file: unknown): unknown =>
  isObject(file) && file['v'] === undefined && isObject(file['content_pack']) ? file['content_pack'] : file;

/** Returns the pack in a file. @throws PackError with the path of the invalid part */
export function packOf(given: unknown): ContentPack {
  const file = unpacked(given);
  if (!isObject(file)) return refuse('it', 'is not a JSON object');
  const { v, rev } = file;
  if (v === undefined) refuse('v', 'is missing');
  if (v !== 1 && v !== '1') refuse('v', `must be 1, got ${JSON.stringify(v) ?? ''}: the format is not known here`);
  if (typeof rev !== 'number' || !Number.isSafeInteger(rev) || rev < 1)
    refuse('rev', 'must be a whole number from 1 on');
  if (!Array.isArray(file['entities'])) refuse('entities', 'must be a list');
  const parameters = listIn(file, 'parameters');
  const entities = listIn(file, 'entities');
  if (entities.length > mostEntities) refuse('entities', `has more than ${mostEntities} entries`);
  if (parameters.length > mostParameters) refuse('parameters', `has more than ${mostParameters} entries`);
  const { created_at, server_version } = file;
  const pack: ContentPack = {
    v: '1',
    id: needed(file, 'id', 'id', longestId),
    rev: Number(rev),
    name: needed(file, 'name', 'name', longestName),
    summary: text(file, 'summary', 'summary'),
    description: text(file, 'description', 'description'),
    vendor: text(file, 'vendor', 'vendor'),
    url: text(file, 'url', 'url'),
    ...(typeof created_at === 'string' && { created_at }),
    ...(typeof server_version === 'string' && { server_version }),
    parameters: parameters.map(parameterOf),
    entities: entities.map(entityOf),
  };
  unique(
    pack.entities.map(({ id }) => id),
    'entities',
    'entities of the id',
  );
  unique(
    pack.parameters.map(({ name }) => name),
    'parameters',
    'parameters of the name',
  );
  return pack;
}

const knownMembers = new Set([
  'v',
  'id',
  'rev',
  'name',
  'summary',
  'description',
  'vendor',
  'url',
  'created_at',
  'server_version',
  'parameters',
  'entities',
]);

/** Lists the parts of a pack that this server skips when it installs the pack. */
function unknownParts(pack: ContentPack, file: unknown): string[] {
  const counts = new Map<string, number>();
  const members = new Map<string, Set<string>>();
  for (const { type, data } of pack.entities) {
    const key = `${type.name}/${type.version}`;
    if (!contentKind(type.name, type.version)) counts.set(key, (counts.get(key) ?? 0) + 1);
    else if (isObject(data))
      for (const name of unknownMembers(type, data)) members.set(key, (members.get(key) ?? new Set()).add(name));
  }
  const own = Object.keys(isObject(file) ? file : {}).filter((name) => !knownMembers.has(name));
  return [
    ...[...counts].map(
      ([type, count]) =>
        `${count} ${count === 1 ? 'entity' : 'entities'} of the type ${type}, which this server does not know, ${count === 1 ? 'is' : 'are'} left out.`,
    ),
    ...[...members].map(([type, names]) => `Entities of the type ${type}: ${unknownText([...names])}`),
    ...(own.length > 0 ? [`The pack: ${unknownText(own.slice(0, 20))}`] : []),
  ];
}

export interface ReadFile {
  readonly pack: ContentPack;
  /** Stored text: the uploaded file, or its conversion to the present format. */
  readonly text: string;
  readonly warnings: string[];
}

/**
 * Reads an uploaded file; a file of an old format is converted.
 * @param source original text of the file
 * @throws PackError for an invalid file
 */
export function readPackFile(given: unknown, source: string): ReadFile {
  const file = unpacked(given);
  const converted = isObject(file) && isOldPack(file) ? convertedPack(file, source) : undefined;
  const pack = packOf(converted?.pack ?? file);
  return {
    pack,
    text: converted ? stringifyJson(converted.pack, 2) : source,
    warnings: [...(converted?.warnings ?? []), ...unknownParts(pack, converted?.pack ?? file)],
  };
}

/** Returns the pack in a stored file, which may begin with a byte order mark. */
export const packOfText = (stored: string): ContentPack => packOf(parseJson(stored.replace(/^\uFEFF/, '')));

/** Returns every distinct constraint of the pack's entities, and whether this server fulfils it. */
export function constraintResults(pack: ContentPack): ConstraintResult[] {
  const all = new Map<string, PackConstraint>();
  for (const { constraints } of pack.entities)
    for (const one of constraints) all.set(`${one.type} ${one.plugin ?? ''} ${one.version}`, one);
  return [...all.values()].map((constraint) => ({
    constraint,
    // The reference server accepts any plugin of a suitable version; this server has no such plugins.
    fulfilled: constraint.type === 'server-version' && isWithin(comparedVersion, constraint.version),
  }));
}

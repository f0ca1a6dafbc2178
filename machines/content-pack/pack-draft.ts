/**
 * Draft of a content pack: the entities' values, and the parameters that replace values (screens/data-intake.md C2).
 */
import type { ContentEntity } from '../../api/contract/catalogue.js';
import type { ContentPack, ContentPackParameter, ValueReference } from '../../api/contract/content-packs.js';
import { isObject } from '../../api/is-object.js';

export interface ValuePlace {
  /** Path of the value in the entity's data, for example `configuration.port` or `stream_rules[0].value`. */
  readonly path: string;
  readonly type: ValueReference['@type'];
  readonly value: unknown;
}

const isReference = (value: unknown): value is ValueReference =>
  isObject(value) && typeof value['@type'] === 'string' && '@value' in value;

/** Returns all value references in an entity's data, including references to parameters. */
export function valuePlaces(data: unknown, path = ''): ValuePlace[] {
  if (Array.isArray(data)) return data.flatMap((part, at) => valuePlaces(part, `${path}[${at}]`));
  if (isReference(data)) return [{ path, type: data['@type'], value: data['@value'] }];
  if (!isObject(data)) return [];
  return Object.entries(data).flatMap(([name, part]) => valuePlaces(part, path === '' ? name : `${path}.${name}`));
}

/** Returns the data in which the references at some paths are replaced by other references. */
function replaced(data: unknown, references: ReadonlyMap<string, ValueReference>, path = ''): unknown {
  if (Array.isArray(data)) return data.map((part, at) => replaced(part, references, `${path}[${at}]`));
  if (isReference(data)) return references.get(path) ?? data;
  if (!isObject(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, part]) => [
      name,
      replaced(part, references, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

/** Names of the parameters that replace values, by entity id and path. */
export type Bindings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns which parameters replace values in the entities of an earlier revision. */
export function bindingsIn(entities: readonly ContentEntity[]): Bindings {
  return Object.fromEntries(
    entities.flatMap(({ id, data }) => {
      const bound = valuePlaces(data).filter(({ type }) => type === 'parameter');
      return bound.length === 0
        ? []
        : [[id, Object.fromEntries(bound.map(({ path, value }) => [path, String(value)]))]];
    }),
  );
}

/** Types of values that a parameter can replace, by the type of the parameter. */
const fitting: Readonly<Record<ContentPackParameter['type'], readonly string[]>> = {
  string: ['string'],
  boolean: ['boolean'],
  integer: ['integer', 'long'],
  long: ['integer', 'long'],
  double: ['double', 'float'],
  float: ['double', 'float'],
};

export const fits = ({ type }: Pick<ContentPackParameter, 'type'>, place: Pick<ValuePlace, 'type'>): boolean =>
  fitting[type].includes(place.type);

/** Returns the number of values that a parameter replaces. */
export const usesOf = (name: string, bindings: Bindings): number =>
  Object.values(bindings).reduce(
    (sum, bound) => sum + Object.values(bound).filter((parameter) => parameter === name).length,
    0,
  );

/** Returns the bindings with a renamed parameter. */
export const renamedIn = (bindings: Bindings, from: string, to: string): Bindings =>
  Object.fromEntries(
    Object.entries(bindings).map(([entity, bound]) => [
      entity,
      Object.fromEntries(Object.entries(bound).map(([path, name]) => [path, name === from ? to : name])),
    ]),
  );

export interface PackDraft {
  readonly about: Pick<ContentPack, 'id' | 'rev' | 'name' | 'summary' | 'description' | 'vendor' | 'url'>;
  readonly parameters: readonly ContentPackParameter[];
  readonly entities: readonly ContentEntity[];
  readonly bindings: Bindings;
}

/** Builds the content pack to send, in which references to parameters replace the values bound to them. */
export function packOfDraft({ about, parameters, entities, bindings }: PackDraft): ContentPack {
  return {
    v: '1',
    ...about,
    parameters: [...parameters],
    entities: entities.map((entity) => {
      const bound = Object.entries(bindings[entity.id] ?? {});
      if (bound.length === 0) return entity;
      const references = new Map(
        bound.map(([path, name]) => [path, { '@type': 'parameter', '@value': name } as const]),
      );
      return { ...entity, data: replaced(entity.data, references) as object };
    }),
  };
}

export type AboutProblem = 'missing' | 'scheme' | 'url' | undefined;

/** Returns the problem of a URL; undefined for a valid or empty URL. */
export function urlProblem(url: string): AboutProblem {
  if (url === '') return undefined;
  if (!/^https?:/i.test(url)) return 'scheme';
  return URL.canParse(url) ? undefined : 'url';
}

/**
 * Computes the changes that the provisioning directory would make on a server: objects are matched by type and name,
 * and changed only if they differ.
 */
import type { Api, IdOf, Listed } from '../content-packs/kind.js';
import { type PlainData } from '../content-packs/values.js';
import { ApiError } from '../foundation/errors.js';
import { ApiFailure } from '../../../api/failures.js';
import { MissingReference, PackError } from '../content-packs/pack-error.js';
import { says, type Json } from '../move/values.js';
import type { ProvisionFile } from './files.js';
import { provisionKinds, type ProvisionKind } from './kinds.js';
import { ProvisionError } from './provision-error.js';
import { errorOf } from '../foundation/caught.js';
import { isObject } from '../foundation/is-object.js';

export interface ProvisionStep {
  readonly action: 'create' | 'change' | 'same';
  readonly kind: ProvisionKind;
  readonly title: string;
  readonly file: ProvisionFile;
  /** Id of the existing object. */
  readonly id?: string;
  /** Names of the members that differ. */
  readonly fields: readonly string[];
}

export interface ProvisionPlan {
  readonly steps: readonly ProvisionStep[];
  readonly names: Names;
}

/** Maps the names of a server's objects to their ids, and back, for each kind. */
export class Names {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  add(type: string, { id, key, title }: Listed): void {
    const name = key ?? title;
    const known = this.#ids.get(`${type} ${name}`);
    // Two objects with the same name are both referred to by their ids, because the name is ambiguous.
    if (known !== undefined && known !== id) {
      this.#names.delete(`${type} ${known}`);
      return;
    }
    this.#ids.set(`${type} ${name}`, id);
    this.#names.set(`${type} ${id}`, name);
  }

  readonly idOf: IdOf = (type, name) =>
    this.#ids.get(`${type} ${name}`) ??
    (this.#names.has(`${type} ${name}`) || /^0{23}\d$/.test(name) ? name : undefined);
  readonly nameOf: IdOf = (type, id) => this.#names.get(`${type} ${id}`);
}

const keyOf = (kind: ProvisionKind, data: PlainData): string => kind.matching?.keyOf(data) ?? kind.titleOf(data);

/** Returns the id by which lists of the API identify an object: a role is identified by its name. */
export const publicIdOf = (type: string, id: string): string => (type === 'role' ? id.replace(/^role /, '') : id);

/** Returns the reason of an error without its HTTP details. */
function reasonOf(error: unknown): string {
  // The message of this error names a content pack, which does not exist here, so another message is returned.
  if (error instanceof MissingReference)
    return `${error.path}: neither a file nor the server has the ${error.kind} ${JSON.stringify(error.reference)}.`;
  if (error instanceof ApiFailure) return error.serverMessage ?? error.message;
  const more =
    error instanceof ApiError
      ? Object.entries((error as { errors?: Record<string, readonly string[]> }).errors ?? {})
      : [];
  if (more.length > 0) return more.map(([field, texts]) => `${field}: ${texts.join(' ')}`).join('; ');
  return errorOf(error).message;
}

/** Returns the error with the name of the file and the line of the path that it concerns. */
export const placed = (error: unknown, file: ProvisionFile): ProvisionError =>
  error instanceof ProvisionError
    ? error
    : new ProvisionError(
        file.file,
        file.lineOf(error instanceof PackError ? error.place.path : undefined),
        reasonOf(error),
      );

/**
 * Removes members that must not be compared: times of creation, and secrets from environment variables, because the
 * server does not return secrets.
 */
function comparable(wanted: unknown, has: unknown, secrets: ReadonlySet<unknown>): unknown {
  if (Array.isArray(wanted))
    return wanted.map((one, at) => comparable(one, Array.isArray(has) ? (has as unknown[])[at] : undefined, secrets));
  if (!isObject(wanted)) return wanted;
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, one]) => {
      if (name === 'created_at') return [];
      const there = isObject(has) ? has[name] : undefined;
      if (secrets.has(one) && typeof there !== 'string') return [];
      return [[name, comparable(one, there, secrets)]];
    }),
  );
}

/** Computes the changes. @throws ProvisionError for an object without a name or of an unknown type */
export async function provisionPlan(api: Api, files: readonly ProvisionFile[]): Promise<ProvisionPlan> {
  const known = new Map(provisionKinds.map((kind) => [kind.type, kind]));
  for (const file of files)
    if (!known.has(file.type))
      throw new ProvisionError(
        file.file,
        1,
        `There is no type ${JSON.stringify(file.type)}; it is one of ${[...known.keys()].join(', ')}.`,
      );
  const names = new Names();
  const lists = new Map<string, Listed[]>();
  for (const kind of provisionKinds) {
    const list = api.serves(kind.needs) ? await kind.list(api) : [];
    lists.set(kind.type, list);
    for (const one of list) names.add(kind.type, one);
  }
  const steps: ProvisionStep[] = [];
  const taken = new Map<string, number>();
  for (const kind of provisionKinds) {
    for (const file of files.filter(({ type }) => type === kind.type)) {
      const key = keyOf(kind, file.data);
      if (key.trim() === '')
        throw new ProvisionError(file.file, file.lineOf(), `The ${kind.title.toLowerCase()} has no name.`);
      // The second file with a name is matched with the second object of that name.
      const place = taken.get(`${kind.type} ${key}`) ?? 0;
      taken.set(`${kind.type} ${key}`, place + 1);
      const there = (lists.get(kind.type) ?? []).filter((one) => (one.key ?? one.title) === key)[place];
      const common = { kind, title: key, file };
      if (!there) {
        steps.push({ ...common, action: 'create', fields: [] });
        continue;
      }
      const has = (await kind.read(api, there.id))?.data(names.nameOf) ?? {};
      const wanted = comparable(file.data, has, file.fromEnvironment) as PlainData;
      const fields = Object.keys(wanted).filter((name) => !says(has[name] as Json, wanted[name] as Json));
      steps.push({ ...common, id: there.id, action: fields.length === 0 ? 'same' : 'change', fields });
    }
  }
  return { steps, names };
}

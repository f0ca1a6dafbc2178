/**
 * Copies the configuration of one server to another through the API of both (`log-console import`, `export`). Existing
 * entities are matched by keys such as their titles, and updated only if they differ, so a second run changes nothing.
 */
import type { Client } from '../../../api/client.js';
import { ApiFailure, Unauthorized, Unreachable } from '../../../api/failures.js';
import { CommandError } from '../foundation/command-error.js';
import type { Entity, Kind } from './kind.js';
import { errorOf } from '../foundation/caught.js';
import { says, withIds, type JsonObject } from './values.js';

export interface MoveOptions {
  readonly from: Client;
  readonly to: Client;
  readonly kinds: readonly Kind[];
  /** True: reports the changes without applying them. */
  readonly dryRun: boolean;
}

export interface Moved {
  readonly kind: string;
  readonly made: number;
  readonly changed: number;
  /** Number of entities that were already equal. */
  readonly same: number;
  readonly notes: readonly Note[];
}

export interface Note {
  readonly what: 'failed' | 'left' | 'secret' | 'remark';
  readonly title: string;
  readonly text: string;
}

const reasonOf = (error: unknown): string => {
  if (error instanceof ApiFailure) return error.serverMessage ?? error.message;
  return errorOf(error).message;
};

/** Throws a CommandError for errors after which continuing is pointless: a refused token, or an unreachable server. */
function rethrow(error: unknown): void {
  if (error instanceof Unauthorized)
    throw new CommandError(`${error.url} does not accept the access token. Create a new one there.`);
  if (error instanceof Unreachable) throw new CommandError(`${error.url} cannot be reached.`);
}

/**
 * Maps the entities by key. If several entities have the same key, the second one matches the second entity with this
 * key on the other server.
 */
function byKey(kind: Kind, entities: readonly Entity[]): Map<string, Entity> {
  const found = new Map<string, Entity>();
  for (const entity of entities) found.set(freeKey(found, kind.keyOf(entity.body, entity.id)), entity);
  return found;
}

function freeKey(taken: { has(key: string): boolean }, key: string): string {
  let number = 1;
  while (taken.has(`${key}\u0000${number}`)) number += 1;
  return `${key}\u0000${number}`;
}

/** Copies one kind after another. @throws CommandError when one of the servers cannot be used */
export async function* move({ from, to, kinds, dryRun }: MoveOptions): AsyncGenerator<Moved> {
  const ids = new Map<string, string>();
  for (const kind of kinds) {
    let given: readonly Entity[];
    let there: Map<string, Entity>;
    try {
      given = await kind.list(from);
      there = byKey(kind, await kind.list(to));
    } catch (error) {
      rethrow(error);
      yield { kind: kind.name, made: 0, changed: 0, same: 0, notes: [note('failed', '', reasonOf(error))] };
      continue;
    }
    yield await moveKind(kind, given, there, ids, to, dryRun);
  }
}

/** Sorts the lists whose order has no meaning, so that the bodies of equal entities are equal. */
function ordered({ unordered = [] }: Kind, body: JsonObject): JsonObject {
  const lists = unordered.flatMap((name) => {
    const list = body[name];
    return Array.isArray(list) ? [[name, list.map(String).sort()] as const] : [];
  });
  return { ...body, ...Object.fromEntries(lists) };
}

const note = (what: Note['what'], title: string, text: string): Note => ({ what, title, text });

async function moveKind(
  kind: Kind,
  given: readonly Entity[],
  there: ReadonlyMap<string, Entity>,
  ids: Map<string, string>,
  to: Client,
  dryRun: boolean,
): Promise<Moved> {
  const counts = { made: 0, changed: 0, same: 0 };
  const notes: Note[] = [];
  const taken = new Set<string>();
  for (const { id, title, body: own, secrets = [], left, remark } of given) {
    // Ids are replaced within an object, so the result is an object.
    const body = ordered(kind, withIds(own, ids) as JsonObject);
    const key = freeKey(taken, kind.keyOf(body, id));
    taken.add(key);
    const known = there.get(key);
    if (known) ids.set(id, known.id);
    if (left !== undefined) {
      if (left !== '') notes.push(note('left', title, left));
      continue;
    }
    try {
      if (!known) {
        const made = dryRun ? id : await kind.create(to, body);
        ids.set(id, made);
        counts.made += 1;
        notes.push(...secrets.map((name) => note('secret', title, name)));
        if (remark !== undefined) notes.push(note('remark', title, remark));
      } else if (says(ordered(kind, known.body), body)) counts.same += 1;
      else {
        if (!dryRun) await kind.change(to, known, body);
        counts.changed += 1;
      }
      if (known) {
        const missing = secrets.filter((name) => !known.secrets?.includes(name));
        notes.push(...missing.map((name) => note('secret', title, name)));
      }
    } catch (error) {
      rethrow(error);
      notes.push(note('failed', title, reasonOf(error)));
    }
  }
  return { kind: kind.name, ...counts, notes };
}

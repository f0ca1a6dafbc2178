/**
 * Lists all entities that content packs can contain, and resolves their dependencies (contract data-intake catalog.*).
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentEntity, EntityExcerpt, ModelType } from '../../../api/contract/catalogue.schema.js';
import { BadRequestError } from '../foundation/errors.js';
import { contentKinds, exportedKinds } from './kinds/index.js';
import { isSystemStream, type Api, type ContentKind, type ReadEntity, type Reference } from './kind.js';
import { comparedVersion } from './version-range.js';

/** Largest number of entities including dependencies, because a pack is installed in one transaction. */
const mostEntities = 1_000;
const mostBytes = 16 * 1024 * 1024;

const keyOf = ({ type, id }: Reference): string => `${type} ${id}`;

/**
 * Lists all entities that content packs can contain.
 * @param api API of a caller who may read everything and edit nothing, so that it returns no secrets
 */
export async function catalogueOf(api: Api): Promise<EntityExcerpt[]> {
  const found: EntityExcerpt[] = [];
  for (const kind of exportedKinds) {
    if (!api.serves(kind.needs)) continue;
    const type = { name: kind.type, version: kind.version };
    for (const { id, title } of await kind.list(api)) found.push({ id, type, title });
  }
  return found;
}

interface Found {
  readonly kind: ContentKind;
  readonly reference: Reference;
  readonly read: ReadEntity;
}

/**
 * Returns entities with all their dependencies that exist, sorted by kind in the order of installation. Each entity
 * gets a new id; references to system streams keep their ids.
 * @throws BadRequestError for an unknown requested entity, or when the entities are too many or too large for one pack
 */
export async function resolved(
  api: Api,
  requested: readonly { readonly id: string; readonly type: ModelType }[],
): Promise<ContentEntity[]> {
  const found = new Map<string, Found>();
  const wanted = new Set(requested.map(({ id, type }) => keyOf({ type: type.name, id })));
  const waiting: Reference[] = requested.map(({ id, type }) => ({ id, type: type.name }));
  for (let reference = waiting.pop(); reference; reference = waiting.pop()) {
    const { type, id } = reference;
    if (found.has(keyOf(reference)) || (type === 'stream' && isSystemStream(id))) continue;
    const kind = exportedKinds.find((one) => one.type === type);
    const read = kind && api.serves(kind.needs) ? await kind.read(api, id) : undefined;
    if (!kind || !read) {
      if (wanted.has(keyOf(reference)))
        throw new BadRequestError(`There is no ${type} of the id ${JSON.stringify(id)}.`);
      continue;
    }
    found.set(keyOf(reference), { kind, reference, read });
    if (found.size > mostEntities)
      throw new BadRequestError(`At most ${mostEntities} entities are exported at once, with what they depend on.`);
    waiting.push(...read.references);
  }
  const ids = new Map([...found.keys()].map((key) => [key, randomUUID() as string]));
  const idOf = (type: string, id: string): string | undefined => ids.get(keyOf({ type, id }));
  const inOrder = [...found.values()].sort(
    (a, b) => contentKinds.indexOf(a.kind) - contentKinds.indexOf(b.kind) || a.read.title.localeCompare(b.read.title),
  );
  const entities: ContentEntity[] = [];
  let bytes = 0;
  for (const { kind, reference, read } of inOrder) {
    const data = kind.wrap(read.data(idOf));
    bytes += JSON.stringify(data).length;
    if (bytes > mostBytes) throw new BadRequestError(`At most ${mostBytes / 1024 / 1024} MiB are exported at once.`);
    entities.push({
      v: '1',
      type: { name: kind.type, version: kind.version },
      id: idOf(reference.type, reference.id) ?? reference.id,
      data,
      constraints: [{ type: 'server-version', version: `>=${comparedVersion}` }],
    });
    await nextTurn();
  }
  return entities;
}

/**
 * Applies the provisioning directory at the start and whenever a file changes, and protects provisioned objects from
 * other changes.
 */
import type { ProvisionedObject } from '../../../api/contract/provisioning.js';
import { configClasses } from '../../../api/contract/cluster-config-classes.js';
import type { Endpoint } from '../../../api/contract/endpoint.js';
import type { RoleRecord } from '../auth/roles.js';
import { rootUserId } from '../auth/users.js';
import type { Caller } from '../auth/caller.js';
import { serverApi } from '../content-packs/server-api.js';
import type { Api } from '../content-packs/kind.js';
import { sameIds } from '../content-packs/plan/snapshot.js';
import { unlessMissing } from '../content-packs/kinds/missing.js';
import { leftText, undoAll, withReason } from '../content-packs/undo-all.js';
import { entityCollection } from '../documents/kinds.js';
import { provisionedMarks, type ProvisionMark } from '../documents/provisioned.js';
import { BadRequestError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import type { Log } from '../log/log.js';
import { TakeBackLaterError } from '../store/errors.js';
import type { Collection, Documents } from '../store/types.js';
import { readFolder, signatureOf, type Environment } from './files.js';
import { provisionKinds } from './kinds.js';
import { changedByBody, type RequestParts } from './named-objects.js';
import { errorOf } from '../foundation/caught.js';
import { placed, provisionPlan, publicIdOf, type ProvisionStep } from './plan.js';

/** Interval of checking the directory in milliseconds. */
const lookMs = 2_000;

/**
 * Matches endpoints that do not change an object of a file. These endpoints:
 *
 * - copy the object, or start or stop it
 * - empty its cache or its list of errors, or rotate its indices
 * - change data that files do not contain (rows of a stored table, tests of a rule)
 * - change only the data of a person, such as tokens, sessions and preferences
 */
const harmless = new RegExp(
  `/(${[
    'inputstates|execute|test|testMatch|test_message|preview|validate|clear-notification-queue|history|shares',
    'clone|purge|errors|cycle|rebuild|templates|tokens|sessions|preferences|rows|tests',
  ].join('|')})(/|$)|^/sidecar/(collectors|configurations)/{id}/{name}$`,
);

/**
 * Types of objects that a path of the API may address by their name instead of their id. The marks (`ProvisionMark`) of
 * roles and users contain the name in lower case.
 */
const addressedByName = new Set(['role', 'user', 'lookup_table', 'lookup_adapter', 'lookup_cache']);

/** Configuration classes by the paths of endpoints that store a configuration without naming its class. */
const classOfAddress: Readonly<Record<string, string>> = {
  '/system/urlwhitelist': configClasses.allowList.name,
  '/system/messageprocessors/config': configClasses.messageProcessors.name,
  '/system/indices/index_set_defaults': configClasses.indexSets.name,
};

/**
 * Returns the items of a request body that name objects: the body itself if it is a list, otherwise the `entity_ids` of
 * a bulk operation.
 */
function namedIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const { entity_ids: ids } = (body ?? {}) as { readonly entity_ids?: unknown };
  return Array.isArray(ids) ? ids : [];
}

interface Needs {
  /**
   * Path of the provisioning directory; undefined: nothing is provisioned, and formerly provisioned entities can be
   * changed again.
   */
  readonly directory: string | undefined;
  readonly environment: Environment;
  readonly registry: Registry;
  readonly documents: Documents;
  readonly log: Log;
}

export class Provisioning {
  readonly #needs: Needs;
  readonly #marks: Collection<ProvisionMark>;
  /** Stored roles: a path of the API may contain the id of a role, whereas its mark contains the role's name. */
  readonly #roles: Collection<RoleRecord>;
  readonly #caller: Caller = { id: rootUserId, username: 'admin', timezone: null, permissions: ['*'] };
  #signature = '';
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#marks = provisionedMarks(needs.documents);
    this.#roles = entityCollection<RoleRecord>(needs.documents, 'role');
    needs.registry.guard((endpoint, params, parts, caller) => this.#check(endpoint, params, parts, caller));
  }

  objects(): ProvisionedObject[] {
    return this.#marks.all().map(({ type, entity, file }) => ({ type, id: publicIdOf(type, entity), file }));
  }

  /** Refuses changes of provisioned objects. @throws BadRequestError for a request that would change such an object */
  #check(
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
    parts: RequestParts,
    caller: Caller | undefined,
  ): void {
    if (endpoint.method === 'GET' || caller === this.#caller || this.#marks.all().length === 0) return;
    if (harmless.test(endpoint.path)) return;
    const className = Object.hasOwn(classOfAddress, endpoint.path) ? classOfAddress[endpoint.path] : undefined;
    const role = this.#roles.get(params['roleId'] ?? '');
    const given = [...Object.values(params), ...namedIn(parts.body), className, role?.name];
    const ids = new Set(given.filter((one) => typeof one === 'string'));
    const lowerCase = new Set([...ids].map((id) => id.toLowerCase()));
    const isNamed = ({ type, title }: ProvisionMark): boolean =>
      addressedByName.has(type) && (type === 'role' || type === 'user' ? lowerCase : ids).has(title);
    const isChanged = changedByBody(endpoint, parts, this.#needs.documents);
    const mark = this.#marks.find((one) => ids.has(publicIdOf(one.type, one.entity)) || isNamed(one) || isChanged(one));
    if (mark)
      throw new BadRequestError(
        `"${mark.title}" is provisioned by the file ${mark.file}, so it cannot be changed here: change the file.`,
      );
  }

  async start(): Promise<void> {
    const { directory } = this.#needs;
    if (directory === undefined) {
      for (const { id } of this.#marks.all()) await this.#marks.delete(id);
      return;
    }
    await this.#look();
    this.#timer = setInterval(() => {
      this.#working = this.#working.then(() => this.#look());
    }, lookMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
  }

  async #look(): Promise<void> {
    const { directory = '', environment, log } = this.#needs;
    try {
      const signature = await signatureOf(directory);
      if (signature === this.#signature) return;
      this.#signature = signature;
      const files = await readFolder(directory, environment);
      const counts = await this.#needs.documents.undoable(() => this.#apply(files));
      log.info('The provisioning folder was applied', { directory, ...counts });
    } catch (error) {
      const text =
        error instanceof TakeBackLaterError
          ? `The provisioning folder was not applied, ${leftText(error.left)}`
          : 'The provisioning folder was not applied: nothing was changed';
      log.error(text, { directory, reason: errorOf(error).message });
    }
  }

  async #apply(files: Awaited<ReturnType<typeof readFolder>>): Promise<Record<string, number>> {
    const { registry, documents } = this.#needs;
    const api = serverApi(registry, documents, this.#caller);
    const reader = serverApi(registry, documents, { ...this.#caller, permissions: ['*:read', '*:list'] });
    const { steps, names } = await provisionPlan(api, files);
    const undo: (() => Promise<unknown>)[] = [];
    const marks = new Map<string, ProvisionMark>();
    const counts: Record<string, number> = { created: 0, changed: 0, same: 0, removed: 0 };
    try {
      for (const step of steps) {
        const id = await this.#do(api, step, names.idOf, undo);
        names.add(step.kind.type, { id, title: step.title });
        const word = { create: 'created', change: 'changed', same: 'same' }[step.action];
        counts[word] = (counts[word] ?? 0) + 1;
        const key = `${step.kind.type} ${id}`;
        marks.set(key, { id: key, type: step.kind.type, entity: id, title: step.title, file: step.file.file });
      }
      counts['removed'] = await this.#removeGone(api, reader, marks, undo);
    } catch (error) {
      await this.#takeBack(undo, error);
      throw error;
    }
    for (const { id } of this.#marks.all()) if (!marks.has(id)) await this.#marks.delete(id);
    for (const mark of marks.values()) await this.#marks.put(mark);
    return counts;
  }

  async #do(
    api: Api,
    step: ProvisionStep,
    idOf: Parameters<ProvisionStep['kind']['create']>[2],
    undo: (() => Promise<unknown>)[],
  ): Promise<string> {
    const { kind, file, id, action } = step;
    try {
      if (id === undefined) {
        const made = await kind.create(api, file.data, idOf);
        // An object that somebody has deleted meanwhile need not be removed.
        undo.push(() => unlessMissing(kind.remove(api, made)));
        return made;
      }
      if (action === 'same') return id;
      const before = (await kind.read(api, id))?.data(sameIds);
      if (before) undo.push(() => kind.update(api, id, before, sameIds));
      // Members that are absent from the file stay unchanged.
      await kind.update(api, id, { ...before, ...file.data }, (type, name) => idOf(type, name) ?? name);
      return id;
    } catch (error) {
      throw withReason(error, (reason) => placed(reason, file));
    }
  }

  /** Deletes objects whose files were removed; dependent objects are deleted first. */
  async #removeGone(
    api: Api,
    reader: Api,
    marks: ReadonlyMap<string, ProvisionMark>,
    undo: (() => Promise<unknown>)[],
  ): Promise<number> {
    let removed = 0;
    for (const kind of provisionKinds.toReversed())
      for (const { id, entity } of this.#marks.all().filter(({ type }) => type === kind.type)) {
        if (marks.has(id) || kind.stays) continue;
        const before = (await kind.read(reader, entity))?.data(sameIds);
        if (!before) continue;
        await kind.remove(api, entity);
        undo.push(() => kind.create(api, before, sameIds));
        removed += 1;
      }
    return removed;
  }

  /**
   * Undoes all changes, the last change first.
   * @param cause error because of which the folder was not applied
   * @throws TakeBackLaterError if a change could not be undone now
   */
  async #takeBack(undo: readonly (() => Promise<unknown>)[], cause: unknown): Promise<void> {
    const left = await undoAll(cause, undo, (error) =>
      this.#needs.log.error('A change of the provisioning folder could not be undone', { error }),
    );
    if (left > 0) throw new TakeBackLaterError(errorOf(cause).message, left, { cause });
  }
}

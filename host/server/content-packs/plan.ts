/** Plans the installation or upgrade of a pack, entity by entity, in the order of installation (design content-packs, section 4). */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentEntity } from '../../../api/contract/catalogue.schema.js';
import type {
  ConflictChoice,
  ContentPack,
  DryRun,
  InstalledEntity,
  InstallRequest,
  PlannedEntity,
  PlannedParameter,
} from '../../../api/contract/content-packs.schema.js';
import { ApiError } from '../foundation/errors.js';
import { referencesOf } from '../grok/grok.js';
import { fileWarning, portWarning } from './checks.js';
import { contentKind, contentKinds } from './kinds/index.js';
import { streamTitleKind } from './kinds/stream-title.js';
import type { Api, ContentKind, IdOf, Listed } from './kind.js';
import { convertedDashboard } from './old-dashboard.js';
import { constraintResults } from './pack-file.js';
import { PackError } from './pack-error.js';
import { afterRename } from './renames.js';
import { canonical, textIn, typeProblem, unwrapped, type PlainData } from './values.js';

/** An entity of an installation as it is stored. */
export interface StoredEntity extends InstalledEntity {
  /** Hash of its data after the installation: another one now means that somebody changed it. */
  readonly snapshot?: string;
  /** Data that it had before the pack's took its place, with ids of this server. */
  readonly replaced?: PlainData;
}

export interface Step {
  readonly entity: ContentEntity;
  readonly kind: ContentKind;
  readonly data: PlainData;
  readonly planned: PlannedEntity;
  /** Undefined when the condition is left out, or cannot be decided. */
  readonly act: 'create' | 'reuse' | 'take' | 'update' | 'unchanged' | 'keep' | undefined;
  /** The entity on the server that is reused or changed. */
  readonly existing?: Listed;
  /** The entity as the upgraded installation created it. */
  readonly was?: StoredEntity;
  /** Id of an entity of the pack that is the same: packs may hold one twice. */
  readonly twin?: string;
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly gone: readonly StoredEntity[];
  readonly values: ReadonlyMap<string, unknown>;
  readonly dryRun: DryRun;
}

export interface Upgraded {
  readonly entities: readonly StoredEntity[];
  /** The revision that is installed, and the values it was installed with. */
  readonly pack: ContentPack;
  readonly values: ReadonlyMap<string, unknown>;
}

export interface PlanRequest extends InstallRequest {
  readonly upgraded?: Upgraded | undefined;
}

/** The installation's own ids. */
export const sameIds: IdOf = (_type, id) => id;

/** @returns undefined where the entity is gone */
export async function snapshotOf(api: Api, kind: ContentKind, id: string): Promise<string | undefined> {
  const read = await kind.read(api, id);
  return (
    read &&
    createHash('sha256')
      .update(canonical(read.data(sameIds)))
      .digest('hex')
  );
}

/** Values of all parameters, and what is wrong with them. */
function parametersOf(
  pack: ContentPack,
  request: PlanRequest,
): { values: Map<string, unknown>; planned: PlannedParameter[] } {
  const values = new Map<string, unknown>();
  const planned = pack.parameters.map((parameter): PlannedParameter => {
    const { name, type, default_value: usual } = parameter;
    const given = Object.hasOwn(request.parameters ?? {}, name) ? request.parameters?.[name] : undefined;
    const known = request.upgraded?.values.get(name);
    const value = given?.['@value'] ?? (known !== undefined && typeProblem(type, known) === undefined ? known : usual);
    let problem: string | null;
    if (value === null || value === undefined) problem = 'It needs a value.';
    else if (given && given['@type'] !== type) problem = `It is of the type ${type}, not ${given['@type']}.`;
    else problem = typeProblem(type, value)?.replace(/^./, (first) => first.toUpperCase()) ?? null;
    if (problem === null) values.set(name, value);
    return { ...parameter, value: value ?? null, problem, warning: null, suggestion: null };
  });
  return { values, planned };
}

interface Read {
  readonly entity: ContentEntity;
  readonly kind: ContentKind | undefined;
  readonly data: PlainData;
  readonly used: ReadonlyMap<string, string>;
  readonly problem?: string;
  readonly warnings: readonly string[];
}

/** @param values missing ones are problems of their own, so that their entities are read with nothing in their places */
function readEntity(entity: ContentEntity, values: ReadonlyMap<string, unknown>, api: Api): Read {
  const known = contentKind(entity.type.name, entity.type.version);
  const kind = known && api.serves(known.needs) ? known : undefined;
  try {
    const { data, parameters } = unwrapped(entity.data, values);
    const plain = data as PlainData;
    if (entity.type.name !== 'dashboard' || entity.type.version !== '1')
      return { entity, kind, data: plain, used: parameters, warnings: [] };
    const { data: converted, left } = convertedDashboard(plain);
    const warnings = left.map((one) => `${one} could not be converted.`);
    return { entity, kind, data: converted, used: parameters, warnings };
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return { entity, kind, data: {}, used: new Map(), problem: error.message, warnings: [] };
  }
}

/** Kinds in their order; among grok patterns those that others use come first. */
function ordered(all: readonly Read[]): Read[] {
  const rank = (one: Read): number => (one.kind ? contentKinds.indexOf(one.kind) : contentKinds.length);
  const patterns = new Map(
    all.filter(({ kind }) => kind?.type === 'grok_pattern').map((one) => [textIn(one.data, 'name'), one]),
  );
  const done = new Set<Read>();
  const visit = (one: Read): void => {
    if (done.has(one)) return;
    done.add(one);
    for (const name of referencesOf(textIn(one.data, 'pattern'))) {
      const used = patterns.get(name);
      if (used) visit(used);
    }
    inOrder.push(one);
  };
  const inOrder: Read[] = [];
  for (const one of patterns.values()) visit(one);
  const place = new Map(inOrder.map((one, at) => [one, at]));
  return all.toSorted((a, b) => rank(a) - rank(b) || (place.get(a) ?? 0) - (place.get(b) ?? 0));
}

/** Entities of the server by kind and key, read once. */
class Existing {
  readonly #api: Api;
  readonly #lists = new Map<string, Promise<Map<string, Listed>>>();

  constructor(api: Api) {
    this.#api = api;
  }

  async find(kind: ContentKind, key: string): Promise<Listed | undefined> {
    let list = this.#lists.get(kind.type);
    if (!list) {
      list = kind.list(this.#api).then((all) => new Map(all.map((one) => [one.key ?? one.title, one])));
      this.#lists.set(kind.type, list);
    }
    return (await list).get(key);
  }
}

const separators: Readonly<Record<string, string>> = {
  grok_pattern: '_',
  lookup_table: '-',
  lookup_adapter: '-',
  lookup_cache: '-',
};

async function freeName(existing: Existing, kind: ContentKind, data: PlainData, rev: number): Promise<string> {
  const { keyOf, renamed } = kind.matching ?? { keyOf: textOfTitle, renamed: (one: PlainData) => one };
  const base =
    kind.titleOf(data) === '' ? keyOf(data) : kind.type.startsWith('lookup_') ? keyOf(data) : kind.titleOf(data);
  for (let number = Math.max(2, rev); number < 10_000; number += 1) {
    const name = `${base}${separators[kind.type] ?? ' '}${number}`;
    if (!(await existing.find(kind, keyOf(renamed(data, name))))) return name;
  }
  return `${base}-${Date.now()}`;
}
const textOfTitle = (data: PlainData): string => textIn(data, 'title');

const ofNewType = 'This type is not known here; it is left out.';

const shownText = (kind: ContentKind, data: PlainData): string =>
  kind.matching?.text?.(data) ??
  JSON.stringify(data, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2);

/** Makes plans; one for each plan. */
class Planner {
  readonly #api: Api;
  readonly #pack: ContentPack;
  readonly #request: PlanRequest;
  readonly #existing: Existing;
  readonly #taken = new Map<string, string>();
  readonly #matched = new Map<string, StoredEntity>();
  readonly #before = new Map<string, ContentEntity>();
  /** Entities of the pack by kind and key. */
  readonly #keys = new Map<string, Step>();

  constructor(api: Api, pack: ContentPack, request: PlanRequest) {
    this.#api = api;
    this.#pack = pack;
    this.#request = request;
    this.#existing = new Existing(api);
    if (request.upgraded) this.#match(request.upgraded);
  }

  /** Entities of the installation by those of the new revision: by their ids, else by type and title where only one has them. */
  #match({ entities, pack }: Upgraded): void {
    const free = new Set(entities);
    for (const entity of pack.entities) this.#before.set(entity.id, entity);
    for (const { id } of this.#pack.entities) {
      const same = entities.find((one) => one.content_pack_entity_id === id);
      if (same) {
        this.#matched.set(id, same);
        free.delete(same);
      }
    }
    for (const { id, type, data } of this.#pack.entities) {
      if (this.#matched.has(id)) continue;
      const title = contentKind(type.name, type.version)?.titleOf(
        unwrapped(data, new Map(this.#request.upgraded?.values)).data as PlainData,
      );
      const alike = [...free].filter((one) => one.type.name === type.name && one.title === title);
      const [only] = alike;
      if (!only || alike.length > 1) continue;
      this.#matched.set(id, only);
      free.delete(only);
    }
  }

  #choice(id: string): ConflictChoice | undefined {
    const choices = this.#request.choices ?? {};
    return Object.hasOwn(choices, id) ? choices[id] : undefined;
  }

  async plan(): Promise<Plan> {
    const { values, planned: parameters } = parametersOf(this.#pack, this.#request);
    const stand = new Map(this.#pack.parameters.map(({ name }) => [name, values.get(name) ?? null]));
    let all = this.#pack.entities.map((entity) => readEntity(entity, stand, this.#api));
    const referring = new Map<string, number>();
    for (const one of all) {
      const to = this.#choice(one.entity.id);
      if (!one.kind?.matching) continue;
      const rename = { type: one.kind.type, from: one.kind.matching.keyOf(one.data), to: to?.name?.trim() ?? '' };
      const others = all.filter(
        (other) =>
          other !== one &&
          other.kind &&
          afterRename(other.kind.type, other.data, { ...rename, to: '\u0000' }) !== other.data,
      );
      const count = others.filter(
        (other) =>
          canonical(afterRename(other.kind?.type ?? '', other.data, { ...rename, to: 'another-name' })) !==
          canonical(other.data),
      ).length;
      referring.set(one.entity.id, count);
      if (to?.action !== 'rename' || rename.to === '') continue;
      const { renamed } = one.kind.matching;
      all = all.map((other) => {
        if (!other.kind) return other;
        if (other.entity.id === one.entity.id) return { ...other, data: renamed(other.data, rename.to) };
        return { ...other, data: afterRename(other.kind.type, other.data, rename) };
      });
    }
    const steps: Step[] = [];
    const problems: string[] = [];
    const inOrder = ordered(all);
    for (const [at, read] of inOrder.entries()) {
      if (at % 20 === 19) await nextTurn();
      const step = await this.#step(read, parameters, referring.get(read.entity.id) ?? 0);
      steps.push(step);
      if (read.kind && read.problem !== undefined)
        problems.push(`${nameOf(read.kind, step.planned.title)}: ${read.problem}`);
      else problems.push(...this.#missing(read, all));
      if (step.planned.action === 'conflict' && step.act === undefined)
        problems.push(`${nameOf(step.kind, step.planned.title)}: ${step.planned.detail} Choose how to resolve it.`);
    }
    const constraints = constraintResults(this.#pack);
    if (!this.#request.ignore_constraints)
      for (const { constraint, fulfilled } of constraints)
        if (!fulfilled)
          problems.unshift(
            constraint.type === 'server-version'
              ? `The pack asks for a server of the version ${constraint.version}.`
              : `The pack asks for the plugin ${constraint.plugin ?? ''} ${constraint.version}.`,
          );
    for (const { title, problem } of parameters)
      if (problem !== null) problems.unshift(`Parameter ${title}: ${problem}`);
    const matched = new Set(this.#matched.values());
    const gone = (this.#request.upgraded?.entities ?? []).filter((one) => !matched.has(one) && !one.found_on_system);
    const unknown = steps.filter(({ planned }) => planned.action === 'skip').length;
    const warnings = [
      ...(unknown > 0
        ? [
            `${unknown} ${unknown === 1 ? 'entity' : 'entities'} of unknown type ${unknown === 1 ? 'is' : 'are'} left out.`,
          ]
        : []),
      ...all.flatMap((one) => one.warnings.map((text) => `${one.kind?.titleOf(one.data) ?? ''}: ${text}`)),
    ];
    const entities = [
      ...steps.map(({ planned }) => planned),
      ...gone.map((one): PlannedEntity => ({
        id: one.content_pack_entity_id,
        type: one.type,
        title: one.title,
        action: 'gone',
        detail: 'The new revision no longer has it. It stays unless you have it removed.',
        warnings: [],
        parameters: [],
      })),
    ];
    return {
      steps,
      gone,
      values,
      dryRun: { entities, parameters, constraints, warnings, problems: [...new Set(problems)] },
    };
  }

  /** References that nothing can be put in the place of. */
  #missing({ entity, kind, data }: Read, all: readonly Read[]): string[] {
    if (!kind) return [];
    return kind.references(data).flatMap(({ type, id, optional }) => {
      const target = all.find((one) => one.entity.id === id);
      if (target?.kind || optional) return [];
      if (this.#matched.get(entity.id) && target) return [];
      return [
        `${nameOf(kind, kind.titleOf(data))}: it refers to a ${type} of the id ${JSON.stringify(id)}, which the pack does not hold.`,
      ];
    });
  }

  async #step(read: Read, parameters: PlannedParameter[], references: number): Promise<Step> {
    const { entity, kind, data, used } = read;
    const title = kind?.titleOf(data) || entity.id;
    const planned: PlannedEntity = {
      id: entity.id,
      type: entity.type,
      title,
      action: 'skip',
      detail: ofNewType,
      warnings: [...read.warnings],
      parameters: [...new Set(used.values())],
    };
    // An entity of an unknown kind is skipped.
    if (!kind) return { entity, kind: streamTitleKind, data, planned, act: undefined };
    if (read.problem !== undefined)
      return { entity, kind, data, planned: { ...planned, action: 'create', detail: read.problem }, act: undefined };
    const { matching } = kind;
    const key = matching && `${kind.type} ${matching.keyOf(data)}`;
    const twin = key === undefined ? undefined : this.#keys.get(key);
    if (twin && (matching?.text?.(twin.data) ?? '') === (matching?.text?.(data) ?? ''))
      return {
        entity,
        kind,
        data,
        planned: { ...planned, action: 'reuse', detail: 'The pack holds it twice.' },
        act: undefined,
        twin: twin.entity.id,
      };
    const was = this.#matched.get(entity.id);
    const step = was && !was.found_on_system ? await this.#upgradeStep(read, kind, planned, was) : undefined;
    const decided = step ?? (await this.#newStep(read, kind, planned, references));
    if (key !== undefined && !twin) this.#keys.set(key, decided);
    if (decided.act === 'create' || decided.act === 'update') await this.#warn(decided, used, parameters);
    return decided;
  }

  async #newStep({ entity, data }: Read, kind: ContentKind, planned: PlannedEntity, references: number): Promise<Step> {
    const { matching } = kind;
    const existing = matching && (await this.#existing.find(kind, matching.keyOf(data)));
    if (!matching || !existing) {
      const detail = kind.detail?.(data) ?? 'It is new here.';
      if (kind === streamTitleKind)
        return {
          entity,
          kind,
          data,
          planned: {
            ...planned,
            action: 'conflict',
            detail: `This server has no stream ${JSON.stringify(planned.title)}.`,
          },
          act: undefined,
        };
      return { entity, kind, data, planned: { ...planned, action: 'create', detail }, act: 'create' };
    }
    const { text } = matching;
    const mine = text ? (await kind.read(this.#api, existing.id))?.data(sameIds) : undefined;
    const same = !text || (mine !== undefined && text(mine) === text(data));
    if (same && !matching.unique) {
      const detail = text ? 'The same is here already.' : 'Found by its name; its settings stay as they are.';
      return { entity, kind, data, planned: { ...planned, action: 'reuse', detail }, act: 'reuse', existing };
    }
    const choice = this.#choice(entity.id);
    if (!choice && mine && matching.isOwn?.(mine)) {
      const detail = 'This server came with its own of this name, which is used.';
      return { entity, kind, data, planned: { ...planned, action: 'reuse', detail }, act: 'reuse', existing };
    }
    // A new name was tried: it is taken as well.
    const chosen = choice?.action === 'rename' ? undefined : choice?.action;
    const conflict = {
      mine: shownText(kind, mine ?? {}),
      theirs: shownText(kind, data),
      references,
      choices: ['keep', 'take', 'rename'] as ConflictChoice['action'][],
      suggestion: await freeName(this.#existing, kind, data, this.#pack.rev),
      chosen: choice ?? null,
    };
    const detail = same
      ? `This server has a ${kind.title.toLowerCase()} of this name.`
      : `The text differs from the ${kind.title.toLowerCase()} of this name on this server.`;
    return { entity, kind, data, planned: { ...planned, action: 'conflict', detail, conflict }, act: chosen, existing };
  }

  /** @returns undefined: it is installed as if it were new, as somebody deleted it */
  async #upgradeStep(
    { entity, data }: Read,
    kind: ContentKind,
    planned: PlannedEntity,
    was: StoredEntity,
  ): Promise<Step | undefined> {
    const read = await kind.read(this.#api, was.id);
    if (!read) return undefined;
    const existing = { id: was.id, title: read.title };
    const before = this.#before.get(was.content_pack_entity_id);
    const old = before && readEntity(before, this.#request.upgraded?.values ?? new Map(), this.#api);
    const sameInPack = old !== undefined && this.#canonicalOf(old.data, true) === this.#canonicalOf(data, false);
    const common = { entity, kind, data, existing, was };
    if (sameInPack)
      return {
        ...common,
        planned: { ...planned, action: 'unchanged', detail: 'The new revision does not change it.' },
        act: 'unchanged',
      };
    const isChanged = (await snapshotOf(this.#api, kind, was.id)) !== was.snapshot;
    if (!isChanged)
      return { ...common, planned: { ...planned, action: 'update', detail: 'It is changed in place.' }, act: 'update' };
    const choice = this.#choice(entity.id);
    const conflict = {
      mine: shownText(kind, read.data(sameIds)),
      theirs: shownText(kind, data),
      references: 0,
      choices: ['keep', 'take'] as ConflictChoice['action'][],
      suggestion: '',
      chosen: choice ?? null,
    };
    const act = choice?.action === 'take' ? 'update' : choice?.action === 'keep' ? 'keep' : undefined;
    const detail = 'Somebody changed it since it was installed, and the new revision changes it as well.';
    return { ...common, planned: { ...planned, action: 'conflict', detail, conflict }, act };
  }

  /** Replaces known ids by those of this server, so that two revisions of a pack can be compared. */
  #canonicalOf(data: PlainData, isOld: boolean): string {
    let text = canonical(data);
    for (const [id, { content_pack_entity_id: old }] of this.#matched) {
      const [from, to] = isOld ? [old, old] : [id, old];
      if (from !== to) text = text.replaceAll(from, to);
    }
    return text;
  }

  async #warn(step: Step, used: ReadonlyMap<string, string>, parameters: PlannedParameter[]): Promise<void> {
    const { kind, data, planned } = step;
    const warning =
      kind.type === 'input'
        ? await portWarning(this.#api, data, this.#taken, step.existing?.id)
        : kind.type === 'lookup_adapter'
          ? await fileWarning(data)
          : undefined;
    if (!warning) return;
    planned.warnings.push(warning.text);
    const parameter = parameters.find(({ name }) => name === used.get(warning.path));
    if (!parameter) return;
    parameter.warning = warning.text;
    parameter.suggestion = warning.suggestion;
  }
}

const nameOf = (kind: ContentKind, title: string): string => `${kind.title} ${JSON.stringify(title)}`;

export const planOf = (api: Api, pack: ContentPack, request: PlanRequest): Promise<Plan> =>
  new Planner(api, pack, request).plan();

/** Wraps an error with the entity and the place at which it occurred. */
export function refusal(error: unknown, { entity, kind, planned }: Pick<Step, 'entity' | 'kind' | 'planned'>): unknown {
  if (!(error instanceof ApiError)) return error;
  const about = { id: entity.id, type: entity.type.name, title: planned.title };
  const more = Object.entries((error as { errors?: Record<string, readonly string[]> }).errors ?? {});
  const reason =
    more.length > 0 ? more.map(([field, texts]) => `${field}: ${texts.join(' ')}`).join('; ') : error.message;
  const path = error instanceof PackError ? error.place.path : more[0]?.[0];
  return new PackError(`${nameOf(kind, planned.title)}: ${reason}`, {
    entity: about,
    ...(path !== undefined && { path }),
  });
}

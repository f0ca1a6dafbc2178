/**
 * Plans the installation or upgrade of a pack, entity by entity, in the order of installation.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentEntity } from '../../../../api/contract/catalogue.schema.js';
import type {
  ConflictChoice,
  ContentPack,
  PlannedEntity,
  PlannedParameter,
} from '../../../../api/contract/content-packs.schema.js';
import { streamTitleKind } from '../kinds/stream-title.js';
import { streamKind } from '../kinds/stream.js';
import { isSystemStream, type Api, type ContentKind } from '../kind.js';
import { withConvertedAlerts } from '../old-alerts.js';
import { constraintResults } from '../pack-file.js';
import type { PackPlace } from '../pack-error.js';
import { canonical, type PlainData } from '../values.js';
import { Examination, type Examined } from './examination.js';
import { Existing, freeName } from './existing.js';
import { unresolved, withoutLeftOut } from './left-out.js';
import { matchedEntities } from './matching.js';
import { packWarnings } from './pack-warnings.js';
import { parametersOf } from './parameters.js';
import { ordered, readEntity, type Read } from './read-entity.js';
import { nameOf } from './refusal.js';
import { applyRenames } from './renaming.js';
import { sameIds, snapshotOf } from './snapshot.js';
import type { Plan, PlanRequest, Step, StoredEntity } from './types.js';
import { Warnings } from './warnings.js';

const ofNewType = 'This type is not known here; it is left out.';

const jsonOf = (data: PlainData): string =>
  JSON.stringify(data, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2);
const shownText = (kind: ContentKind, data: PlainData): string => kind.matching?.text?.(data) ?? jsonOf(data);

/**
 * Returns the texts with which the user compares two versions of an entity. Usually they are the texts that the kind
 * defines. If these texts are equal, all data of both versions are returned as JSON, because the versions differ in a
 * member that the texts do not contain.
 */
function bothTexts(kind: ContentKind, mine: PlainData, theirs: PlainData): { mine: string; theirs: string } {
  const texts = { mine: shownText(kind, mine), theirs: shownText(kind, theirs) };
  return texts.mine === texts.theirs ? { mine: jsonOf(mine), theirs: jsonOf(theirs) } : texts;
}

/** Creates the plan of one installation or upgrade. */
class Planner {
  readonly #api: Api;
  readonly #pack: ContentPack;
  readonly #request: PlanRequest;
  readonly #existing: Existing;
  readonly #warnings: Warnings;
  /** Entities of the upgraded installation, by their ids in the new revision. */
  readonly #matched: ReadonlyMap<string, StoredEntity>;
  /** Entities of the installed revision by id. */
  readonly #before: ReadonlyMap<string, ContentEntity>;
  /** First planned step for each kind and key, to find entities that the pack contains twice. */
  readonly #keys = new Map<string, Step>();

  constructor(api: Api, pack: ContentPack, request: PlanRequest) {
    this.#api = api;
    this.#pack = pack;
    this.#request = request;
    this.#existing = new Existing(api);
    const ids = new Set(pack.entities.map(({ id }) => id));
    this.#warnings = new Warnings(api, (id) => ids.has(id));
    this.#matched = request.upgraded ? matchedEntities(pack, request.upgraded) : new Map();
    this.#before = new Map(request.upgraded?.pack.entities.map((entity) => [entity.id, entity]));
  }

  #choice(id: string): ConflictChoice | undefined {
    const choices = this.#request.choices ?? {};
    return Object.hasOwn(choices, id) ? choices[id] : undefined;
  }

  /** Tells whether the user leaves an entity out; an installed entity that is left out of an upgrade stays as it is. */
  readonly #isLeftOut = (id: string): boolean => this.#choice(id)?.action === 'skip' && !this.#matched.has(id);

  async plan(): Promise<Plan> {
    const { values, planned: parameters } = parametersOf(this.#pack, this.#request);
    const stand = new Map(this.#pack.parameters.map(({ name }) => [name, values.get(name) ?? null]));
    const read = this.#pack.entities.map((entity) => readEntity(entity, stand, this.#api));
    const { all: renamed, referring } = applyRenames(read, (id) => this.#choice(id));
    const all = withoutLeftOut(renamed, this.#isLeftOut);
    const examination = await Examination.of(this.#api, all);
    const steps: Step[] = [];
    const problems: string[] = [];
    const places = new Map<string, PackPlace>();
    const inOrder = ordered(all);
    for (const [at, one] of inOrder.entries()) {
      if (at % 20 === 19) await nextTurn();
      const decided = await this.#step(one, parameters, referring.get(one.entity.id) ?? 0);
      const { kind, planned } = decided;
      // Without a value of its parameter, an entity cannot be examined; the missing value is reported separately.
      const isFilled = parameters.every(
        ({ name, problem: open }) => open === null || !planned.parameters.includes(name),
      );
      const { step, problem }: Examined = isFilled ? await examination.examined(decided) : { step: decided };
      const isMade = step.act === 'create' || step.act === 'update' || step.act === 'take';
      const reasons = [
        ...(one.kind && one.problem !== undefined ? [one.problem] : []),
        ...(isMade ? unresolved(one, all, this.#isLeftOut) : []),
        ...(problem ? [problem.reason] : []),
      ];
      const [reason] = planned.action === 'skip' ? [] : reasons;
      if (reason === undefined) {
        steps.push(step);
        if (planned.action === 'conflict' && step.act === undefined)
          problems.push(`${nameOf(kind, planned.title)}: ${planned.detail} Choose how to resolve it.`);
        continue;
      }
      const detail = reason.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase());
      steps.push({ ...step, act: undefined, planned: { ...planned, action: 'impossible', detail } });
      for (const text of reasons) problems.push(`${nameOf(kind, planned.title)}: ${text}`);
      if (problem) places.set(`${nameOf(kind, planned.title)}: ${problem.reason}`, problem.place);
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
      places,
      dryRun: { entities, parameters, constraints, warnings: packWarnings(all), problems: [...new Set(problems)] },
    };
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
    // An entity of an unknown kind is skipped. The kind of its step is arbitrary, because nothing uses it.
    if (!kind) return { entity, kind: streamTitleKind, data, planned, act: undefined };
    const undone = (more: Partial<PlannedEntity>): Step => ({
      entity,
      kind,
      data,
      planned: { ...planned, ...more },
      act: undefined,
    });
    if (this.#isLeftOut(entity.id)) return undone({ detail: 'You leave it out.' });
    if (read.problem !== undefined) return undone({ action: 'impossible', detail: read.problem });
    const { matching } = kind;
    const key = matching && `${kind.type} ${matching.keyOf(data)}`;
    const twin = key === undefined ? undefined : this.#keys.get(key);
    if (twin && (matching?.text?.(twin.data) ?? '') === (matching?.text?.(data) ?? ''))
      return { ...undone({ action: 'reuse', detail: 'The pack holds it twice.' }), twin: twin.entity.id };
    if (twin && (twin.act === 'create' || twin.act === 'take')) {
      const detail = `The pack holds another ${kind.title.toLowerCase()} of this name.`;
      return undone({ action: 'impossible', detail });
    }
    const was = this.#matched.get(entity.id);
    const step = was && !was.found_on_system ? await this.#upgradeStep(read, kind, planned, was) : undefined;
    const decided = step ?? (await this.#newStep(read, kind, planned, references));
    if (key !== undefined && !twin) this.#keys.set(key, decided);
    if (decided.act === 'create' || decided.act === 'update') await this.#warnings.add(decided, used, parameters);
    return decided;
  }

  async #newStep({ entity, data }: Read, kind: ContentKind, planned: PlannedEntity, references: number): Promise<Step> {
    if (kind === streamKind && isSystemStream(entity.id)) {
      const existing = { id: entity.id, title: planned.title };
      const detail = 'Every server has this stream.';
      return { entity, kind, data, planned: { ...planned, action: 'reuse', detail }, act: 'reuse', existing };
    }
    const { matching } = kind;
    const existing = matching && (await this.#existing.find(kind, matching.keyOf(data)));
    if (!matching || !existing) {
      const detail = kind.detail?.(data) ?? 'It is new here.';
      if (kind === streamTitleKind) return this.#missingStream(entity, data, planned, references);
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
    // An entity that the user chose to rename has a conflict only if its new name is in use, too. The user then has to
    // choose again.
    const chosen = choice?.action === 'keep' || choice?.action === 'take' ? choice.action : undefined;
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

  /**
   * Plans a stream to which the pack refers but which this server lacks: the stream is created, or another stream takes
   * its place.
   */
  #missingStream(entity: ContentEntity, data: PlainData, planned: PlannedEntity, references: number): Step {
    const choice = this.#choice(entity.id);
    const conflict = {
      mine: '',
      theirs: planned.title,
      references,
      choices: ['take', 'rename'] as ConflictChoice['action'][],
      suggestion: '',
      chosen: choice ?? null,
    };
    const detail = `This server has no stream ${JSON.stringify(planned.title)}.`;
    const act = choice?.action === 'take' ? 'create' : undefined;
    return { entity, kind: streamTitleKind, data, planned: { ...planned, action: 'conflict', detail, conflict }, act };
  }

  /**
   * Plans the upgrade of an entity.
   * @returns undefined: a user has deleted the entity, so it is installed as a new entity
   */
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
    if (this.#choice(entity.id)?.action === 'skip') {
      const detail = 'You leave it out of the upgrade; it stays as it is.';
      return { ...common, planned: { ...planned, action: 'unchanged', detail }, act: 'keep' };
    }
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
      ...bothTexts(kind, read.data(sameIds), data),
      references: 0,
      choices: ['keep', 'take'] as ConflictChoice['action'][],
      suggestion: '',
      chosen: choice ?? null,
    };
    const act = choice?.action === 'take' ? 'update' : choice?.action === 'keep' ? 'keep' : undefined;
    const detail = 'Somebody changed it since it was installed, and the new revision changes it as well.';
    return { ...common, planned: { ...planned, action: 'conflict', detail, conflict }, act };
  }

  /** Serialises data with entity ids of the installed revision, so that two revisions of a pack can be compared. */
  #canonicalOf(data: PlainData, isOld: boolean): string {
    let text = canonical(data);
    for (const [id, { content_pack_entity_id: old }] of this.#matched) {
      const [from, to] = isOld ? [old, old] : [id, old];
      if (from !== to) text = text.replaceAll(from, to);
    }
    return text;
  }
}

export function planOf(api: Api, pack: ContentPack, request: PlanRequest): Promise<Plan> {
  const { upgraded } = request;
  const before = upgraded && { ...upgraded, pack: withConvertedAlerts(upgraded.pack) };
  return new Planner(api, withConvertedAlerts(pack), { ...request, upgraded: before }).plan();
}

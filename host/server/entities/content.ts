/**
 * What can be taken from one server to another (contract data-intake catalog.*, content_pack_entities): the list of it, and single
 * entities with what they depend on, each under a new id that the others refer to it by.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentEntity, EntityExcerpt, ModelType } from '../../../api/contract/catalogue.schema.js';
import type { GrokPattern } from '../../../api/contract/grok.js';
import type { Search } from '../../../api/contract/searches.js';
import { BadRequestError } from '../foundation/errors.js';
import { referencesOf } from '../grok/grok.js';
import { masked } from '../intake/types/configuration.js';
import type { Intake } from '../intake/index.js';
import type { InputDocument } from '../intake/inputs/inputs.js';
import { streamRuleTypes } from '../intake/route/stream-rules.js';
import type { StreamDocument } from '../intake/route/streams.js';
import type { Documents } from '../store/types.js';
import { version } from '../foundation/version.js';
import { entitiesOf, type Entity } from './catalogue.js';
import { entityCollection, type EntityType } from '../documents/kinds.js';
import type { ViewHead, ViewRecord } from './views.js';

/** Kinds that travel, with the version of their form. */
const models: Readonly<Partial<Record<EntityType, string>>> = {
  dashboard: '2',
  search: '1',
  stream: '1',
  input: '1',
  grok_pattern: '1',
};

/** With what they depend on; a pack is installed in one go. */
const mostEntities = 1_000;
const mostBytes = 16 * 1024 * 1024;

interface Reference {
  readonly name: string;
  readonly id: string;
}
const keyOf = ({ name, id }: Reference): string => `${name} ${id}`;

/** The id that an entity has in the pack; system streams keep theirs. */
type IdOf = (reference: Reference) => string;

const valueTypes = { string: 'string', boolean: 'boolean', number: 'double' } as const;

/** A value with its type, as leaves of the exported form are. */
function typed(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(typed);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, typed(part)]));
  if (typeof value === 'number' && Number.isInteger(value)) {
    return { '@type': Math.abs(value) > 0x7fff_ffff ? 'long' : 'integer', '@value': value };
  }
  return { '@type': valueTypes[typeof value as keyof typeof valueTypes] ?? 'string', '@value': value };
}

/** Ids of streams anywhere in a query's or widget's filter. */
function streamsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const part of value) streamsIn(part, found);
  else if (typeof value === 'object' && value !== null) {
    const { type, id, streams } = value as Readonly<Record<string, unknown>>;
    if (type === 'stream' && typeof id === 'string') found.add(id);
    if (Array.isArray(streams)) for (const one of streams) if (typeof one === 'string') found.add(one);
    for (const part of Object.values(value)) streamsIn(part, found);
  }
  return found;
}

/** The same with other ids of streams. */
function withStreams(value: unknown, idOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((part) => withStreams(part, idOf));
  if (typeof value !== 'object' || value === null) return value;
  const { type } = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (name === 'id' && type === 'stream' && typeof part === 'string') return [name, idOf(part)];
      if (name === 'streams' && Array.isArray(part))
        return [name, part.map((one: unknown) => (typeof one === 'string' ? idOf(one) : one))];
      return [name, withStreams(part, idOf)];
    }),
  );
}

interface Exported {
  readonly references: readonly Reference[];
  readonly data: (idOf: IdOf) => object;
}

export class Content {
  constructor(
    readonly documents: Documents,
    readonly intake: Intake,
  ) {}

  /** Everything that can be exported, by kind. */
  index(): EntityExcerpt[] {
    const collections = new Set(['views', 'streams', 'inputs', 'grok_patterns']);
    return [...collections]
      .flatMap((collection) => entitiesOf(this.documents, collection) ?? [])
      .map((entity) => ({ id: entity.document.id, type: this.#model(entity), title: entity.title }));
  }

  #model({ kind }: Entity): ModelType {
    return { name: kind.type, version: models[kind.type] ?? '1' };
  }

  /**
   * These with all that they depend on. Those that are not there are left out.
   * @throws BadRequestError when they are too many or too large for one pack
   */
  async resolve(asked: readonly { readonly id: string; readonly type: ModelType }[]): Promise<ContentEntity[]> {
    const found = new Map<string, { readonly reference: Reference; readonly exported: Exported }>();
    const waiting: Reference[] = asked.map(({ id, type }) => ({ id, name: type.name }));
    for (let reference = waiting.pop(); reference; reference = waiting.pop()) {
      if (found.has(keyOf(reference))) continue;
      const exported = await this.#export(reference);
      if (!exported) continue;
      found.set(keyOf(reference), { reference, exported });
      if (found.size > mostEntities)
        throw new BadRequestError(`At most ${mostEntities} entities are exported at once, with what they depend on.`);
      waiting.push(...exported.references);
    }
    const ids = new Map([...found.keys()].map((key) => [key, randomUUID() as string]));
    const idOf: IdOf = (reference) => ids.get(keyOf(reference)) ?? reference.id;
    const entities: ContentEntity[] = [];
    let bytes = 0;
    for (const { reference, exported } of found.values()) {
      const data = exported.data(idOf);
      bytes += JSON.stringify(data).length;
      if (bytes > mostBytes) throw new BadRequestError(`At most ${mostBytes / 1024 / 1024} MiB are exported at once.`);
      entities.push({
        v: '1',
        type: { name: reference.name, version: models[reference.name as EntityType] ?? '1' },
        id: idOf(reference),
        data,
        constraints: [{ type: 'server-version', version: `>=${version}` }],
      });
      await nextTurn();
    }
    return entities;
  }

  async #export({ name, id }: Reference): Promise<Exported | undefined> {
    if (name === 'stream') return this.#stream(id);
    if (name === 'input') return this.#input(id);
    if (name === 'grok_pattern') return this.#grokPattern(id);
    if (name === 'dashboard' || name === 'search') return this.#view(name, id);
    return undefined;
  }

  #streams() {
    return entityCollection<StreamDocument>(this.documents, 'stream');
  }

  /** System streams are on every server under the same id. */
  #stream(id: string): Exported | undefined {
    const stream = this.#streams().get(id);
    if (!stream || stream.is_default || !stream.is_editable) return undefined;
    const nameOf = (type: number) => streamRuleTypes.find((one) => one.id === type)?.name ?? 'EXACT';
    return {
      references: [],
      data: () => ({
        title: typed(stream.title),
        description: typed(stream.description ?? ''),
        disabled: typed(stream.disabled),
        matching_type: typed(stream.matching_type),
        stream_rules: stream.rules.map(({ type, field, value, inverted, description }) => ({
          type: typed(nameOf(type)),
          field: typed(field ?? ''),
          value: typed(value ?? ''),
          inverted: typed(inverted),
          description: typed(description ?? ''),
        })),
        alert_conditions: [],
        alarm_callbacks: [],
        outputs: [],
        default_stream: typed(stream.is_default),
        remove_matches: typed(stream.remove_matches_from_default_stream),
      }),
    };
  }

  #input(id: string): Exported | undefined {
    const input = entityCollection<InputDocument>(this.documents, 'input').get(id);
    if (!input) return undefined;
    return {
      references: [],
      data: () => ({
        title: typed(input.title),
        type: typed(input.type),
        global: typed(input.global),
        // Secrets stay where they are.
        configuration: typed(masked(this.intake.inputs.typeOf(input.type), input.attributes)),
        static_fields: typed(input.static_fields),
        extractors: [],
      }),
    };
  }

  #grokPattern(id: string): Exported | undefined {
    const stored = entityCollection<GrokPattern>(this.documents, 'grok_pattern');
    const pattern = stored.get(id);
    if (!pattern) return undefined;
    const wanted = new Set(referencesOf(pattern.pattern));
    return {
      references: stored.all().flatMap((one) => (wanted.has(one.name) ? [{ name: 'grok_pattern', id: one.id }] : [])),
      data: () => ({ name: pattern.name, pattern: pattern.pattern }),
    };
  }

  async #view(name: 'dashboard' | 'search', id: string): Promise<Exported | undefined> {
    const view = await this.documents.archive<ViewRecord, ViewHead>('views').read(id);
    if (!view || view.type !== name.toUpperCase()) return undefined;
    const search = await this.documents.archive<Search & { id: string }, object>('searches').read(view.search_id);
    const streams = streamsIn([view.state, search?.queries]);
    return {
      references: [...streams].map((one) => ({ name: 'stream', id: one })),
      data: (idOf) => {
        const inPack = (one: string): string => idOf({ name: 'stream', id: one });
        return {
          title: typed(view.title),
          summary: typed(view.summary),
          description: typed(view.description),
          type: view.type,
          search: {
            queries: withStreams(search?.queries ?? [], inPack),
            parameters: search?.parameters ?? [],
            requires: {},
            created_at: view.created_at,
          },
          state: withStreams(view.state, inPack),
          properties: view.properties,
          requires: {},
          created_at: view.created_at,
        };
      },
    };
  }
}

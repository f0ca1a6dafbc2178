/**
 * Finds the entities that refer to a lookup table by its name: rules, extractors, converters, decorators, event
 * definitions, and parameters of saved searches and dashboards. Renaming a table rewrites all of them.
 */
import type { LookupUse, LookupUses } from '../../../api/contract/lookup.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import { entityCollection } from '../documents/kinds.js';
import { provisionedMarks, type ProvisionMark } from '../documents/provisioned.js';
import { Yielder } from '../foundation/yielding.js';
import type { Documents } from '../store/types.js';
import { usesTable, withTable } from './rule-references.js';

type Config = Readonly<Record<string, unknown>>;
interface Extractor {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly extractor_config: Config;
  readonly converters: readonly { readonly type: string; readonly config: Config }[];
}
interface InputRecord {
  id: string;
  title: string;
  extractors?: readonly Extractor[];
}
interface DecoratorRecord {
  id: string;
  type: string;
  config: Config;
  stream: string | null;
}
interface DefinitionRecord {
  id: string;
  title: string;
  config: Config;
  field_spec: Readonly<Record<string, { readonly providers: readonly Config[] }>>;
}
interface SearchRecord {
  id: string;
  parameters: readonly Config[];
}
/** Describes the part of a saved search or dashboard that is kept in memory. */
interface ViewHead {
  readonly search_id: string;
  readonly title: string;
  readonly type: string;
}
interface RuleRecord {
  id: string;
  title: string;
  source: string;
}

const decoratorType = 'org.graylog2.decorators.LookupTableDecorator';
const tableKey = 'lookup_table_name';

interface FoundUse extends LookupUse {
  /** Id of the entity that contains the use; absent: the use itself is the entity with the id `id`. */
  readonly within?: string;
  /** Permission that is needed to see the entity. */
  readonly read: string;
  /** Permission that is needed to change the entity. */
  readonly edit: string;
  /** Replaces the name of the table in the entity. */
  readonly rename: (to: string) => Promise<unknown>;
}

export interface UsesNeeds {
  readonly documents: Documents;
  /** Changes the extractors of an input; a running input uses them immediately. */
  readonly changeExtractors: (
    inputId: string,
    change: <T extends Extractor>(old: readonly T[]) => readonly T[],
  ) => Promise<unknown>;
  /** Called after an entity was changed by the renaming of a table. */
  readonly onChanged: (kind: LookupUse['kind'], id: string, caller: Caller) => Promise<unknown>;
}

const isTable = (config: Config, name: string): boolean => config[tableKey] === name;

function* extractorUses({ documents, changeExtractors }: UsesNeeds, table: string): Generator<FoundUse> {
  for (const { id: inputId, title, extractors = [] } of entityCollection<InputRecord>(documents, 'input').all()) {
    const about = {
      within: inputId,
      route: `/system/inputs/${inputId}`,
      read: permissionOn('inputs:read', inputId),
      edit: permissionOn('inputs:edit', inputId),
    };
    for (const one of extractors) {
      const changed = (to: string) =>
        changeExtractors(inputId, (old) =>
          old.map((other) => (other.id === one.id ? renamed(other, table, to) : other)),
        );
      const isOwn = one.type === 'lookup_table' && isTable(one.extractor_config, table);
      const named = { ...about, id: one.id, title: `${one.title} (${title})`, rename: changed };
      if (isOwn) yield { ...named, kind: 'extractor' };
      if (one.converters.some(({ type, config }) => type === 'lookup_table' && isTable(config, table)))
        yield { ...named, kind: 'converter' };
    }
  }
}

function renamed<T extends Extractor>(extractor: T, from: string, to: string): T {
  const config = (one: Config): Config => (isTable(one, from) ? { ...one, [tableKey]: to } : one);
  const revision = 'revision' in extractor && typeof extractor.revision === 'number' ? extractor.revision + 1 : 1;
  return {
    ...extractor,
    revision,
    extractor_config: config(extractor.extractor_config),
    converters: extractor.converters.map((one) => ({ ...one, config: config(one.config) })),
  };
}

function* decoratorUses({ documents }: UsesNeeds, table: string): Generator<FoundUse> {
  const stored = entityCollection<DecoratorRecord>(documents, 'decorator');
  for (const { id, type, config, stream } of stored.all()) {
    if (type !== decoratorType || !isTable(config, table)) continue;
    yield {
      kind: 'decorator',
      id,
      title: `${String(config['source_field'])} → ${String(config['target_field'])}`,
      route: null,
      read: stream === null ? 'decorators:read' : permissionOn('streams:read', stream),
      edit: 'decorators:edit',
      rename: (to) => stored.update(id, (old) => ({ ...old, config: { ...old.config, [tableKey]: to } })),
    };
  }
}

function* definitionUses({ documents }: UsesNeeds, table: string): Generator<FoundUse> {
  const stored = entityCollection<DefinitionRecord>(documents, 'event_definition');
  const provides = (provider: Config): boolean => provider['type'] === 'lookup-v1' && provider['table_name'] === table;
  const asks = (parameter: unknown): parameter is Config =>
    typeof parameter === 'object' && parameter !== null && (parameter as Config)['lookup_table'] === table;
  const parametersOf = ({ query_parameters: given }: Config): readonly unknown[] => (Array.isArray(given) ? given : []);
  for (const { id, title, config, field_spec: spec } of stored.all()) {
    const inFields = Object.values(spec ?? {}).some(({ providers }) => providers.some(provides));
    if (!inFields && !parametersOf(config).some(asks)) continue;
    yield {
      kind: 'event_definition',
      id,
      title,
      route: `/alerts/definitions/${id}`,
      read: permissionOn('eventdefinitions:read', id),
      edit: permissionOn('eventdefinitions:edit', id),
      rename: (to) =>
        stored.update(id, (old) => ({
          ...old,
          config: {
            ...old.config,
            ...(old.config['query_parameters'] !== undefined && {
              query_parameters: parametersOf(old.config).map((one) => (asks(one) ? { ...one, lookup_table: to } : one)),
            }),
          },
          field_spec: Object.fromEntries(
            Object.entries(old.field_spec ?? {}).map(([name, { providers, ...rest }]) => [
              name,
              { ...rest, providers: providers.map((one) => (provides(one) ? { ...one, table_name: to } : one)) },
            ]),
          ),
        })),
    };
  }
}

async function ruleUses({ documents }: UsesNeeds, table: string): Promise<FoundUse[]> {
  const stored = entityCollection<RuleRecord>(documents, 'pipeline_rule');
  const found: FoundUse[] = [];
  const yielder = new Yielder();
  for (const { id, title, source } of stored.all()) {
    if (yielder.isOver) await yielder.pause();
    if (typeof source !== 'string' || !usesTable(source, table)) continue;
    found.push({
      kind: 'rule',
      id,
      title: title ?? id,
      route: `/system/pipelines/rules/${id}`,
      read: permissionOn('pipeline_rule:read', id),
      edit: permissionOn('pipeline_rule:edit', id),
      rename: (to) => stored.update(id, (old) => ({ ...old, source: withTable(old.source, table, to) })),
    });
  }
  return found;
}

/** Returns the saved searches and dashboards with a parameter that takes its values from the table. */
async function searchUses({ documents }: UsesNeeds, table: string): Promise<FoundUse[]> {
  const searches = documents.archive<SearchRecord, { readonly parameterized: boolean }>('searches');
  const views = documents.archive<{ id: string }, ViewHead>('views');
  const asks = ({ lookup_table: name }: Config): boolean => name === table;
  const found: FoundUse[] = [];
  for (const { id, search_id: searchId, title, type } of views.heads()) {
    if (searches.head(searchId)?.parameterized !== true) continue;
    const search = await searches.read(searchId);
    if (!search?.parameters.some(asks)) continue;
    const isDashboard = type === 'DASHBOARD';
    found.push({
      kind: 'search_parameter',
      id,
      title,
      route: isDashboard ? `/dashboards/${id}` : `/search/${id}`,
      read: permissionOn('view:read', id),
      edit: permissionOn('view:edit', id),
      rename: (to) =>
        searches.update(searchId, (old) => ({
          ...old,
          parameters: old.parameters.map((one) => (asks(one) ? { ...one, lookup_table: to } : one)),
        })),
    });
  }
  return found;
}

const usesOf = async (needs: UsesNeeds, table: string): Promise<FoundUse[]> => [
  ...(await ruleUses(needs, table)),
  ...extractorUses(needs, table),
  ...definitionUses(needs, table),
  ...decoratorUses(needs, table),
  ...(await searchUses(needs, table)),
];

/** Returns the uses of a table that the caller may see, and the number of the other uses. */
export async function shownUses(needs: UsesNeeds, table: string, caller: Caller): Promise<LookupUses> {
  const all = await usesOf(needs, table);
  const seen = all.filter(({ read }) => can(caller, read));
  const uses = seen.map(({ kind, id, title, route }) => ({ kind, id, title, route }));
  return { uses, hidden: all.length - uses.length };
}

/** Largest number of titles in an error message; further titles are only counted. */
const mostTitles = 10;

/**
 * Lists the uses that the caller may not change: the titles of those uses that the caller may see, and the number of
 * the others. Undefined: the caller may change all uses.
 */
export async function fixedUses(needs: UsesNeeds, table: string, caller: Caller): Promise<string | undefined> {
  const fixed = (await usesOf(needs, table)).filter(({ edit }) => !can(caller, edit));
  if (fixed.length === 0) return undefined;
  const titles = fixed.filter(({ read }) => can(caller, read)).map(({ title }) => `"${title}"`);
  const shown = titles.slice(0, mostTitles);
  const others = fixed.length - shown.length;
  return [...shown, ...(others > 0 ? [`${others} ${shown.length > 0 ? 'more' : 'hidden from you'}`] : [])].join(', ');
}

/**
 * Returns the mark of a provisioned entity that uses the table, because renaming the table would change the entity.
 * Undefined: no such entity uses the table.
 */
export async function provisionedUse(needs: UsesNeeds, table: string): Promise<ProvisionMark | undefined> {
  const marks = provisionedMarks(needs.documents);
  if (marks.all().length === 0) return undefined;
  const ids = new Set((await usesOf(needs, table)).map(({ id, within }) => within ?? id));
  return marks.find(({ entity }) => ids.has(entity));
}

export async function renameUses(needs: UsesNeeds, from: string, to: string, caller: Caller): Promise<void> {
  for (const { kind, id, rename } of await usesOf(needs, from)) {
    await rename(to);
    await needs.onChanged(kind, id, caller);
  }
}

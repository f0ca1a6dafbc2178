/**
 * Simulates the processing of raw texts, from decoding to routing, without storing anything, and returns the result of
 * every step.
 */
import { isIP } from 'node:net';
import { processors } from '../../../api/contract/cluster-config-classes.js';
import * as endpoints from '../../../api/contract/rule-workbench.js';
import { PathRequest } from '../../../api/contract/rule-workbench.schema.js';
import type { PathResult, PathStep } from '../../../api/contract/rule-workbench.js';
import type { GrokPattern } from '../../../api/contract/grok.js';
import { authorize, can, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { entityCollection } from '../documents/kinds.js';
import { indexSetTitle } from '../documents/index-set-title.js';
import type { IndexSetRecord } from '../entities/index-set-rules.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import { extractorTables } from '../lookup/consumers.js';
import { Yielder } from '../foundation/yielding.js';
import type { Registry } from '../http/registry.js';
import { codecs, DecodeFailure, defaultStreamId, streamCollection, trialExtractors } from '../intake/index.js';
import { tryMessage, trialRooms } from '../pipelines/evaluator.js';
import { PipelineFigures } from '../pipelines/figures.js';
import { incomingOf, messageOf } from '../pipelines/incoming.js';
import type { Plan } from '../pipelines/plan.js';
import { planAll } from '../pipelines/planner.js';
import { reportedChanges } from '../pipelines/workbench/field-changes.js';
import type { IncomingMessage } from '../store/types.js';

type Fields = Readonly<Record<string, unknown>>;

/** The processing steps of this server, as they are configured when the simulation begins. */
interface Way {
  readonly plan: Plan;
  readonly extract: (message: IncomingMessage, now: number) => void;
  readonly staticFields: Fields;
  readonly order: readonly { readonly name: string; readonly class_name: string }[];
  readonly disabled: readonly string[];
}

const kinds: Readonly<Record<string, PathStep['kind']>> = {
  [processors.geoIp]: 'geo',
  [processors.filters]: 'filters',
  [processors.streams]: 'streams',
  [processors.pipelines]: 'pipelines',
};

export function registerPathSimulation(
  registry: Registry,
  {
    documents,
    config,
    intake,
    pipelines: engine,
    nodeId,
    lookup,
  }: Needs<'documents' | 'config' | 'intake' | 'pipelines' | 'nodeId' | 'lookup'>,
): void {
  const streams = streamCollection(documents);
  const sets = entityCollection<IndexSetRecord>(documents, 'index_set');
  const titleOfSet = (id: string): string => {
    const set = sets.get(id);
    return set ? indexSetTitle(set) : id;
  };
  const patterns = entityCollection<GrokPattern>(documents, 'grok_pattern');

  async function wayOf(inputId: string | null | undefined, user: Caller): Promise<Way> {
    if (inputId) authorize(user, `inputs:read:${inputId}`);
    const input = inputId ? intake.inputs.all().find(({ id }) => id === inputId) : undefined;
    if (inputId && !input) throw new NotFoundError(`Couldn't find input with ID <${inputId}>`);
    return {
      plan: await planAll({ sources: engine.sources, figures: new PipelineFigures() }, new Yielder()),
      extract: trialExtractors(input?.extractors ?? [], () => patterns.all(), extractorTables(lookup)),
      staticFields: input?.static_fields ?? {},
      order: config.processorOrder(),
      disabled: config.get('messageProcessors').disabled_processors,
    };
  }

  /** Returns the titles of those streams among the given ids that the user may read. */
  const titlesOf = (ids: readonly string[], user: Caller): string[] =>
    ids.filter((id) => can(user, `streams:read:${id}`)).map((id) => streams.get(id)?.title ?? id);

  async function run(message: IncomingMessage, way: Way, user: Caller): Promise<Omit<PathResult, 'error'>> {
    let current = message;
    let dropped = false;
    let created = 0;
    const steps: PathStep[] = [];
    const step = async (
      kind: PathStep['kind'],
      name: string,
      off: boolean,
      act: () => Promise<string[]> | string[],
    ) => {
      const before = fieldsOf(current);
      const streamsBefore = [...current.streams];
      const begun = performance.now();
      const notes = off || dropped ? [] : await act();
      const micros = Math.round((performance.now() - begun) * 1000);
      const { streams: now } = current;
      steps.push({
        kind,
        name,
        off,
        ...reportedChanges(kind === 'codec' ? {} : before, fieldsOf(current)),
        streams_added: titlesOf(
          now.filter((id) => !streamsBefore.includes(id)),
          user,
        ),
        streams_removed: titlesOf(
          streamsBefore.filter((id) => !now.includes(id)),
          user,
        ),
        notes,
        micros,
      });
    };
    const acts: Readonly<Record<string, () => Promise<string[]> | string[]>> = {
      geo: () => {
        intake.locateMessage(current);
        return [];
      },
      filters: () => {
        way.extract(current, current.receivedAt);
        for (const [name, value] of Object.entries(way.staticFields))
          if (!(name in current.fields)) current.fields[name] = String(value);
        return [];
      },
      streams: () => {
        const found = intake.routeMessage(current);
        const kept = current.streams.filter((id) => id !== defaultStreamId || found.includes(id));
        current.streams = [...new Set([...kept, ...found])];
        return [];
      },
      pipelines: async () => {
        const seen = messageOf(current, engine.rooms.newId, nodeId);
        const { messages, failures } = await tryMessage(seen, {
          rooms: trialRooms(engine.rooms),
          course: { ofStreams: (ids) => way.plan.course(ids) },
        });
        dropped = seen.isDropped;
        created = messages.length - 1;
        current = incomingOf(seen, current, current.receivedAt);
        return failures.map(({ text }) => text);
      },
    };
    await step('codec', 'Codec', false, () => []);
    if (!isRoutedBeforePipelines(way)) current.streams = [defaultStreamId];
    for (const { name, class_name: className } of way.order) {
      const kind = kinds[className];
      const act = kind && acts[kind];
      if (kind && act) await step(kind, name, way.disabled.includes(className), act);
    }
    if (current.streams.length === 0) current.streams = [defaultStreamId];
    const setIds = [...new Set(current.streams.map((id) => streams.get(id)?.index_set_id))];
    await step('index_sets', 'Index sets', false, () =>
      setIds.flatMap((id) => (id === undefined ? [] : titleOfSet(id))),
    );
    return { steps, dropped, created, message: { ...fieldsOf(current), streams: titlesOf(current.streams, user) } };
  }

  registry.serve(endpoints.simulatePath, { body: PathRequest }, async ({ body, user, signal }) => {
    const { texts, codec, configuration, remote_address: address, input_id: inputId } = body;
    const decoder = codecs.get(codec);
    if (!decoder) throw new NotFoundError(`Unknown codec ${codec}`);
    if (isIP(address) === 0)
      throw new BadRequestError(`"remote_address" must be an IP address, got ${JSON.stringify(address)}.`);
    const way = await wayOf(inputId, user);
    const decode = decoder(configuration ?? {});
    const results: PathResult[] = [];
    const yielder = new Yielder(signal);
    for (const text of texts) {
      const now = Date.now();
      try {
        const decoded = decode(Buffer.from(text), now);
        const { message, fullMessage, fields, timestamp = now, source = address } = decoded;
        const incoming: IncomingMessage = {
          timestamp,
          source,
          message,
          fields,
          streams: [],
          inputId: inputId ?? '',
          receivedAt: now,
          remote: { address, port: 0 },
          ...(fullMessage !== undefined && { fullMessage }),
        };
        results.push({ error: null, ...(await run(incoming, way, user)) });
      } catch (error) {
        if (!(error instanceof DecodeFailure)) throw error;
        results.push({ error: error.message, steps: [], dropped: false, created: 0, message: null });
      }
      if (yielder.isOver) await yielder.pause();
    }
    return { results };
  });
}

/**
 * Tells whether the stream router runs before the pipelines; otherwise pipelines see every message in the default
 * stream only.
 */
function isRoutedBeforePipelines({ order, disabled }: Way): boolean {
  const at = (name: string): number => order.findIndex(({ class_name: one }) => one === name);
  return !disabled.includes(processors.streams) && at(processors.streams) < at(processors.pipelines);
}

function fieldsOf({ timestamp, source, message, fullMessage, fields }: IncomingMessage): Fields {
  return {
    timestamp: new Date(timestamp).toISOString(),
    source,
    message,
    ...(fullMessage !== undefined && { full_message: fullMessage }),
    ...fields,
  };
}

/** Registers the routes of collectors, the programs that sidecars run (contract administration collectors.*). */
import * as endpoints from '../../../api/contract/sidecars.js';
import { PageQuery } from '../../../api/contract/list.schema.js';
import { CollectorBody, type Collector, type OperatingSystem } from '../../../api/contract/sidecars.schema.js';
import { authorize, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { StoredEntities } from '../entities/entity-routes.js';
import { BadRequestError } from '../foundation/errors.js';
import { newEntityId } from '../foundation/ids.js';
import type { Registry } from '../http/registry.js';
import { EntityList, text } from '../lists/entity-list.js';
import { sentEtag } from '../sidecars/etag.js';
import { collectorProblems, refuse, validationOf } from '../sidecars/validation.js';
import { listPage, tagged } from './sidecar-answers.js';

/** Largest number of collectors, because agents read all collectors in one response. */
const mostCollectors = 500;
/** Largest number of characters of the default templates of all collectors together. */
const mostCharacters = 2_000_000;

const list = new EntityList<Collector>(
  [
    text('name', ({ name }) => name),
    text('id', ({ id }) => id),
    text('operating_system', (one) => one.node_operating_system),
  ],
  'name',
  ({ id }) => id,
);

const orNull = (value: string | null | undefined): string | null =>
  value === undefined || value === null || value === '' ? null : value;

/** Converts a checked request to its stored form. */
const collectorOf = (id: string, body: CollectorBody): Collector => ({
  id,
  name: body.name ?? '',
  service_type: body.service_type === 'svc' ? 'svc' : 'exec',
  node_operating_system: body.node_operating_system as OperatingSystem,
  executable_path: body.executable_path ?? '',
  execute_parameters: orNull(body.execute_parameters),
  validation_parameters: orNull(body.validation_parameters),
  default_template: body.default_template ?? '',
});

export function registerSidecarCollectors(
  registry: Registry,
  { documents, sidecars }: Needs<'documents' | 'sidecars'>,
  entities: Entities,
): void {
  const stored = new StoredEntities<Collector>(documents, entities, {
    type: 'sidecar_collector',
    missing: (id) => `Could not find collector <${id}>`,
    leave: ({ id }) => {
      if (sidecars.documents.configurations.find(({ collector_id }) => collector_id === id))
        throw new BadRequestError('Collector still in use, cannot delete.');
    },
  });

  /**
   * Checks the size of the default templates of all collectors together.
   * @param id id of the collector that is changed; absent: the collector is new
   * @throws BadRequestError when they would be too large
   */
  function checkRoom(body: CollectorBody, id?: string): void {
    const others = stored.all().filter((one) => one.id !== id);
    const own = body.default_template?.length ?? 0;
    if (others.reduce((sum, one) => sum + one.default_template.length, own) > mostCharacters)
      throw new BadRequestError(`The default templates of all collectors have at most ${mostCharacters} characters.`);
  }

  async function create(body: CollectorBody, user: Caller): Promise<Collector> {
    refuse(collectorProblems(body, sidecars.documents));
    checkRoom(body);
    if (stored.all().length >= mostCollectors)
      throw new BadRequestError(
        `There are ${mostCollectors} collectors, which is as many as there may be. Delete one first.`,
      );
    const collector = await stored.create(collectorOf(newEntityId(), body), user);
    sidecars.changed();
    return collector;
  }

  registry.serve(endpoints.listCollectors, {}, ({ raw, reply }) =>
    tagged(reply, sidecars.collectors(sentEtag(raw.headers['if-none-match'])), true),
  );
  registry.serve(endpoints.collectorSummaries, { query: PageQuery }, ({ query }) => {
    const { items, facts } = listPage(list, stored.all(), query);
    return {
      ...facts,
      collectors: items.map(({ id, name, service_type, node_operating_system }) => ({
        id,
        name,
        service_type,
        node_operating_system,
      })),
    };
  });
  registry.serve(endpoints.getCollector, {}, ({ params }) => stored.get(params.id));
  registry.serve(endpoints.createCollector, { body: CollectorBody }, ({ body, user }) => create(body, user));
  registry.serve(endpoints.updateCollector, { body: CollectorBody }, async ({ params, body, user }) => {
    const { id } = stored.get(params.id);
    refuse(collectorProblems(body, sidecars.documents, id));
    checkRoom(body, id);
    const collector = await stored.update(id, () => collectorOf(id, body), user);
    sidecars.changed();
    return collector;
  });
  registry.serve(endpoints.copyCollector, {}, async ({ params, user }) => {
    authorize(user, 'sidecar_collectors:read', 'sidecar_collectors:create');
    await create({ ...stored.get(params.id), name: params.name }, user);
    return undefined;
  });
  registry.serve(endpoints.deleteCollector, {}, async ({ params, user, reply }) => {
    if (!sidecars.documents.collectors.get(params.id)) {
      void reply.code(304);
      return undefined;
    }
    await stored.remove(params.id, user);
    sidecars.changed();
    return undefined;
  });
  registry.serve(endpoints.validateCollector, { body: CollectorBody }, ({ body }) =>
    validationOf(collectorProblems(body, sidecars.documents, body.id ?? undefined)),
  );
}

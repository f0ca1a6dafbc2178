/** Routes of pipelines and their connections with streams (contract administration pipelines.*, connections.*). */
import { PageQuery } from '../../../api/contract/list.schema.js';
import * as endpoints from '../../../api/contract/pipelines.js';
import {
  ConnectToPipelineBody,
  ConnectToStreamBody,
  PipelineSourceInput,
} from '../../../api/contract/pipelines.schema.js';
import type { PipelineConnection } from '../../../api/contract/pipelines.js';
import { authorize, can, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { BadRequestError, NotFoundError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { defaultStreamId, streamCollection } from '../intake/index.js';
import { EntityList, text } from '../lists/entity-list.js';
import { SourceErrors } from '../pipelines/source-errors.js';
import { readPipeline, type ConnectionDocument, type SourceDocument } from '../pipelines/sources.js';
import { newSource, StoredSources } from './pipeline-sources.js';

const list = new EntityList<SourceDocument>(
  [
    text('id', ({ id }) => id),
    text('title', ({ title }) => title),
    text('description', ({ description }) => description ?? ''),
  ],
  'title',
  ({ id }) => id,
);

export function registerPipelines(
  registry: Registry,
  { documents, pipelines: engine }: Needs<'documents' | 'pipelines'>,
  entities: Entities,
): void {
  const { sources } = engine;
  const { connections } = sources;
  const streams = streamCollection(documents);
  const stored = new StoredSources(documents, entities, {
    type: 'pipeline',
    titleOf: (source) => parsed(source).tree.name,
    leave: ({ id }) => disconnect(id),
  });

  const mayRead = (user: Caller, id: string): boolean => can(user, `pipeline:read:${id}`);
  const readable = (user: Caller): readonly SourceDocument[] => stored.all().filter(({ id }) => mayRead(user, id));

  /** Parses the source of a pipeline. @throws SourceErrors when it has errors */
  function parsed(source: string) {
    const { tree, stages, errors } = readPipeline(source);
    if (!tree) throw new SourceErrors(errors);
    return { tree, stages };
  }

  async function disconnect(pipelineId: string): Promise<void> {
    for (const { id, pipeline_ids } of connections.all())
      if (pipeline_ids.includes(pipelineId)) await change(id, (ids) => ids.filter((one) => one !== pipelineId));
  }

  /** Changes the pipelines that are connected with a stream, in a single write. */
  async function change(
    streamId: string,
    to: (ids: readonly string[]) => readonly string[],
  ): Promise<ConnectionDocument> {
    const updated = await connections.update(streamId, (kept) => ({ ...kept, pipeline_ids: to(kept.pipeline_ids) }));
    if (updated) return updated;
    const made: ConnectionDocument = { id: streamId, pipeline_ids: to([]) };
    await connections.put(made);
    return made;
  }

  entities.on(async ({ change: what, type, id }) => {
    if (type === 'stream' && what === 'removed') await connections.delete(id);
  });

  registry.serve(endpoints.listPipelines, {}, ({ user }) => readable(user).map((one) => sources.pipelineAnswer(one)));
  registry.serve(endpoints.pagedPipelines, { query: PageQuery }, ({ query, user }) => {
    const { items, body } = list.page(readable(user), query);
    return { ...body, pipelines: items.map((one) => sources.pipelineAnswer(one)) };
  });
  registry.serve(endpoints.getPipeline, {}, ({ params }) => sources.pipelineAnswer(stored.get(params.pipelineId)));
  registry.serve(endpoints.createPipeline, { body: PipelineSourceInput }, async ({ body, user }) =>
    sources.pipelineAnswer(await stored.createFrom(body, user)),
  );
  registry.serve(endpoints.updatePipeline, { body: PipelineSourceInput }, async ({ params, body, user }) =>
    sources.pipelineAnswer(await stored.updateFrom(params.pipelineId, body, user)),
  );
  registry.serve(endpoints.deletePipeline, {}, async ({ params, user }) => {
    await stored.remove(params.pipelineId, user);
    return undefined;
  });
  registry.serve(endpoints.parsePipeline, { body: PipelineSourceInput }, ({ body }) => {
    const { tree, stages } = parsed(body.source);
    return { id: null, ...newSource(tree.name, body), stages: [...stages], errors: null };
  });

  const answer = ({ id, pipeline_ids }: ConnectionDocument, user: Caller): PipelineConnection => ({
    id,
    stream_id: id,
    pipeline_ids: pipeline_ids.filter((one) => mayRead(user, one)),
  });

  registry.serve(endpoints.listConnections, {}, ({ user }) => {
    authorize(user, 'pipeline_connection:read');
    return connections
      .all()
      .filter(({ id }) => can(user, `streams:read:${id}`))
      .map((one) => answer(one, user));
  });
  registry.serve(endpoints.streamConnections, {}, ({ params: { streamId }, user }) => {
    authorize(user, 'pipeline_connection:read', `streams:read:${streamId}`);
    const found = connections.get(streamId);
    if (!found) throw new NotFoundError(`There are no pipeline connections of the stream ${streamId}.`);
    return answer(found, user);
  });

  /** Checks a stream. @throws NotFoundError when it does not exist, BadRequestError when it cannot have pipelines */
  function connectable(streamId: string): void {
    const stream = streams.get(streamId);
    if (!stream) throw new NotFoundError(`Couldn't find stream with ID <${streamId}>`);
    if (stream.id !== defaultStreamId && !stream.is_editable)
      throw new BadRequestError('Cannot connect pipeline to non editable stream');
  }

  registry.serve(endpoints.connectToStream, { body: ConnectToStreamBody }, async ({ body, user }) => {
    const { stream_id, pipeline_ids } = body;
    authorize(user, 'pipeline_connection:edit', `streams:read:${stream_id}`);
    for (const id of pipeline_ids) authorize(user, `pipeline:read:${id}`);
    connectable(stream_id);
    for (const id of pipeline_ids) stored.get(id);
    // Pipelines that the user may not read stay connected.
    const hidden = (ids: readonly string[]) => ids.filter((id) => !mayRead(user, id));
    return answer(await change(stream_id, (ids) => [...new Set([...hidden(ids), ...pipeline_ids])]), user);
  });
  registry.serve(endpoints.connectToPipeline, { body: ConnectToPipelineBody }, async ({ body, user }) => {
    const { pipeline_id, stream_ids } = body;
    authorize(user, 'pipeline_connection:edit', `pipeline:read:${pipeline_id}`);
    for (const id of stream_ids) authorize(user, `streams:read:${id}`);
    stored.get(pipeline_id);
    for (const id of stream_ids) connectable(id);
    const changed: ConnectionDocument[] = [];
    for (const { id, pipeline_ids } of connections.all()) {
      const isLeft = pipeline_ids.includes(pipeline_id) && !stream_ids.includes(id) && can(user, `streams:read:${id}`);
      if (isLeft) changed.push(await change(id, (ids) => ids.filter((one) => one !== pipeline_id)));
    }
    for (const id of stream_ids)
      if (!connections.get(id)?.pipeline_ids.includes(pipeline_id))
        changed.push(await change(id, (ids) => [...new Set([...ids, pipeline_id])]));
    return changed.map((one) => answer(one, user));
  });
}

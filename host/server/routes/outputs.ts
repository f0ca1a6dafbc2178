/**
 * Routes of outputs, their types, and their assignment to streams (contract data-intake outputs.*, stream_outputs.*).
 */
import { coercedValues, mergedValues, type ConfigValues } from '../../../api/contract/config-fields.js';
import * as endpoints from '../../../api/contract/outputs.js';
import {
  AddOutputsRequest,
  CreateOutputRequest,
  UpdateOutputRequest,
  type OutputStatus,
  type OutputSummary,
} from '../../../api/contract/outputs.schema.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import { newEntityId } from '../foundation/ids.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { StoredEntities } from '../entities/entity-routes.js';
import { outputSummary } from '../entities/outputs.js';
import { BadRequestError, FieldValidationError, NotFoundError } from '../foundation/errors.js';
import { streamCollection, type StreamDocument } from '../intake/index.js';
import { outputTypes, outputTypesById } from '../outputs/types/index.js';
import { settingsProblem } from '../outputs/types/output-type.js';
import type { OutputDocument } from '../outputs/outputs.js';
import type { OutputFigures } from '../outputs/unopened-output.js';
import type { Registry } from '../http/registry.js';
import { isUrlAllowed } from '../outgoing/url-allow-list.js';
import { isoOrNull } from '../foundation/iso-time.js';

/** Largest number of outputs, because each has a queue on disk. */
const mostOutputs = 100;
const longestTitle = 1000;

function statusOf(output: OutputFigures): OutputStatus {
  const { id, state, queue, oldest, sent, refused, retries, lastError, retryAt } = output;
  return {
    id,
    state,
    waiting_messages: queue.waitingMessages,
    waiting_bytes: queue.waitingBytes,
    oldest_at: isoOrNull(oldest),
    sent,
    refused,
    dropped: queue.dropped,
    retries,
    last_error: lastError ? { time: new Date(lastError.time).toISOString(), message: lastError.message } : null,
    retry_at: isoOrNull(retryAt),
  };
}

function titleOf(text: string): string {
  const title = text.trim();
  if (title === '') throw new FieldValidationError({ title: ['An output needs a title.'] });
  if (title.length > longestTitle)
    throw new FieldValidationError({ title: [`A title has at most ${longestTitle} characters.`] });
  return title;
}

/**
 * Checks the configuration of an output, and returns it in its stored form.
 * @param typeId id of the output's type
 * @param given values in the request
 * @param stored stored values of the output, which replace placeholders of secrets in the request
 * @throws FieldValidationError that names the invalid field
 */
function checked(typeId: string, given: ConfigValues, stored: ConfigValues = {}): Record<string, unknown> {
  const type = outputTypesById.get(typeId);
  if (!type) throw new FieldValidationError({ type: [`This server has no outputs of type ${typeId}.`] });
  const { requested_configuration: fields } = type.info;
  const { values: merged } = mergedValues(fields, stored, given);
  const own = Object.fromEntries(Object.entries(merged).filter(([name]) => Object.hasOwn(given, name)));
  const { values, undeclared } = coercedValues(fields, own);
  const wrong = (problem: string): never => {
    throw new FieldValidationError({ configuration: [`Missing or invalid configuration: ${problem}.`] });
  };
  if (undeclared !== undefined) wrong(`the type has no field ${JSON.stringify(undeclared)}`);
  const problem = settingsProblem(type, values);
  return problem === undefined ? values : wrong(problem);
}

export function registerOutputs(
  registry: Registry,
  { config, documents, outputs: running }: Needs<'config' | 'documents' | 'outputs'>,
  entities: Entities,
  streams: StoredEntities<StreamDocument>,
): void {
  const outputs = new StoredEntities<OutputDocument>(documents, entities, {
    type: 'output',
    missing: (id) => `Output with ID <${id}> not found!`,
    leave: ({ id }) => running.forget(id),
  });
  const shown = (output: OutputDocument, caller: Caller): OutputSummary =>
    outputSummary(output, can(caller, permissionOn('outputs:edit', output.id)));
  const listed = (list: readonly OutputDocument[], caller: Caller) => ({
    total: list.length,
    outputs: list.map((output) => shown(output, caller)),
  });

  async function checkAllowed(typeId: string, configuration: ConfigValues): Promise<void> {
    const url = outputTypesById.get(typeId)?.url?.(configuration);
    if (url === undefined || (await isUrlAllowed(config.get('allowList'), url))) return;
    throw new FieldValidationError({
      configuration: [`${url} is not on the URL whitelist. Somebody who may change the configurations can add it.`],
    });
  }

  registry.serve(endpoints.listOutputs, {}, ({ user }) => listed(outputs.all(), user));
  registry.serve(endpoints.outputTypes, {}, () => ({
    types: Object.fromEntries(outputTypes.map(({ info }) => [info.type, info])),
  }));
  registry.serve(endpoints.outputStates, {}, () => ({
    outputs: outputs.all().flatMap(({ id }) => {
      const output = running.figures(id);
      return output ? [statusOf(output)] : [];
    }),
  }));
  registry.serve(endpoints.getOutput, {}, ({ params, user }) => shown(outputs.get(params.outputId), user));
  registry.serve(endpoints.createOutput, { body: CreateOutputRequest }, async ({ body, user }) => {
    if (outputs.all().length >= mostOutputs)
      throw new BadRequestError(
        `There are ${mostOutputs} outputs, which is as many as there may be. Delete one first.`,
      );
    const configuration = checked(body.type, body.configuration);
    await checkAllowed(body.type, configuration);
    const output = await outputs.create(
      {
        id: newEntityId(),
        title: titleOf(body.title),
        type: body.type,
        creator_user_id: user.username,
        created_at: new Date().toISOString(),
        configuration,
        content_pack: body.content_pack ?? null,
      },
      user,
    );
    await running.restart(output.id);
    return shown(output, user);
  });
  registry.serve(endpoints.updateOutput, { body: UpdateOutputRequest }, async ({ params, body, user }) => {
    const old = outputs.get(params.outputId);
    const type = body.type ?? old.type;
    const sameType = type === old.type;
    if (!sameType && body.configuration === undefined)
      throw new FieldValidationError({ configuration: ['Another type needs a configuration of its own.'] });
    const configuration =
      body.configuration === undefined
        ? old.configuration
        : checked(type, body.configuration, sameType ? old.configuration : {});
    if (configuration !== old.configuration) await checkAllowed(type, configuration);
    const title = body.title === undefined ? old.title : titleOf(body.title);
    const output = await outputs.update(old.id, (kept) => ({ ...kept, title, type, configuration }), user);
    await running.restart(output.id);
    return { ...shown(output, user), _id: output.id };
  });
  registry.serve(endpoints.deleteOutput, {}, async ({ params, user }) => {
    await outputs.remove(params.outputId, user);
    return undefined;
  });

  const stored = streamCollection(documents);
  registry.serve(endpoints.listStreamOutputs, {}, ({ params: { streamId }, user }) => {
    authorize(user, permissionOn('streams:read', streamId), 'stream_outputs:read');
    const { outputs: ids } = streams.get(streamId);
    return listed(
      outputs.all().filter(({ id }) => ids.includes(id)),
      user,
    );
  });
  registry.serve(endpoints.getStreamOutput, {}, ({ params: { streamId, outputId }, user }) => {
    authorize(user, permissionOn('streams:read', streamId), permissionOn('stream_outputs:read', outputId));
    if (!streams.get(streamId).outputs.includes(outputId))
      throw new NotFoundError(`The stream has no output with ID <${outputId}>.`);
    return shown(outputs.get(outputId), user);
  });
  /**
   * Changes the outputs of a stream. The default stream may have outputs, although it cannot be edited otherwise.
   * @throws BadRequestError for a stream that belongs to the system
   */
  const changeOutputs = async (streamId: string, change: (ids: readonly string[]) => string[]): Promise<undefined> => {
    if (!streams.get(streamId).is_editable)
      throw new BadRequestError('This stream belongs to the system and cannot have outputs.');
    await stored.update(streamId, (stream) => ({ ...stream, outputs: change(stream.outputs) }));
    return undefined;
  };
  registry.serve(endpoints.addStreamOutputs, { body: AddOutputsRequest }, ({ params: { streamId }, body, user }) => {
    authorize(user, permissionOn('streams:edit', streamId), 'stream_outputs:create');
    for (const id of body.outputs) outputs.get(id);
    return changeOutputs(streamId, (ids) => [...new Set([...ids, ...body.outputs])]);
  });
  registry.serve(endpoints.removeStreamOutput, {}, ({ params: { streamId, outputId }, user }) => {
    authorize(user, permissionOn('streams:edit', streamId), permissionOn('stream_outputs:delete', outputId));
    if (!streams.get(streamId).outputs.includes(outputId))
      throw new NotFoundError(`The stream has no output with ID <${outputId}>.`);
    return changeOutputs(streamId, (ids) => ids.filter((id) => id !== outputId));
  });
}

/** Routes for inputs, their types, static fields, states and failures, and for starting, stopping and trying inputs. */
import * as endpoints from '../../../api/contract/inputs.js';
import {
  InputCreateRequest,
  InputPreviewRequest,
  StaticFieldRequest,
  TestMessageRequest,
  type InputStateSummary,
  type InputSummary,
} from '../../../api/contract/inputs.schema.js';
import { can, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { BadRequestError, ForbiddenError, NotFoundError, TooManyRequestsError } from '../foundation/errors.js';
import {
  ConfigurationError,
  masked,
  TrialError,
  tryInput,
  UnknownInputError,
  type InputDocument,
  type RunningInput,
} from '../intake/index.js';
import type { Registry } from '../http/registry.js';

/** Number of bytes of a refused message that the response also contains as text. */
const excerptBytes = 200;
/**
 * Largest number of concurrent trials, and of concurrent previews. The number is limited because a trial watches the
 * store for some seconds, and a preview reads files for some seconds.
 */
const mostTrials = 4;

/**
 * Runs an action, and converts errors of the inputs to API errors.
 * @throws NotFoundError for an unknown input, BadRequestError for an invalid configuration or a failed trial
 */
export async function reportedInput<T>(action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof UnknownInputError) throw new NotFoundError(error.message);
    if (error instanceof ConfigurationError || error instanceof TrialError) throw new BadRequestError(error.message);
    throw error;
  }
}

export function registerInputs(
  registry: Registry,
  { intake: { inputs }, nodeId, store }: Needs<'intake' | 'nodeId' | 'store'>,
  entities: Entities,
): void {
  function summary(input: InputDocument, caller: Caller): InputSummary {
    const type = inputs.typeOf(input.type);
    const editor = can(caller, `inputs:edit:${input.id}`);
    return {
      id: input.id,
      title: input.title,
      global: input.global,
      name: type?.info.name ?? `Unknown Input (${input.type})`,
      content_pack: input.content_pack,
      created_at: input.created_at,
      type: input.type,
      creator_user_id: input.creator_user_id,
      attributes: masked(type, input.attributes, editor),
      static_fields: { ...input.static_fields },
      node: input.node,
    };
  }

  function stateOf(running: RunningInput, input: InputDocument, caller: Caller): InputStateSummary {
    return {
      id: input.id,
      state: running.state,
      started_at: new Date(running.startedAt).toISOString(),
      detailed_message: running.detail,
      message_input: summary(input, caller),
      listening: running.listening ?? null,
      recognised: running.recognised.list(),
      remark: running.remark,
    };
  }

  const readable = (caller: Caller) => inputs.all().filter(({ id }) => can(caller, `inputs:read:${id}`));
  const states = (caller: Caller) =>
    readable(caller).flatMap((input) => {
      const running = inputs.running(input.id);
      return running ? [stateOf(running, input, caller)] : [];
    });

  registry.serve(endpoints.listInputs, {}, ({ user }) => {
    const list = readable(user).map((input) => summary(input, user));
    return { inputs: list, total: list.length };
  });
  registry.serve(endpoints.getInput, {}, ({ params, user }) =>
    reportedInput(() => summary(inputs.get(params.inputId), user)),
  );
  registry.serve(endpoints.createInput, { body: InputCreateRequest }, ({ body, user }) =>
    reportedInput(async () => {
      const { id } = await inputs.create(body, user.username);
      await entities.created('input', id, user);
      return { id };
    }),
  );
  registry.serve(endpoints.updateInput, { body: InputCreateRequest }, ({ params: { inputId: id }, body, user }) =>
    reportedInput(async () => {
      if (inputs.readsOthers(id, body) && !can(user, 'inputs:create'))
        throw new ForbiddenError('Only who may create inputs may say which files one reads.');
      await inputs.update(id, body);
      await entities.updated('input', id, user);
      return { id };
    }),
  );
  registry.serve(endpoints.deleteInput, {}, ({ params: { inputId: id }, user }) =>
    reportedInput(async () => {
      const { title } = inputs.get(id);
      await inputs.delete(id);
      await entities.removed('input', id, title, user);
      return undefined;
    }),
  );
  // A message that could not be decoded belongs to no stream, so only users who manage the input see it.
  registry.serve(endpoints.inputFailures, {}, ({ params, user }) =>
    reportedInput(() => {
      inputs.get(params.inputId);
      const counters = inputs.running(params.inputId)?.counters;
      const listed = can(user, `inputs:edit:${params.inputId}`) ? (counters?.failures() ?? []) : [];
      const messages = listed.map(({ time, remote, reason, bytes, length }) => ({
        time: new Date(time).toISOString(),
        remote,
        reason,
        excerpt: bytes.toString('utf8', 0, excerptBytes),
        bytes: bytes.toString('base64'),
        length,
      }));
      return { malformed: counters?.malformed ?? 0, dropped: counters?.dropped ?? 0, messages };
    }),
  );

  let trials = 0;
  registry.serve(endpoints.testMessage, { body: TestMessageRequest }, ({ params, body, signal }) =>
    reportedInput(async () => {
      const input = inputs.get(params.inputId);
      if (trials >= mostTrials)
        throw new TooManyRequestsError('Other inputs are being tried. Try again in a moment.', 2);
      trials += 1;
      try {
        const secret = (name: string) => inputs.secretOf(input, name);
        return await tryInput(input, body.text, { running: inputs.running(input.id), secret, store, signal });
      } finally {
        trials -= 1;
      }
    }),
  );

  /** Ids of users with a running preview; each user may run one at a time. */
  const previewing = new Set<string>();
  registry.serve(endpoints.previewInput, { body: InputPreviewRequest }, ({ body, user, signal }) =>
    reportedInput(async () => {
      if (previewing.size >= mostTrials || previewing.has(user.id))
        throw new TooManyRequestsError('Other previews are running. Try again in a moment.', 2);
      previewing.add(user.id);
      try {
        return await inputs.preview(body, signal);
      } finally {
        previewing.delete(user.id);
      }
    }),
  );

  registry.serve(endpoints.inputTypes, {}, () => ({
    types: Object.fromEntries(inputs.types.map(({ info }) => [info.type, info.name])),
  }));
  registry.serve(endpoints.allInputTypes, {}, () =>
    Object.fromEntries(inputs.types.map(({ info }) => [info.type, info])),
  );
  registry.serve(endpoints.inputType, {}, ({ params }) => {
    const type = inputs.typeOf(params.inputType);
    if (!type) throw new NotFoundError(`There is no input type ${params.inputType}.`);
    return type.info;
  });

  registry.serve(endpoints.addStaticField, { body: StaticFieldRequest }, async ({ params, body }) => {
    await reportedInput(() => inputs.addStaticField(params.inputId, body.key, body.value));
    return undefined;
  });
  registry.serve(endpoints.removeStaticField, {}, async ({ params }) => {
    const removed = await reportedInput(() => inputs.removeStaticField(params.inputId, params.key));
    if (!removed) throw new NotFoundError(`The input has no static field "${params.key}".`);
    return undefined;
  });

  registry.serve(endpoints.inputStates, {}, ({ user }) => ({ states: states(user) }));
  registry.serve(endpoints.inputState, {}, ({ params, user }) =>
    reportedInput(() => {
      const input = inputs.get(params.inputId);
      const running = inputs.running(input.id);
      if (!running) throw new NotFoundError(`The input ${input.id} does not run on this node.`);
      return stateOf(running, input, user);
    }),
  );
  const start = (id: string) => reportedInput(async () => (await inputs.start(id), { id }));
  const stop = (id: string) => reportedInput(async () => (await inputs.stop(id), { id }));
  registry.serve(endpoints.startInput, {}, ({ params }) => start(params.inputId));
  registry.serve(endpoints.stopInput, {}, ({ params }) => stop(params.inputId));
  registry.serve(endpoints.clusterInputStates, {}, ({ user }) => ({ [nodeId]: states(user) }));
  registry.serve(endpoints.startInputEverywhere, {}, async ({ params }) => ({ [nodeId]: await start(params.inputId) }));
  registry.serve(endpoints.stopInputEverywhere, {}, async ({ params }) => ({ [nodeId]: await stop(params.inputId) }));
}

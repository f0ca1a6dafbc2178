/** Rule functions that create, drop and route messages, and tell from which input a message came. */
import { defineFunction, optional, type CallContext } from '../function.js';
import { accountedSize } from '../plain-values.js';
import { textOf } from '../value-text.js';
import { DateTime } from '../values.js';

const message = optional('message', 'Message', 'Default: the message that the rule runs on.');

const dropMessage = defineFunction({
  name: 'drop_message',
  parameters: [message],
  returns: 'Void',
  pure: true,
  description: 'Drops the message: later stages do not run and it is not stored. The rules of this stage still run.',
  evaluate([target], context) {
    (target ?? context.message).drop();
  },
});

const createMessage = defineFunction({
  name: 'create_message',
  parameters: [
    optional('message', 'String', 'Default: the text of the message that the rule runs on.'),
    optional('source', 'String', 'Default: the source of the message that the rule runs on.'),
    optional('timestamp', 'DateTime', 'Default: now.'),
  ],
  returns: 'Message',
  description: 'Makes another message, without streams and other fields, that is stored beside this one.',
  evaluate: ([text, source, timestamp], context) =>
    context.createMessage(
      text ?? textOf(context.message.get('message')) ?? '',
      source ?? textOf(context.message.get('source')) ?? '',
      timestamp ?? new DateTime(context.now()),
    ),
});

const cloneMessage = defineFunction({
  name: 'clone_message',
  parameters: [
    message,
    optional(
      'preventLoops',
      'Boolean',
      'true: a copy that this rule made is not copied again. false: copies of copies are not limited. Absent: an error beyond 100.',
    ),
  ],
  returns: 'Message',
  description: 'Makes a copy of the message with its fields and streams, that is stored beside it.',
  evaluate: ([target, preventLoops], context) =>
    context.cloneMessage(target ?? context.message, preventLoops ?? undefined),
});

/** Returns the ids of the streams with this id or, if no id is given, with this title. */
function streamsOf(
  name: string | null | undefined,
  id: string | null | undefined,
  { services }: CallContext,
): string[] {
  if (id !== null && id !== undefined && id !== '') {
    const found = services.streams.byId(id);
    return found ? [found.id] : [];
  }
  return name === null || name === undefined ? [] : services.streams.byTitle(name).map((stream) => stream.id);
}

const stream = [
  optional('name', 'String', 'Title of the stream, exactly as it is written.'),
  optional('id', 'String', 'Id of the stream; when given, the title does not count.'),
  message,
] as const;

const routeToStream = defineFunction({
  name: 'route_to_stream',
  parameters: [...stream, optional('remove_from_default', 'Boolean', 'Takes the message off the default stream.')],
  returns: 'Void',
  description: 'Puts the message onto the stream. A stream that is unknown or paused changes nothing.',
  evaluate([name, id, target, removeFromDefault], context) {
    const ids = streamsOf(name, id, context);
    const routed = target ?? context.message;
    for (const one of ids) routed.addStream(one);
    if (ids.length > 0 && removeFromDefault === true) routed.removeStream(context.services.defaultStreamId);
  },
});

const removeFromStream = defineFunction({
  name: 'remove_from_stream',
  parameters: [...stream],
  returns: 'Void',
  description: 'Takes the message off the stream. A message that is on no stream then is put onto the default stream.',
  evaluate([name, id, target], context) {
    const ids = streamsOf(name, id, context);
    const routed = target ?? context.message;
    for (const one of ids) routed.removeStream(one);
    if (ids.length > 0 && routed.streams.size === 0) routed.addStream(context.services.defaultStreamId);
  },
});

const trafficAccountingSize = defineFunction({
  name: 'traffic_accounting_size',
  parameters: [message],
  returns: 'Long',
  description: 'Size of the message in bytes, as it is accounted for now.',
  evaluate: ([target], context) => BigInt(accountedSize(target ?? context.message)),
});

const fromInput = defineFunction({
  name: 'from_input',
  parameters: [
    optional('id', 'String', 'Id of a running input.'),
    optional('name', 'String', 'Title of an input, in any case.'),
  ],
  returns: 'Boolean',
  description: 'Returns true if the message came from the input. Without id and name the result is null.',
  evaluate([id, name], { message: { inputId }, services }) {
    const hasId = id !== null && id !== undefined && id !== '';
    if (!hasId && (name === null || name === undefined)) return null;
    const input = hasId ? services.inputs.running(id) : services.inputs.byTitle(name ?? '');
    return input !== undefined && input.id === inputId;
  },
});

export const messageFunctions = [
  dropMessage,
  createMessage,
  cloneMessage,
  routeToStream,
  removeFromStream,
  trafficAccountingSize,
  fromInput,
];

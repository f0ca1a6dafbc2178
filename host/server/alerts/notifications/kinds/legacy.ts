/** Sends alarm callbacks, the predecessors of notifications in older reference servers; stored callbacks still run. */
import {
  coercedValues,
  configProblem,
  missingFields,
  type ConfigFields,
} from '../../../../../api/contract/config-fields.js';
import { stringifyJson } from '../../../../../api/json.js';
import { configField } from '../../../intake/config/config-field.js';
import { placeIn } from '../../../outgoing/egress-guard.js';
import { isAddress, isSender } from '../../../foundation/addresses.js';
import { refuse, text, texts, type Problems, type StoredConfig } from '../fields.js';
import { NeverError } from '../delivery-errors.js';
import type { Means, NotificationKind, NotificationAttempt } from '../kind.js';
import { modelOf, payloadOf } from '../model.js';
import { templateProblem } from '../templates/parse.js';
import { defaultBody, defaultSubject } from './email-templates.js';
import { line, post, recipientsOf, rendered } from './email.js';
import { addressProblem, originOf, postTo } from './post.js';

interface CallbackType {
  readonly name: string;
  readonly fields: ConfigFields;
  readonly check: (values: StoredConfig, means: Means) => string | undefined | Promise<string | undefined>;
  readonly tell: (values: StoredConfig, attempt: NotificationAttempt) => Promise<void>;
}

const emailFields = {
  sender: configField('text', 'Sender', 'Address that the e-mail comes from', '', { position: 0 }),
  subject: configField('text', 'Subject', 'Subject of the e-mail', defaultSubject, { mandatory: true, position: 1 }),
  body: configField('text', 'Body', 'Template of the text', defaultBody, { position: 2, attributes: ['textarea'] }),
  user_receivers: configField('list', 'Users', 'Users who get the e-mail', [], { position: 3 }),
  email_receivers: configField('list', 'Addresses', 'Addresses that get the e-mail', [], {
    position: 4,
    attributes: ['allow_create'],
  }),
} as const satisfies ConfigFields;

export const callbackTypes: Readonly<Record<string, CallbackType>> = {
  'org.graylog2.alarmcallbacks.EmailAlarmCallback': {
    name: 'E-mail callback (deprecated)',
    fields: emailFields,
    check: (values) => {
      const addresses = texts(values, 'email_receivers');
      const wrong = addresses.find((one) => !isAddress(one));
      const sender = text(values, 'sender');
      const template = templateProblem(text(values, 'subject')) ?? templateProblem(text(values, 'body'));
      const problem =
        wrong !== undefined
          ? `"email_receivers" has ${wrong}, which is not an e-mail address`
          : addresses.length === 0 && texts(values, 'user_receivers').length === 0
            ? 'recipients are missing: addresses, users, or both'
            : sender !== '' && !isSender(sender)
              ? '"sender" is not an e-mail address'
              : template?.message;
      return Promise.resolve(problem);
    },
    tell: async (values, attempt) => {
      const model = modelOf(attempt.job, 'UTC');
      const letter = {
        sender: text(values, 'sender'),
        replyTo: '',
        subject: line(rendered(text(values, 'subject'), model, 'none')),
        body: rendered(text(values, 'body').trim() === '' ? defaultBody : text(values, 'body'), model, 'none'),
        html: '',
      };
      const { addressOf } = attempt.means;
      await post(
        letter,
        recipientsOf(texts(values, 'email_receivers'), texts(values, 'user_receivers'), addressOf),
        attempt,
      );
    },
  },
  'org.graylog2.alarmcallbacks.HTTPAlarmCallback': {
    name: 'HTTP callback (deprecated)',
    fields: { url: configField('text', 'URL', 'Address that is called', '', { mandatory: true, position: 0 }) },
    check: (values) => {
      const problem = addressProblem(text(values, 'url'));
      return problem && `"url": ${problem}`;
    },
    tell: async (values, attempt) => {
      const entered = text(values, 'url');
      const url = new URL(entered);
      const { event, eventDefinition, backlog } = attempt.job;
      const body = {
        check_result: {
          result_description: event.message,
          triggered_condition: {
            id: eventDefinition.id,
            type: eventDefinition.config.type,
            title: eventDefinition.title,
          },
          triggered_at: event.timestamp,
          triggered: true,
          matching_messages: backlog,
        },
        stream: { id: event.source_streams[0] ?? null },
        ...payloadOf(attempt.job),
      };
      const headers = { 'Content-Type': 'application/json' };
      await postTo({ url, entered, headers, body: stringifyJson(body), to: placeIn(url) }, attempt);
    },
  },
};

const callbackType = (id: string): CallbackType | undefined =>
  Object.hasOwn(callbackTypes, id) ? callbackTypes[id] : undefined;

const valuesOf = (config: StoredConfig): StoredConfig => {
  const held = config['configuration'];
  return { ...(typeof held === 'object' && held !== null ? held : {}), type: text(config, 'callback_type') };
};

/**
 * Returns the configuration of a callback with every field of its type, and its first problem. The problem is undefined
 * if the configuration is valid.
 */
export async function checkedCallback(
  typeId: string,
  given: Readonly<Record<string, unknown>>,
  means: Means,
): Promise<{ readonly values: Record<string, unknown>; readonly problem: string | undefined }> {
  const type = callbackType(typeId);
  if (!type) return { values: {}, problem: `This server has no callbacks of type ${typeId}.` };
  const { values, undeclared } = coercedValues(type.fields, given);
  const [missing] = missingFields(type.fields, values);
  const problem =
    undeclared !== undefined
      ? `the type has no field ${JSON.stringify(undeclared)}`
      : missing !== undefined
        ? `"${missing}" is mandatory`
        : (configProblem(type.fields, values) ?? (await type.check({ ...values, type: typeId }, means)));
  return { values, problem: problem && `Missing or invalid configuration: ${problem}.` };
}

export const legacy: NotificationKind = {
  type: 'legacy-alarm-callback-notification-v1',
  fields: {
    callback_type: { kind: 'text', otherwise: '', longest: 200 },
    configuration: { kind: 'values' },
  },
  destination: (config) => originOf(text(valuesOf(config), 'url')),
  check: async (config, _entered, means) => {
    const problems: Problems = {};
    const type = text(config, 'callback_type');
    if (type === '') refuse(problems, 'callback_type', 'The type of the callback is missing.');
    else if (!callbackType(type)) refuse(problems, 'callback_type', `This server has no callbacks of type ${type}.`);
    else {
      const { type: _type, ...given } = valuesOf(config);
      const { problem } = await checkedCallback(type, given, means);
      if (problem !== undefined) refuse(problems, 'configuration', problem);
    }
    return problems;
  },
  tell: async (attempt) => {
    const values = valuesOf(attempt.config);
    const type = callbackType(values.type);
    if (!type) throw new NeverError(`This server has no callbacks of type ${values.type}.`);
    await type.tell(values, attempt);
  },
};

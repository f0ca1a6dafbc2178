/**
 * Validates notifications from requests, and converts them to their stored form (contract dashboards-sharing-alerts
 * NOTIFICATION VALIDATION).
 */
import type { EventNotificationBody } from '../../../../api/contract/event-notifications.schema.js';
import type { SecretBox } from '../../auth/secret-box.js';
import { ValidationResultError } from '../../foundation/errors.js';
import type { NotificationDocument } from './event-notifications.js';
import { hidden, openedSecrets, readConfig, refuse, sealedConfig, type Problems, type StoredConfig } from './fields.js';
import type { Means, NotificationKind, Secrets } from './kind.js';
import { kindOf } from './kinds/index.js';

/** Largest length of a title in characters. */
const longestTitle = 1000;
/** Largest length of a description in characters. */
const longestDescription = 10_000;

export interface CheckedNotification {
  readonly title: string;
  readonly description: string;
  readonly kind: NotificationKind;
  /** Configuration with the stored secrets, but without newly entered secrets. */
  readonly config: StoredConfig;
  readonly entered: Secrets;
}

export const typeOf = ({ config }: EventNotificationBody): string => {
  const type = config?.['type'];
  return typeof type === 'string' ? type : '';
};

/** Notifications that may lack their secrets (`bringNotification`). */
const brought = new WeakSet<object>();

/**
 * Permits storing a notification of a content pack without its secrets; sending fails until a user enters the secrets.
 */
export const bringNotification = (body: EventNotificationBody): EventNotificationBody => {
  brought.add(body);
  return body;
};

/** Tells whether a field is hidden at least from users who may not change the notification. */
export const isSecretField = (kind: NotificationKind, name: string): boolean => {
  const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
  return field?.kind === 'secret' || field?.isSensitive === true;
};

/**
 * Checks a notification from a request.
 * @param stored the present notification, whose secrets are kept where the request has none; undefined: a new
 * notification
 * @throws ValidationResultError with the problems by field
 */
export async function checkedNotification(
  body: EventNotificationBody,
  stored: NotificationDocument | undefined,
  means: Means,
): Promise<CheckedNotification> {
  const problems: Problems = {};
  const title = (body.title ?? '').trim();
  const description = body.description ?? '';
  if (title === '') refuse(problems, 'title', 'A notification needs a title.');
  if (title.length > longestTitle) refuse(problems, 'title', `A title has at most ${longestTitle} characters.`);
  if (description.length > longestDescription)
    refuse(problems, 'description', `A description has at most ${longestDescription} characters.`);
  const type = typeOf(body);
  const kind = kindOf(type);
  if (!kind) {
    refuse(
      problems,
      'config',
      type === '' ? 'The type is missing.' : `This server has no notifications of type ${type}.`,
    );
    throw new ValidationResultError(problems);
  }
  const old = stored?.config.type === type ? stored.config : undefined;
  const given = Object.fromEntries(
    Object.entries(body.config ?? {}).map(([name, value]) => [name, value === hidden && old ? old[name] : value]),
  );
  const { config, entered, problems: wrong } = readConfig(kind.fields, { ...given, type }, old);
  const more = await kind.check(config, entered, means);
  for (const [field, texts] of Object.entries({ ...more, ...wrong }))
    if (!brought.has(body) || !isSecretField(kind, field) || (config[field] ?? '') !== '') problems[field] = texts;
  if (old && kind.destination(old) !== kind.destination(config)) {
    for (const [name, { kind: held }] of Object.entries(kind.fields)) {
      if (held === 'secret' && config[name] !== null && entered[name] === undefined)
        refuse(problems, name, 'It must be entered again, as it goes to another address.');
    }
  }
  if (Object.keys(problems).length > 0) throw new ValidationResultError(problems);
  return { title, description, kind, config, entered };
}

/** Converts a notification to its stored form. */
export async function storedNotification(
  box: SecretBox,
  id: string,
  { title, description, config, entered }: CheckedNotification,
): Promise<NotificationDocument> {
  return { id, title, description, config: await sealedConfig(box, id, { config, entered }) };
}

/**
 * Returns the secrets with which a notification is tested: the stored secrets, replaced by the secrets that the user
 * has entered.
 */
export async function secretsOf(
  box: SecretBox,
  id: string,
  { kind, config, entered }: Pick<CheckedNotification, 'kind' | 'config' | 'entered'>,
): Promise<Secrets> {
  return { ...(await openedSecrets(box, id, kind.fields, config)), ...entered };
}

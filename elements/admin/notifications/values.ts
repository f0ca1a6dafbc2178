/**
 * Converts the values of the notification form from a stored notification and to the request body, and validates them.
 */
import { isStoredSecret } from '../../../api/contract/config-fields.js';
import type {
  EventNotification,
  EventNotificationBody,
  NotificationConfig,
} from '../../../api/contract/event-notifications.js';
import { legacyType, typeOf, type TypeField } from './types.js';

export interface NotificationValues {
  readonly title: string;
  readonly description: string;
  /** Type of the notification; empty while none is selected. */
  readonly type: string;
  /** Values of the type's configuration by the name of the field. */
  readonly [field: string]: unknown;
}

/** Properties in the configuration of the legacy type. */
const legacyNames = ['callback_type', 'configuration'] as const;

function initialOf(field: TypeField): unknown {
  switch (field.kind) {
    case 'addresses':
    case 'users':
      return [];
    case 'secret':
      return null;
    default:
      return field.initial;
  }
}

/** Returns the initial values of a type's configuration. */
export function initialValues(type: string): Readonly<Record<string, unknown>> {
  if (type === legacyType) return { callback_type: '', configuration: {} };
  return Object.fromEntries((typeOf(type)?.fields ?? []).map((field) => [field.name, initialOf(field)]));
}

/** Returns the value of the form for a secret: a stored secret is kept until the user enters another one. */
const kept = (stored: unknown): unknown => (isStoredSecret(stored) ? { keep_value: true } : null);

export function valuesOf({ title, description, config }: EventNotification): NotificationValues {
  const { type } = config;
  const fields = typeOf(type)?.fields ?? [];
  const own =
    type === legacyType
      ? Object.fromEntries(legacyNames.map((name) => [name, config[name]]))
      : Object.fromEntries(
          fields.map((field) => {
            const stored = config[field.name];
            return [field.name, field.kind === 'secret' ? kept(stored) : (stored ?? initialOf(field))];
          }),
        );
  return { ...initialValues(type), ...own, title, description, type };
}

/**
 * Returns the request body that saves the notification.
 * @param id id of the stored notification; undefined for a new notification
 */
export function bodyOf(values: NotificationValues, id: string | undefined): EventNotificationBody {
  const { title, description, type } = values;
  const names: readonly string[] =
    type === legacyType ? legacyNames : (typeOf(type)?.fields ?? []).map(({ name }) => name);
  const config: NotificationConfig = { type };
  for (const name of names) config[name] = values[name] ?? null;
  return { ...(id !== undefined && { id }), title: title.trim(), description: description.trim(), config };
}

/** Returns whether a field is filled in, which includes that a stored secret is kept. */
function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && value !== undefined && !Object.hasOwn(value, 'delete_value');
}

const words = {
  title: 'Title is required',
  type: 'Choose a type of notification.',
  callback: 'Choose a type of callback.',
  required: (label: string): string => `${label} is required`,
  both: 'API Key and API Secret come together.',
  body: 'One of the two bodies is required.',
  recipients: 'Recipients are required: users, addresses, or both.',
  count: 'A whole number from 0 on is needed.',
  color: 'A color is written as #rrggbb.',
} as const;

function faultOf(field: TypeField, value: unknown): string | undefined {
  if (field.required && !isFilled(value)) return words.required(field.label);
  if (field.kind === 'count' && !(Number.isInteger(value) && Number(value) >= 0)) return words.count;
  if (field.kind === 'color' && !/^#[0-9a-f]{6}$/i.test(String(value))) return words.color;
  return undefined;
}

/** Returns the errors of the values by the name of the field; undefined for a field without an error. */
export function faultsOf(values: NotificationValues): Record<string, string | undefined> {
  const faults: Record<string, string | undefined> = {
    title: values.title.trim() === '' ? words.title : undefined,
    type: values.type === '' ? words.type : undefined,
  };
  for (const field of typeOf(values.type)?.fields ?? []) faults[field.name] = faultOf(field, values[field.name]);
  if (values.type === legacyType && !isFilled(values['callback_type'])) faults['callback_type'] = words.callback;
  if ('api_secret' in initialValues(values.type)) {
    const [key, secret] = [isFilled(values['api_key']), isFilled(values['api_secret'])];
    if (key !== secret) faults[key ? 'api_secret' : 'api_key'] = words.both;
  }
  if (
    'custom_incident' in initialValues(values.type) &&
    values['custom_incident'] === true &&
    !isFilled(values['key_prefix'])
  )
    faults['key_prefix'] = words.required('Incident key prefix');
  if (values.type === 'email-notification-v1') {
    if (!isFilled(values['user_recipients']) && !isFilled(values['email_recipients']))
      faults['email_recipients'] = words.recipients;
    if (!isFilled(values['body_template']) && !isFilled(values['html_body_template']))
      faults['body_template'] = words.body;
  }
  return faults;
}

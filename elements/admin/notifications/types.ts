/** Lists the types of notifications with their titles and fields (screens/dashboards-sharing-alerts.md §10.3). */
import type { TemplatePreviewRequest } from '../../../api/contract/event-notifications.js';
import { defaultHtmlBody, defaultSubject, defaultTextBody } from './default-templates.js';

export type Escape = NonNullable<TemplatePreviewRequest['escape']>;

interface Common {
  /** Name of the property of the configuration that the field sets. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly required?: true;
  /** True for a text that may stay empty; the form marks its field as optional. */
  readonly optional?: true;
  /** True for a single-line template: `${name}` is replaced by a value of the event. */
  readonly template?: true;
}

export type TypeField = Common &
  (
    | { readonly kind: 'text' | 'url' | 'zone' | 'color'; readonly initial: string }
    /** Field for a text of several lines; in a template, `${name}` is replaced by a value of the event. */
    | { readonly kind: 'template' | 'lines'; readonly initial: string }
    | { readonly kind: 'boolean'; readonly initial: boolean }
    /** Field for a whole number. */
    | { readonly kind: 'count'; readonly initial: number }
    | { readonly kind: 'addresses' | 'users' }
    /** Select; `among` maps the values of its options to their labels. */
    | { readonly kind: 'choice'; readonly initial: string; readonly among: Readonly<Record<string, string>> }
    /** Field for a secret, which is stored and never shown. */
    | { readonly kind: 'secret'; readonly lines?: true }
  );

export interface NotificationType {
  readonly type: string;
  readonly title: string;
  readonly fields: readonly TypeField[];
  /** True for an obsolete type, of which notifications can be edited but not created. */
  readonly old?: true;
  /** True for a type that the reference server does not have. */
  readonly beyond?: true;
}

export const legacyType = 'legacy-alarm-callback-notification-v1';

const zone: TypeField = {
  name: 'time_zone',
  label: 'Time zone for date/time values',
  kind: 'zone',
  initial: 'UTC',
  help: 'Times in the text are shown in this zone.',
};
const backlogSize: TypeField = {
  name: 'backlog_size',
  label: 'Message backlog limit',
  kind: 'count',
  initial: 0,
  help: 'The text can use at most this many messages of the event.',
};
const color: TypeField = { name: 'color', label: 'Color', kind: 'color', initial: '#ff0500', help: '#rrggbb' };
const message: TypeField = {
  name: 'custom_message',
  label: 'Custom message',
  kind: 'template',
  initial: '',
  optional: true,
  help: 'If empty, the text says what has happened, with its priority, time, key and messages.',
};
const webhook: TypeField = { name: 'webhook_url', label: 'Webhook URL', kind: 'url', initial: '', required: true };

const httpFields: readonly TypeField[] = [
  { name: 'url', label: 'URL', kind: 'url', initial: '', required: true },
  { name: 'skip_tls_verification', label: 'Skip TLS verification', kind: 'boolean', initial: false },
  { name: 'basic_auth', label: 'Basic authentication', kind: 'secret', help: 'user:password' },
  {
    name: 'api_key',
    label: 'API Key',
    kind: 'text',
    initial: '',
    optional: true,
    help: 'Name of a parameter that is added to the URL, with the secret as its value.',
  },
  { name: 'api_secret', label: 'API Secret', kind: 'secret' },
];
const iconUrl: TypeField = { name: 'icon_url', label: 'Icon URL', kind: 'text', initial: '', optional: true };

const pagerDutyFields: readonly TypeField[] = [
  {
    name: 'routing_key',
    label: 'Routing key',
    kind: 'text',
    initial: '',
    required: true,
    help: 'Integration key of the service in PagerDuty: 32 characters.',
  },
  {
    name: 'custom_incident',
    label: 'Use custom incident key',
    kind: 'boolean',
    initial: true,
    help: 'Events of the same definition and key belong to one incident; its key begins with the prefix.',
  },
  { name: 'key_prefix', label: 'Incident key prefix', kind: 'text', initial: '' },
  { name: 'client_name', label: 'Client name', kind: 'text', initial: '', required: true },
  { name: 'client_url', label: 'Client URL', kind: 'text', initial: '', required: true },
  { name: 'pager_duty_title', label: 'Incident title', kind: 'template', initial: '', optional: true },
];

export const notificationTypes: readonly NotificationType[] = [
  {
    type: 'email-notification-v1',
    title: 'Email Notification',
    fields: [
      { name: 'subject', label: 'Subject', kind: 'text', template: true, initial: defaultSubject, required: true },
      { name: 'reply_to', label: 'Reply-To', kind: 'text', initial: '', optional: true },
      {
        name: 'sender',
        label: 'Sender',
        kind: 'text',
        initial: '',
        optional: true,
        help: 'If empty, the sender that is configured for the server is used.',
      },
      { name: 'user_recipients', label: 'User recipient(s)', kind: 'users' },
      {
        name: 'email_recipients',
        label: 'Email recipient(s)',
        kind: 'addresses',
        help: 'Type an address and press Enter. At least one user or address is required.',
      },
      zone,
      { name: 'body_template', label: 'Body Template', kind: 'template', initial: defaultTextBody },
      { name: 'html_body_template', label: 'HTML Body Template', kind: 'template', initial: defaultHtmlBody },
    ],
  },
  {
    type: 'http-notification-v1',
    title: 'HTTP Notification',
    fields: httpFields,
  },
  {
    type: 'http-notification-v2',
    title: 'Custom HTTP Notification',
    beyond: true,
    fields: [
      ...httpFields,
      { name: 'api_key_as_header', label: 'API Key and Secret are a header', kind: 'boolean', initial: false },
      {
        name: 'method',
        label: 'HTTP method',
        kind: 'choice',
        initial: 'POST',
        among: { POST: 'POST', PUT: 'PUT', GET: 'GET' },
      },
      {
        name: 'content_type',
        label: 'Content type',
        kind: 'choice',
        initial: 'JSON',
        among: { JSON: 'application/json', FORM_DATA: 'application/x-www-form-urlencoded', PLAIN_TEXT: 'text/plain' },
      },
      {
        name: 'body_template',
        label: 'Body Template',
        kind: 'template',
        initial: '',
        optional: true,
        help: 'If empty, the body holds the event and its messages as JSON. GET has no body.',
      },
      zone,
      {
        name: 'headers',
        label: 'Headers',
        kind: 'lines',
        initial: '',
        optional: true,
        help: 'Write one per line, such as X-Name: value',
      },
      { name: 'secret_headers', label: 'Secret headers', kind: 'secret', lines: true, help: 'One per line' },
    ],
  },
  {
    type: 'slack-notification-v1',
    title: 'Slack Notification',
    fields: [
      color,
      webhook,
      { name: 'channel', label: 'Channel', kind: 'text', initial: '', required: true, help: '#channel or @user' },
      message,
      backlogSize,
      { name: 'user_name', label: 'User name', kind: 'text', initial: '', optional: true },
      { name: 'notify_channel', label: 'Notify channel', kind: 'boolean', initial: false },
      { name: 'link_names', label: 'Link names', kind: 'boolean', initial: false },
      iconUrl,
      { name: 'icon_emoji', label: 'Icon emoji', kind: 'text', initial: '', optional: true },
      zone,
    ],
  },
  {
    type: 'teams-notification-v1',
    title: 'Microsoft Teams Notification',
    fields: [color, webhook, message, backlogSize, iconUrl, zone],
  },
  { type: 'pagerduty-notification-v2', title: 'PagerDuty Notification', fields: pagerDutyFields },
  { type: 'pagerduty-notification-v1', title: 'PagerDuty Notification (v1)', fields: pagerDutyFields, old: true },
  { type: legacyType, title: 'Legacy Alarm Callbacks', fields: [] },
];

const ofContents: Readonly<Record<string, Escape>> = { JSON: 'json', FORM_DATA: 'url', PLAIN_TEXT: 'none' };

/** Returns how the server escapes values in the template with a name, which may depend on the configuration. */
export function escapeOf(name: string, config: Readonly<Record<string, unknown>>): Escape {
  if (name === 'html_body_template') return 'html';
  const content = config['content_type'];
  return typeof content === 'string' ? (ofContents[content] ?? 'json') : 'none';
}

/** Returns whether a type has a template that can be previewed. */
export const hasTemplates = ({ fields }: NotificationType): boolean =>
  fields.some(({ kind, template }) => kind === 'template' || template === true);

export const typeOf = (type: string): NotificationType | undefined =>
  notificationTypes.find((one) => one.type === type);

/** Returns the displayed title of a type; for an unknown type, its name. */
export const typeTitle = (type: string): string => typeOf(type)?.title ?? type;

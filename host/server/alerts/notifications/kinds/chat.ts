/**
 * Sends notifications to Slack, Microsoft Teams and PagerDuty (contract dashboards-sharing-alerts SlackConfig,
 * TeamsConfig, PagerDutyConfig).
 */
import { stringifyJson } from '../../../../../api/json.js';
import { isWebAddress } from '../../../../../api/web-address.js';
import { count, flag, refuse, text, type Fields, type Problems, type StoredConfig } from '../fields.js';
import { NeverError } from '../delivery-errors.js';
import type { NotificationKind, NotificationAttempt } from '../kind.js';
import { modelOf, payloadOf } from '../model.js';
import { rendered } from './email.js';
import { addressProblem, originOf, postTo } from './post.js';

const usualMessage = `\${event_definition_title}: \${event.message}
Priority \${event.priority}, \${event.timestamp}\${if event.key}, key \${event.key}\${end}\${foreach backlog message}
- \${message.timestamp} \${message.source} \${message.message}\${end}`;
const usualColor = '#ff0500';
const color = /^#[0-9a-f]{6}$/i;

const hook = {
  color: { kind: 'text', otherwise: usualColor, longest: 7 },
  // Anybody who knows the address of a webhook can post to it, so the address is treated as a secret.
  webhook_url: { kind: 'text', otherwise: '', isSensitive: true },
  custom_message: { kind: 'template', otherwise: usualMessage },
  icon_url: { kind: 'text', otherwise: '', mayBeNull: true },
  backlog_size: { kind: 'count', otherwise: 0 },
  time_zone: { kind: 'text', otherwise: 'UTC', longest: 100 },
} as const satisfies Fields;

function checkHook(config: StoredConfig): Problems {
  const problems: Problems = {};
  const address = addressProblem(text(config, 'webhook_url'));
  if (address !== undefined) refuse(problems, 'webhook_url', address);
  if (!color.test(text(config, 'color'))) refuse(problems, 'color', 'A colour is written as #rrggbb.');
  const icon = text(config, 'icon_url');
  if (icon !== '' && !isWebAddress(icon)) refuse(problems, 'icon_url', 'It must be an address of http or https.');
  return problems;
}

const destination = (config: StoredConfig): string => originOf(text(config, 'webhook_url'));

function messageOf({ config, job }: NotificationAttempt): string {
  const backlog = job.backlog.slice(0, count(config, 'backlog_size'));
  const template = text(config, 'custom_message');
  const model = modelOf({ ...job, backlog }, text(config, 'time_zone'));
  return rendered(template.trim() === '' ? usualMessage : template, model, 'none');
}

/** Posts to a webhook. Reports do not contain the path of its address, which is a secret. */
async function postToHook(attempt: NotificationAttempt, body: unknown): Promise<void> {
  const entered = text(attempt.config, 'webhook_url');
  const problem = addressProblem(entered);
  if (problem !== undefined) throw new NeverError(`webhook_url: ${problem}`);
  const url = new URL(entered);
  const headers = { 'Content-Type': 'application/json' };
  await postTo({ url, entered, headers, body: stringifyJson(body), to: url.origin }, attempt);
}

/** Escapes control sequences of Slack, such as `<!channel>`, so that log text cannot use them. */
const plain = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const slack: NotificationKind = {
  type: 'slack-notification-v1',
  fields: {
    ...hook,
    channel: { kind: 'text', otherwise: '', longest: 200 },
    user_name: { kind: 'text', otherwise: '', mayBeNull: true, longest: 200 },
    notify_channel: { kind: 'boolean', otherwise: false },
    link_names: { kind: 'boolean', otherwise: false },
    icon_emoji: { kind: 'text', otherwise: '', mayBeNull: true, longest: 200 },
  },
  destination,
  check: (config) => {
    const problems = checkHook(config);
    if (text(config, 'channel') === '') refuse(problems, 'channel', 'A channel is missing.');
    return problems;
  },
  tell: async (attempt) => {
    const { config, title } = attempt;
    const [userName, icon, emoji] = [text(config, 'user_name'), text(config, 'icon_url'), text(config, 'icon_emoji')];
    await postToHook(attempt, {
      channel: text(config, 'channel'),
      text: `${flag(config, 'notify_channel') ? '<!channel> ' : ''}${plain(title)}`,
      link_names: flag(config, 'link_names'),
      ...(userName !== '' && { username: userName }),
      ...(icon !== '' && { icon_url: icon }),
      ...(emoji !== '' && { icon_emoji: emoji }),
      attachments: [{ color: text(config, 'color'), text: plain(messageOf(attempt)), mrkdwn_in: ['text'] }],
    });
  },
};

export const teams: NotificationKind = {
  type: 'teams-notification-v1',
  fields: hook,
  destination,
  check: checkHook,
  tell: async (attempt) => {
    const { config, job } = attempt;
    const icon = text(config, 'icon_url');
    await postToHook(attempt, {
      '@type': 'MessageCard',
      '@context': 'https://schema.org/extensions',
      themeColor: text(config, 'color').slice(1),
      summary: job.eventDefinition.title || 'Alert',
      sections: [
        {
          activityTitle: job.eventDefinition.title,
          activitySubtitle: job.event.message,
          ...(icon !== '' && { activityImage: icon }),
          text: messageOf(attempt).replaceAll('\n', '  \n'),
          markdown: false,
        },
      ],
    });
  },
};

/** Maps the priority of an event to the severity of a PagerDuty incident. */
const severities: Readonly<Record<number, string>> = { 1: 'info', 2: 'warning', 3: 'critical' };
const longestKey = 255;
const longestSummary = 1024;

export const pagerDuty: NotificationKind = {
  type: 'pagerduty-notification-v2',
  fields: {
    routing_key: { kind: 'text', otherwise: '', longest: 100, isSensitive: true },
    custom_incident: { kind: 'boolean', otherwise: true },
    key_prefix: { kind: 'text', otherwise: '', longest: 100 },
    client_name: { kind: 'text', otherwise: '', longest: 200 },
    client_url: { kind: 'text', otherwise: '' },
    pager_duty_title: { kind: 'template', otherwise: '' },
  },
  destination: () => '',
  check: (config) => {
    const problems: Problems = {};
    if (text(config, 'routing_key').length !== 32) refuse(problems, 'routing_key', 'A routing key has 32 characters.');
    if (flag(config, 'custom_incident') && text(config, 'key_prefix') === '')
      refuse(problems, 'key_prefix', 'A prefix of the key is missing.');
    if (text(config, 'client_name') === '') refuse(problems, 'client_name', 'The name of the client is missing.');
    if (!isWebAddress(text(config, 'client_url')))
      refuse(problems, 'client_url', 'It must be an address of http or https.');
    return problems;
  },
  tell: async (attempt) => {
    const { config, job, means } = attempt;
    const { event, eventDefinition } = job;
    const template = text(config, 'pager_duty_title');
    const summary =
      template.trim() === '' ? event.message : rendered(template, modelOf(job, 'UTC'), 'none').replace(/\s+/g, ' ');
    const key = [text(config, 'key_prefix'), event.streams.join(','), eventDefinition.id, event.key ?? '']
      .filter((part) => part !== '')
      .join('/');
    const body = {
      routing_key: text(config, 'routing_key'),
      event_action: 'trigger',
      ...(flag(config, 'custom_incident') && { dedup_key: key.slice(0, longestKey) }),
      client: text(config, 'client_name'),
      client_url: text(config, 'client_url'),
      payload: {
        summary: summary.slice(0, longestSummary) || eventDefinition.title,
        source: event.source,
        severity: severities[event.priority] ?? 'warning',
        timestamp: event.timestamp,
        component: eventDefinition.title,
        group: event.source_streams.join(', '),
        class: eventDefinition.config.type,
        custom_details: payloadOf({ ...job, backlog: job.backlog.slice(0, 10) }),
      },
    };
    const url = new URL(means.pagerDutyUrl);
    const headers = { 'Content-Type': 'application/json' };
    await postTo({ url, headers, body: stringifyJson(body), to: url.host }, attempt);
  },
};

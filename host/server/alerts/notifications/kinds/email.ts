/** Sends e-mail notifications: one e-mail per address, as text and, if an HTML template is configured, as HTML. */
import { isAddress, isSender } from '../../../foundation/addresses.js';
import { refuse, text, texts, type Fields, type Problems } from '../fields.js';
import { LaterError, NeverError } from '../delivery-errors.js';
import type { NotificationKind, NotificationAttempt } from '../kind.js';
import { modelOf } from '../model.js';
import { parseTemplate, TemplateError } from '../templates/parse.js';
import { beginning, renderTemplate, type Escape } from '../templates/render.js';
import { defaultBody, defaultSubject } from './email-templates.js';
import { errorOf } from '../../../foundation/caught.js';

const fields: Fields = {
  sender: { kind: 'template', otherwise: '' },
  reply_to: { kind: 'template', otherwise: '' },
  subject: { kind: 'template', otherwise: defaultSubject },
  body_template: { kind: 'template', otherwise: '' },
  html_body_template: { kind: 'template', otherwise: '' },
  email_recipients: { kind: 'texts' },
  user_recipients: { kind: 'texts' },
  time_zone: { kind: 'text', otherwise: 'UTC', longest: 100 },
};
const longestSubject = 500;

const isTemplate = (value: string): boolean => value.includes('${');

/**
 * Renders a template; a text that was cut at its limit ends with an ellipsis.
 * @throws NeverError for an invalid template, which only earlier versions could store
 */
export function rendered(template: string, model: Readonly<Record<string, unknown>>, escape: Escape): string {
  try {
    const { text: rendered, cut } = renderTemplate(parseTemplate(template), model, { escape });
    return cut ? `${rendered}…` : rendered;
  } catch (error) {
    if (error instanceof TemplateError) throw new NeverError(`The template cannot be read. ${error.message}`);
    throw error;
  }
}

/** Converts a text to a single line of limited length. */
export const line = (value: string): string => beginning(value.replace(/[\s\p{C}]+/gu, ' ').trim(), longestSubject);

/** The e-mail that every recipient gets. */
export interface Letter {
  readonly sender: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
}

/**
 * Sends an e-mail to each recipient.
 * @param recipients maps the name that the delivery history shows to an e-mail address; undefined: the user has no
 * valid address
 * @throws LaterError when sending to some recipients must be tried again; NeverError when the sender is missing or
 * invalid, or when no recipient can receive the e-mail; the errors of `Mailer.open`
 */
export async function post(
  letter: Letter,
  recipients: ReadonlyMap<string, string | undefined>,
  { means, signal, done, report }: NotificationAttempt,
): Promise<void> {
  const { sender, replyTo, subject, body, html } = letter;
  const from = sender === '' ? means.mailer.facts().sender : sender;
  const connection = await means.mailer.open(signal).catch((error: Error) => {
    for (const name of recipients.keys())
      if (!done.has(name)) report({ to: name, body, error: error.message, isLater: true });
    throw error;
  });
  let [later, never]: (Error | undefined)[] = [];
  let arrived = false;
  try {
    if (from === '')
      throw new NeverError('There is no sender for e-mail. Enter one in the notification or in the e-mail settings.');
    if (!isSender(from))
      throw new NeverError(
        `The sender "${from}" is not an e-mail address. Correct it in the notification or settings.`,
      );
    for (const [name, address] of recipients) {
      if (done.has(name)) continue;
      if (address === undefined) {
        report({ to: name, body, error: 'The user does not exist or has no valid e-mail address.' });
        never ??= new NeverError(`The user ${name} has no e-mail address. Enter one in the profile of the user.`);
        continue;
      }
      try {
        await connection.send({
          from,
          to: address,
          replyTo: isSender(replyTo) ? replyTo : '',
          subject,
          text: body,
          html,
        });
        arrived = true;
        report({ to: name, body });
      } catch (error) {
        if (!(error instanceof NeverError)) {
          later = errorOf(error);
          report({ to: name, body, error: later.message, isLater: true });
        } else {
          never = error;
          report({ to: name, body, error: error.message });
        }
        if (signal.aborted) break;
      }
    }
  } finally {
    connection.close();
  }
  if (later) throw later instanceof LaterError ? later : new LaterError(later.message);
  if (never && !arrived && done.size === 0) throw never;
}

/**
 * Returns the recipients; each address occurs once. The key is the name that the delivery history shows. The value is
 * the e-mail address; undefined: the user has no valid address.
 */
export function recipientsOf(
  addresses: readonly string[],
  users: readonly string[],
  addressOf: (username: string) => string | undefined,
): Map<string, string | undefined> {
  const recipients = new Map<string, string | undefined>();
  for (const address of addresses) recipients.set(address, address);
  for (const username of users) {
    const entered = addressOf(username)?.trim() ?? '';
    // Users enter their addresses themselves: a value that is not exactly one address is ignored.
    const address = isAddress(entered) ? entered : undefined;
    recipients.set(address ?? username, address);
  }
  return recipients;
}

export const email: NotificationKind = {
  type: 'email-notification-v1',
  fields,
  destination: () => '',
  check: (config, _entered, { mailer }) => {
    const problems: Problems = {};
    if (text(config, 'subject').trim() === '') refuse(problems, 'subject', 'A subject is missing.');
    if (text(config, 'body_template').trim() === '' && text(config, 'html_body_template').trim() === '')
      refuse(problems, 'body', 'A body is missing: as text, as HTML, or both.');
    const addresses = texts(config, 'email_recipients');
    if (addresses.length === 0 && texts(config, 'user_recipients').length === 0)
      refuse(problems, 'recipients', 'Recipients are missing: addresses, users, or both.');
    for (const one of addresses)
      if (!isAddress(one)) refuse(problems, 'recipients', `${one} is not an e-mail address.`);
    const { isConfigured, sender: usual } = mailer.facts();
    const sender = text(config, 'sender').trim();
    if (sender === '' && usual === '' && isConfigured)
      refuse(problems, 'sender', 'The sender is missing, and the mail server has no default sender.');
    if (sender !== '' && !isTemplate(sender) && !isSender(sender))
      refuse(problems, 'sender', 'The sender is not an e-mail address.');
    const reply = text(config, 'reply_to').trim();
    if (reply !== '' && !isTemplate(reply) && !isSender(reply))
      refuse(problems, 'reply_to', 'The address for answers is not an e-mail address.');
    return problems;
  },
  tell: async (attempt) => {
    const { config, job, means } = attempt;
    const model = modelOf(job, text(config, 'time_zone'));
    const body = text(config, 'body_template');
    const html = text(config, 'html_body_template');
    const letter = {
      sender: line(rendered(text(config, 'sender'), model, 'none')),
      replyTo: line(rendered(text(config, 'reply_to'), model, 'none')),
      subject: line(rendered(text(config, 'subject'), model, 'none')),
      body: rendered(body.trim() === '' ? defaultBody : body, model, 'none'),
      html: html.trim() === '' ? '' : rendered(html, model, 'html'),
    };
    const recipients = recipientsOf(
      texts(config, 'email_recipients'),
      texts(config, 'user_recipients'),
      means.addressOf,
    );
    await post(letter, recipients, attempt);
  },
};

/** Routes of the settings for sending e-mail. The reference server does not have them. */
import * as endpoints from '../../../api/contract/event-notifications.js';
import { MailSettingsBody, MailTestRequest } from '../../../api/contract/event-notifications.schema.js';
import { isAddress, isSender } from '../foundation/addresses.js';
import type { Needs } from '../context.js';
import { ApiError, ValidationResultError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';
import { errorOf } from '../foundation/caught.js';

export function registerMail(registry: Registry, { mail, mailer, log }: Needs<'mail' | 'mailer' | 'log'>): void {
  registry.serve(endpoints.mailSettings, {}, () => mail.shown());
  registry.serve(endpoints.changeMailSettings, { body: MailSettingsBody }, async ({ body, user }) => {
    const changed = await mail.change(body);
    log.info('The settings of e-mail were changed', { by: user.username });
    return changed;
  });
  registry.serve(endpoints.forgetMailSettings, {}, async ({ user }) => {
    const left = await mail.forget();
    log.info('The settings of e-mail were deleted', { by: user.username });
    return left;
  });
  registry.serve(endpoints.testMailSettings, { body: MailTestRequest }, async ({ body, user, signal }) => {
    const to = body.recipient.trim();
    if (!isAddress(to)) throw new ValidationResultError({ recipient: ['This is not an e-mail address.'] });
    const from = mailer.facts().sender;
    if (!isSender(from))
      throw new ValidationResultError({ sender: ['The e-mail settings have no sender. Enter one first.'] });
    try {
      const connection = await mailer.open(signal);
      try {
        const text = `This is a test of the settings of e-mail, asked for by ${user.username}.\n`;
        await connection.send({ from, to, replyTo: '', subject: 'Test of e-mail', text, html: '' });
      } finally {
        connection.close();
      }
    } catch (error) {
      throw new ApiError(500, errorOf(error).message);
    }
    return undefined;
  });
}

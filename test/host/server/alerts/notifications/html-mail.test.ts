// Texts of log messages are escaped in HTML e-mails, so that no mailbox runs a script that a log line contains.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { email } from '../../../../../host/server/alerts/notifications/kinds/email.js';
import type { Means } from '../../../../../host/server/alerts/notifications/kind.js';
import { aJob } from './queue-world.js';

const hostile = `<script>alert("x")</script><img src=x onerror='a()'>&amp;`;

test('values are escaped in the HTML body of an e-mail and unchanged in its text body', async () => {
  const job = aJob('n', 'e');
  const hostileJob = {
    ...job,
    event: { ...job.event, message: hostile, key: hostile, fields: { [hostile]: hostile } },
    backlog: job.backlog.map((one) => ({ ...one, message: hostile, fields: { [hostile]: hostile } })),
  };
  const letters: { text: string; html: string; subject: string }[] = [];
  const mailer = {
    facts: () => ({ sender: 'console@example.org' }),
    open: () =>
      Promise.resolve({
        send: (letter: { text: string; html: string; subject: string }) => Promise.resolve(void letters.push(letter)),
        close: () => undefined,
      }),
  };
  await email.tell({
    config: {
      type: 'email-notification-v1',
      subject: 'S',
      sender: '',
      reply_to: '',
      time_zone: 'UTC',
      body_template: '${event.message}',
      html_body_template:
        '<p>${event.message} ${event.key} ${event.fields} ${nothing(<b>)}</p>${foreach backlog one}<i>${one.message} ${one.fields}</i>${end}',
      email_recipients: ['ada@example.org'],
      user_recipients: [],
    },
    secrets: {},
    title: 'N',
    job: hostileJob,
    // The test double has only the members that sending an e-mail uses.
    means: { mailer, addressOf: () => undefined } as unknown as Means,
    signal: new AbortController().signal,
    done: new Set(),
    report: () => undefined,
  });
  const [letter] = letters;
  assert.ok(letter);
  assert.equal(letter.text, hostile);
  assert.match(letter.html, /^<p>&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt;/);
  assert.doesNotMatch(letter.html.replace(/<\/?[pi]>/g, ''), /[<>"']/);
});

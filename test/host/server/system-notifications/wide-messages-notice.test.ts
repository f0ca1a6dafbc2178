import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewSystemNotification } from '../../../../host/server/system-notifications/notifications.js';
import { WideMessagesNotice } from '../../../../host/server/system-notifications/wide-messages-notice.js';

test('an input whose messages have too many fields is reported once, and the length of the notice is bounded', () => {
  const raised: string[] = [];
  const texts = new Map<string, string>();
  const set = ({ key = '', details }: NewSystemNotification): void =>
    void texts.set(key, String(details?.['description'] ?? ''));
  const notice = new WideMessagesNotice({
    notifications: {
      raise: (notification) => {
        raised.push(notification.key ?? '');
        set(notification);
      },
      amend: set,
    },
    titleOf: (id) => (id === 'i' ? 'Beats' : undefined),
  });
  notice.note('messages_0', [{ inputId: 'i', sender: '10.0.0.1', fields: 3_000 }]);
  assert.match(
    texts.get('wide_messages i') ?? '',
    /^Input "Beats" brought a message with up to 3000 fields .* index messages_0, sent by 10\.0\.0\.1\. /,
  );
  for (let n = 0; n < 1_000; n += 1)
    notice.note('messages_0', [{ inputId: 'i', sender: `${'x'.repeat(1_000)}${n}`, fields: n }]);
  assert.deepEqual(raised, ['wide_messages i']);
  assert.ok((texts.get('wide_messages i') ?? '').length < 1_500);
  for (let n = 0; n < 1_000; n += 1) notice.note('messages_0', [{ inputId: `gone ${n}`, sender: 's', fields: 1 }]);
  assert.ok(raised.length <= 200);
});

test('the notice of wide messages names five senders without others, and mentions others only after a sixth sender', () => {
  let text = '';
  const set = ({ details }: NewSystemNotification): void => void (text = String(details?.['description'] ?? ''));
  const notice = new WideMessagesNotice({ notifications: { raise: set, amend: set }, titleOf: () => 'Beats' });
  const note = (sender: string) => notice.note('messages_0', [{ inputId: 'i', sender, fields: 3_000 }]);
  for (const sender of ['a', 'b', 'c', 'd', 'e']) note(sender);
  assert.match(text, /sent by a, b, c, d, e\. /);
  note('e');
  assert.match(text, /sent by a, b, c, d, e\. /, 'a known sender is not another one');
  note('f');
  assert.match(text, /sent by a, b, c, d, e and others\. /);
  note('a');
  assert.match(text, /sent by a, b, c, d, e and others\. /, 'later messages of known senders keep the mention');
});

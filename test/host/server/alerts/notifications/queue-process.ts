/**
 * A process that enqueues notifications until it is killed. It reports to its parent the events whose notifications are
 * durable. Arguments: directory, address, round.
 */
import { aJob, openNotifications, putNotification } from './queue-world.js';

const [directory = '', url = '', round = ''] = process.argv.slice(2);
const id = 'd'.repeat(24);
const opened = await openNotifications(directory);
await putNotification(opened, id, { url });
for (let at = 0; round !== 'none'; at += 1) {
  const event = `r${round}-${at}`;
  await opened.queue.enqueue(aJob(id, event));
  process.send?.(event);
}

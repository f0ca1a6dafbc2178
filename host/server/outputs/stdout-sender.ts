/** Writes messages to the server's standard output, one per line. */
import { write } from 'node:fs';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import type { IncomingMessage } from '../store/types.js';
import { gelfOf } from './gelf.js';
import { sendError, type Sender } from '../outgoing/sender.js';
import { errorOf } from '../foundation/caught.js';

const writeFile = promisify(write);
const busyMs = 50;

/** Creates a sender that writes to the file descriptor, because `process.stdout` blocks while nobody reads it. */
export function stdoutSender(prefix: string): Sender {
  // Control characters of the prefix are replaced, so that each message remains a single line.
  const start = prefix.replace(/\p{Cc}/gu, ' ');
  return {
    async send(messages: readonly IncomingMessage[], _refused, signal) {
      let rest = Buffer.from(messages.map((message) => `${start}${gelfOf(message)}\n`).join(''));
      while (rest.length > 0 && !signal.aborted) {
        try {
          const { bytesWritten } = await writeFile(1, rest, 0, rest.length, null);
          rest = rest.subarray(bytesWritten);
        } catch (error) {
          if (errorOf(error).code !== 'EAGAIN') throw sendError('Standard output', error);
          await wait(busyMs, undefined, { signal });
        }
      }
      if (rest.length > 0) throw new Error('Standard output: the output is stopped');
    },
    close: () => undefined,
  };
}

/** Reads lines of bounded length from a connection, each a JSON object. */
import type { Socket } from 'node:net';

const longestLine = 64 * 1024;

/** Yields the objects that a connection sends. @throws Error for a line that is too long or is no object */
export async function* linesOf(
  socket: Socket,
  longest = longestLine,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  let text = '';
  socket.setEncoding('utf8');
  // The socket stays open when reading ends, so that an answer can still be sent.
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    text += chunk;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n')) {
      yield objectOf(text.slice(0, at));
      text = text.slice(at + 1);
    }
    if (text.length > longest) throw new Error('A line is too long.');
  }
}

function objectOf(line: string): Readonly<Record<string, unknown>> {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    read = undefined;
  }
  if (typeof read !== 'object' || read === null) throw new Error('A line is no object of JSON.');
  return read as Readonly<Record<string, unknown>>;
}

/** Response for a connection that does not speak valid HTTP. The functions are pure. */

export interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

export interface BrokenCall {
  /** Undefined: nothing to be listed. */
  readonly reason: string | undefined;
  /** First bytes of the request, for the list of failures. */
  readonly excerpt: Buffer;
  /** Undefined when the connection is closed without an answer. */
  readonly answer: string | undefined;
}

const answer = (status: string) => `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
const nothing = Buffer.alloc(0);
/** Method and path. */
const requestLine = /^[A-Z]{3,20} \/[^\s?]{0,200}/;
/** Enough to tell what speaks there: TLS, Beats, GELF over TCP. */
const shownBytes = 16;

/** Headers and queries hold secrets; they may be in any packet but for that which begins with no method. */
function excerptOf({ code, rawPacket = nothing }: ClientError): Buffer {
  const [line] = requestLine.exec(rawPacket.toString('latin1', 0, 256)) ?? [];
  if (line !== undefined) return rawPacket.subarray(0, line.length);
  return code === 'HPE_INVALID_METHOD' ? rawPacket.subarray(0, shownBytes) : nothing;
}

export function brokenCall(error: ClientError): BrokenCall {
  const { code = '', message } = error;
  if (code.startsWith('HPE_')) {
    const status = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    return { reason: `Not HTTP: ${message}`, excerpt: excerptOf(error), answer: answer(status) };
  }
  if (/^ERR_(?:SSL|TLS)_/.test(code)) return { reason: `TLS: ${message}`, excerpt: nothing, answer: undefined };
  // Too slow, or given up between two requests: any status would be taken for the last word, and what was sent be lost.
  return { reason: undefined, excerpt: nothing, answer: undefined };
}

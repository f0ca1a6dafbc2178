/** Chooses the response for a connection that does not speak valid HTTP. */

export interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

export interface BrokenCall {
  /** Reason for the list of failures; undefined: the failure is not listed. */
  readonly reason: string | undefined;
  /** Method and path of the request, or its first bytes, for the list of failures; empty if neither may be shown. */
  readonly excerpt: Buffer;
  /** Response text; undefined: the connection is closed without a response. */
  readonly answer: string | undefined;
}

const answer = (status: string) => `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
const nothing = Buffer.alloc(0);
/** Matches the method and the path, without the query. */
const requestLine = /^[A-Z]{3,20} \/[^\s?]{0,200}/;
/**
 * Number of first bytes in the list of failures; they suffice to identify another protocol: TLS, Beats, GELF over TCP.
 */
const shownBytes = 16;

/**
 * Returns the part of a packet that may be shown. Headers and queries may contain secrets, and a packet may begin
 * within the headers. Therefore only method and path are shown; if the first packet does not begin with a method, a few
 * bytes are shown.
 */
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
  // The client was too slow, or paused between two requests. A response is not sent, because the client could take it
  // for the response to its next request, whose data would then be lost.
  return { reason: undefined, excerpt: nothing, answer: undefined };
}

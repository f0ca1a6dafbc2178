/** Defines the test messages of inputs: the default message, which the user may replace, and how it is sent. */
import { flagOr, type Attributes } from '../../foundation/attributes.js';

export interface TrialCall {
  /** Path of the URL to which the test message is sent. */
  readonly path: string;
  readonly contentType: string;
}

interface Framed {
  /** Default test message, which the user may replace. */
  readonly sample: string;
  /**
   * Encodes a test message, the sample or a text of the user, for the input's protocol.
   * @throws TrialError when the text cannot be encoded
   */
  readonly frame: (text: string, attributes: Attributes) => Buffer;
}

export type Trial = Framed & ({ readonly over: 'udp' | 'tcp' | 'amqp' } | ({ readonly over: 'http' } & TrialCall));

/** Thrown when no test message can be sent to an input; the message gives the reason. */
export class TrialError extends Error {
  override name = 'TrialError';
}

/** Text of the sample messages in text formats. */
export const hello = 'A test message of the console';
export const syslogSample = `<14>1 - console test - - - ${hello}`;
export const gelfSample = JSON.stringify({ version: '1.1', host: 'console', short_message: hello, level: 6 });
export const cefSample = `CEF:0|Log Console|Console|1|test|${hello}|1|src=127.0.0.1 spt=1`;

const plain: Trial['frame'] = (text) => Buffer.from(text);

/**
 * Returns a framing that ends the text with the delimiter of the input: a null byte or a newline.
 * @param nul true: without the setting `use_null_delimiter`, a null byte is used
 */
export const delimited =
  (nul: boolean): Trial['frame'] =>
  (text, attributes) =>
    Buffer.from(`${text}${flagOr(attributes, 'use_null_delimiter', nul) ? '\0' : '\n'}`);

export const overUdp = (sample: string, frame: Trial['frame'] = plain): Trial => ({ over: 'udp', sample, frame });
export const overTcp = (sample: string, frame: Trial['frame']): Trial => ({ over: 'tcp', sample, frame });
export const overAmqp = (sample: string): Trial => ({ over: 'amqp', sample, frame: plain });
export const overHttp = (path: string, contentType: string, sample: string, frame: Trial['frame'] = plain): Trial => ({
  over: 'http',
  sample,
  path,
  contentType,
  frame,
});

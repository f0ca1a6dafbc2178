/** Builds HTTP requests of shippers and their bodies. */
import { partField } from '../../../../host/server/intake/decode/protobuf.js';

export interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly text: string;
  readonly headers: Headers;
}

export type Body = string | Buffer;

export async function send(
  port: number,
  path: string,
  body: Body | undefined,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: body as BodyInit }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, bytes, text: bytes.toString(), headers: answer.headers };
}

export const json = { 'Content-Type': 'application/json' };
export const ndjson = { 'Content-Type': 'application/x-ndjson' };
export const jsonOf = ({ text }: Answer): unknown => JSON.parse(text);
export const plain = (fields: object) => ({ ...fields });

export const otlpRecord = (record: object) =>
  JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] });

export const fixed64 = (field: number, value: bigint) => {
  const bytes = Buffer.alloc(9);
  bytes[0] = field * 8 + 1;
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
};
export const message = (field: number, ...parts: Buffer[]) => partField(field, Buffer.concat(parts));
export const pair = (key: string, value: Buffer) => [partField(1, key), partField(2, value)];
export const protobuf = { 'Content-Type': 'application/x-protobuf' };

/** Builds a request with one scope. */
export const otlpCall = (...records: Buffer[]) =>
  message(
    1,
    message(1, message(1, ...pair('host.name', partField(1, 'web-1')))),
    message(2, message(1, partField(1, 'cart'), partField(2, '1.2')), ...records.map((record) => partField(2, record))),
  );

/** Compresses with literals only, the simplest valid Snappy encoding. */
export function snapped(bytes: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    if (rest < 128) {
      length.push(rest);
      break;
    }
    length.push((rest & 0x7f) | 0x80);
  }
  const literal = Buffer.alloc(4);
  literal[0] = 62 << 2;
  literal.writeUIntLE(bytes.length - 1, 1, 3);
  return Buffer.concat([Buffer.from(length), literal, bytes]);
}

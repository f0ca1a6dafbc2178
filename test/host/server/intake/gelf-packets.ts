/** Cuts a GELF message into chunk packets. */
export function chunked(message: string | Buffer, id: number, size: number): Buffer[] {
  const bytes = Buffer.from(message);
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, number) => {
    const header = Buffer.alloc(12);
    header.writeUInt16BE(0x1e0f);
    header.writeUInt32BE(id, 6);
    header.writeUInt8(number, 10);
    header.writeUInt8(count, 11);
    return Buffer.concat([header, bytes.subarray(number * size, (number + 1) * size)]);
  });
}

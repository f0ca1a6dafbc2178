/** Formats bytes as a hex dump. */

export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
const printable = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.');

/**
 * Returns the hex dump of bytes; each line has the offset, the bytes in hexadecimal, and the printable ASCII
 * characters.
 * @param width number of bytes per line
 */
export function hexDump(bytes: Uint8Array, width: number): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += width) {
    const line = [...bytes.subarray(at, at + width)];
    const numbers = line.map((byte) => hex(byte, 2)).join(' ');
    lines.push(`${hex(at, 4)}  ${numbers.padEnd(width * 3 - 1)}  ${line.map(printable).join('')}`);
  }
  return lines.join('\n');
}

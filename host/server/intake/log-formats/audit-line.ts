/**
 * Parses lines of Linux's auditd: `type=SYSCALL msg=audit(1767322800.123:456): arch=c000003e syscall=59 success=yes`.
 * Records of programs contain further pairs in `msg='…'`; the command in a PROCTITLE record may be hexadecimal.
 */
import { newFields } from '../decode/decoded.js';
import { fieldName, setField } from '../decode/field-names.js';
import { fromSeconds } from '../decode/instants.js';
import { believing, type LogFormat } from './log-format.js';

const form = /^(?:node=(\S{1,255}) )?type=([A-Z][A-Z0-9_]{0,60}) msg=audit\((\d{10}\.\d{3}):(\d{1,20})\): ?/;
const pair = /([A-Za-z_][\w-]{0,100})=("[^"]*"|'[^']*'|\S+)/g;
/** Largest number of pairs of one line that become fields. */
const mostPairs = 200;

/** Converts a hexadecimal command line, whose arguments are separated by NUL; undefined: the value is no such text. */
function commandOf(value: string): string | undefined {
  if (!/^(?:[\dA-F]{2}){2,4096}$/.test(value)) return undefined;
  return Buffer.from(value, 'hex').toString('utf8').replaceAll('\0', ' ').trim();
}

export const auditLine: LogFormat = {
  title: 'auditd',
  dated: false,
  read: believing((line) => {
    const [whole, node, type, time, id] = form.exec(line) ?? [];
    const timestamp = fromSeconds(time);
    if (whole === undefined || timestamp === undefined) return undefined;
    const fields = newFields();
    setField(fields, 'audit_type', type ?? '');
    setField(fields, 'audit_id', id ?? '');
    let pairs = 0;
    const add = (text: string): void => {
      for (const [, name = '', written = ''] of text.matchAll(pair)) {
        if ((pairs += 1) > mostPairs) return;
        const value = /^["']/.test(written) ? written.slice(1, -1) : written;
        if (name === 'msg' && written.startsWith("'") && value.includes('=')) add(value);
        else setField(fields, fieldName(name), (name === 'proctitle' ? commandOf(value) : undefined) ?? value);
      }
    };
    add(line.slice(whole.length).replaceAll('\x1d', ' '));
    return { timestamp, message: line, fields, ...(node !== undefined && { source: node }) };
  }),
};

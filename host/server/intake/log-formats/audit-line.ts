/** Parses lines of Linux's auditd: `type=SYSCALL msg=audit(1767322800.123:456): arch=c000003e syscall=59 success=yes`. */
import { newFields } from '../decode/decoded.js';
import { fieldName, setField } from '../decode/field-names.js';
import { fromSeconds } from '../decode/instants.js';
import { believing, type LogFormat } from './log-format.js';

const form = /^(?:node=(\S{1,255}) )?type=([A-Z][A-Z0-9_]{0,60}) msg=audit\((\d{10}\.\d{3}):(\d{1,20})\): ?/;
const pair = /([A-Za-z_][\w-]{0,100})=("[^"]*"|'[^']*'|\S+)/g;
/** Largest number of pairs of one line that become fields. */
const mostPairs = 200;

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
    for (const [, name = '', value = ''] of line.slice(whole.length).replaceAll('\x1d', ' ').matchAll(pair)) {
      if ((pairs += 1) > mostPairs) break;
      setField(fields, fieldName(name), /^["']/.test(value) ? value.slice(1, -1) : value);
    }
    return { timestamp, message: line, fields, ...(node !== undefined && { source: node }) };
  }),
};

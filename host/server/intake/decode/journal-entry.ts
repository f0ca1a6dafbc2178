/**
 * Converts an entry of systemd's journal to a message
 * (https://www.freedesktop.org/software/systemd/man/latest/systemd.journal-fields.html).
 */
import { newFields, type DecodedMessage } from './decoded.js';
import { setField } from './field-names.js';
import { setLevel } from './field-values.js';
import { fromNanoseconds } from './instants.js';
import type { JournalFields } from './journal-export.js';
import { facilityName } from './syslog-priority.js';
import { textOrBase64 } from './text.js';

/**
 * Journal fields that set other parts of the message or fields with other names. They are not added as fields once
 * more.
 */
const placed: ReadonlySet<string> = new Set([
  'MESSAGE',
  'PRIORITY',
  '_HOSTNAME',
  '_PID',
  'SYSLOG_PID',
  'SYSLOG_IDENTIFIER',
  'SYSLOG_FACILITY',
  '_SOURCE_REALTIME_TIMESTAMP',
]);
const noMessage = 'Journal entry without a message';

/**
 * Compares fields for sorting: trusted fields come first. journald prefixes fields that it has verified with `_`. The
 * first field of a name is kept, so a field of the sender, which is not trusted, cannot replace a trusted one.
 */
const trustedFirst = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) =>
  Number(right.startsWith('_')) - Number(left.startsWith('_'));

export function journalMessage(entry: JournalFields): DecodedMessage {
  const text = (...names: string[]): string | undefined => {
    for (const name of names) {
      const [value] = entry.get(name) ?? [];
      if (value !== undefined && value.length > 0) return textOrBase64(value);
    }
    return undefined;
  };
  const fields = newFields();
  const decoded: DecodedMessage = { message: text('MESSAGE') ?? noMessage, fields };
  const microseconds = text('_SOURCE_REALTIME_TIMESTAMP', '__REALTIME_TIMESTAMP') ?? '';
  const timestamp = fromNanoseconds(`${microseconds}000`);
  if (timestamp !== undefined) decoded.timestamp = timestamp;
  const source = text('_HOSTNAME', '_MACHINE_ID');
  if (source !== undefined) decoded.source = source;
  setLevel(fields, text('PRIORITY'));
  const facility = text('SYSLOG_FACILITY') ?? '';
  if (/^\d{1,3}$/.test(facility)) {
    fields['facility'] = facilityName(Number(facility));
    fields['facility_num'] = Number(facility);
  }
  setField(fields, 'application_name', text('SYSLOG_IDENTIFIER', '_COMM') ?? '');
  setField(fields, 'process_id', text('_PID', 'SYSLOG_PID') ?? '');
  for (const [name, values] of [...entry].sort(trustedFirst)) {
    if (placed.has(name) || name.startsWith('__')) continue;
    setField(fields, name.toLowerCase().replace(/^_+/, ''), values.map(textOrBase64).join(', '));
  }
  return decoded;
}

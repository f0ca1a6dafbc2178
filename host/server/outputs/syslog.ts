/** Formats messages as syslog (RFC 5424). */
import type { IncomingMessage } from '../store/types.js';

/** Severity of messages without a valid level: informational (RFC 5424 §6.2.1). */
const usualSeverity = 6;
/** Name of the structured data, with the enterprise number that RFC 5612 reserves for examples. */
const structureName = 'fields@32473';

/** Returns a value as a part of the header: printable ASCII without spaces; `-` if it is missing or empty. */
function token(value: unknown, longest: number): string {
  if (value === undefined) return '-';
  const text = String(value)
    .replace(/[^\x21-\x7e]/g, '_')
    .slice(0, longest);
  return text === '' ? '-' : text;
}

function structured({ fields, fullMessage }: IncomingMessage): string {
  const all = Object.entries({ ...fields, ...(fullMessage !== undefined && { full_message: fullMessage }) });
  if (all.length === 0) return '-';
  const parameters = all.map(([name, value]) => {
    const key = name.replace(/[^\x21-\x7e]|[="\]]/g, '_').slice(0, 32);
    return `${key}="${String(value).replace(/["\\\]]/g, '\\$&')}"`;
  });
  return `[${structureName} ${parameters.join(' ')}]`;
}

export interface SyslogForm {
  readonly facility: number;
  /** True: the fields of a message are sent as structured data. */
  readonly fields: boolean;
}

export function syslogOf(message: IncomingMessage, { facility, fields }: SyslogForm): string {
  const { level, application_name: application, process_id: process } = message.fields;
  const severity =
    typeof level === 'number' && Number.isInteger(level) && level >= 0 && level <= 7 ? level : usualSeverity;
  const head = [
    `<${facility * 8 + severity}>1`,
    new Date(message.timestamp).toISOString(),
    token(message.source, 255),
    token(application, 48),
    token(process, 128),
    '-',
    fields ? structured(message) : '-',
  ];
  return `${head.join(' ')} ${message.message}`;
}

/** Converts flows to messages. */
import { newFields, type DecodedMessage, type Fields } from '../decode/decoded.js';
import { plausible } from '../decode/instants.js';

const protocols: ReadonlyMap<unknown, string> = new Map([
  [1, 'ICMP'],
  [2, 'IGMP'],
  [6, 'TCP'],
  [17, 'UDP'],
  [47, 'GRE'],
  [50, 'ESP'],
  [58, 'IPv6-ICMP'],
  [89, 'OSPF'],
  [132, 'SCTP'],
]);

const place = (address: unknown, port: unknown): string => {
  const host = String(address ?? 'unknown');
  if (port === undefined) return host;
  return `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
};

export interface FlowHead {
  readonly version: number;
  /** Time of export, epoch milliseconds. */
  readonly exportedAt: number;
  /** Start time of the exporter, epoch milliseconds; undefined: the exporter sends absolute times. */
  readonly bootedAt: number | undefined;
}

const started = ['nf_first_switched', 'nf_start_milliseconds', 'nf_start_seconds'];
const stopped = ['nf_last_switched', 'nf_stop_milliseconds', 'nf_stop_seconds'];

/**
 * Replaces the time fields in `from` with the field `name`, an ISO instant. Exporters send times in seconds,
 * milliseconds, or milliseconds since their start (RFC 7011 §6.1; `sysUpTime` in RFC 3954).
 */
function setInstant(fields: Fields, name: string, from: readonly string[], { bootedAt }: FlowHead): void {
  for (const one of from) {
    const value = fields[one];
    if (typeof value !== 'number') continue;
    const instant = one.endsWith('switched')
      ? bootedAt === undefined
        ? undefined
        : bootedAt + value
      : value * (one.endsWith('_seconds') ? 1_000 : 1);
    delete fields[one];
    const plausibleTime = instant === undefined ? undefined : plausible(instant);
    if (plausibleTime !== undefined) fields[name] = new Date(plausibleTime).toISOString();
  }
}

/**
 * Converts one flow to a message, with readable start and end times and protocol name.
 * @param found names and values of the flow's fields; the first value of a name is used
 */
export function flowMessage(head: FlowHead, found: Iterable<readonly [string, Fields[string]]>): DecodedMessage {
  const fields = newFields();
  fields['nf_version'] = head.version;
  for (const [name, value] of found) fields[name] ??= value;
  setInstant(fields, 'nf_start', started, head);
  setInstant(fields, 'nf_stop', stopped, head);
  const protocol = protocols.get(fields['nf_proto']);
  if (protocol !== undefined) fields['nf_proto_name'] = protocol;
  const from = place(fields['nf_src_address'], fields['nf_src_port']);
  const to = place(fields['nf_dst_address'], fields['nf_dst_port']);
  const named = protocol ?? (fields['nf_proto'] === undefined ? undefined : `protocol ${String(fields['nf_proto'])}`);
  const facts = [
    named,
    fields['nf_pkts'] === undefined ? undefined : `${String(fields['nf_pkts'])} packets`,
    fields['nf_bytes'] === undefined ? undefined : `${String(fields['nf_bytes'])} bytes`,
  ].filter((fact) => fact !== undefined);
  const timestamp = plausible(head.exportedAt);
  return {
    ...(timestamp === undefined ? {} : { timestamp }),
    message: [`${from} -> ${to}`, ...facts].join(', '),
    fields,
  };
}

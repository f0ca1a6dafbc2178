/**
 * Parses the log of Windows' DHCP server: `10,01/02/26,03:04:05,Assign,192.0.2.7,pc.example.org,0A1B2C3D4E5F,…`. A file
 * begins with the meanings of the event ids and a header that names the fields.
 */
import { newFields, type DecodedMessage } from '../decode/decoded.js';
import { fieldName, setField } from '../decode/field-names.js';
import { wallAsUtc } from '../decode/instants.js';
import { believing, type LineContext, type LogFormat } from './log-format.js';

const form = /^(\d{1,5}),(\d\d)\/(\d\d)\/(\d\d|\d{4}),(\d\d):(\d\d):(\d\d),/;
const header = /^ID,Date,Time,/;
const meanings =
  /^(?:Event ID {2}Meaning|\d\d\+?\t|\s*Microsoft (?:Windows )?DHCPv?6? ?(?:Server )?Service Activity Log|QResult: )/;
const usual =
  'ID,Date,Time,Description,IP Address,Host Name,MAC Address,User Name,TransactionID,QResult,Probationtime,CorrelationID,Dhcid,VendorClass(Hex),VendorClass(ASCII),UserClass(Hex),UserClass(ASCII),RelayAgentInformation,DnsRegError'.split(
    ',',
  );
const mostFields = 60;

const known: Readonly<Record<string, string>> = {
  id: 'event_id',
  ipaddress: 'ip_address',
  ipv6address: 'ip_address',
  hostname: 'host_name',
  macaddress: 'mac_address',
  username: 'user_name',
  transactionid: 'transaction_id',
  correlationid: 'correlation_id',
};

function nameOf(written: string): string {
  const plain = written.trim();
  return known[plain.replaceAll(' ', '').toLowerCase()] ?? fieldName(plain.replace(/[).]+$/, '')).toLowerCase();
}

class DhcpReader {
  #names: readonly string[] = usual;

  read(line: string, { toUtc }: LineContext): DecodedMessage | undefined {
    if (header.test(line)) {
      const names = line.split(',', mostFields + 1);
      if (names.length <= mostFields) this.#names = names;
      return { message: line, fields: newFields() };
    }
    if (meanings.test(line)) return { message: line, fields: newFields() };
    const [whole, , month, day, year = '', hour, minute, second] = form.exec(line) ?? [];
    if (whole === undefined) return undefined;
    const asUtc = wallAsUtc({
      year: Number(year.length === 2 ? `20${year}` : year),
      month: Number(month),
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
      millisecond: 0,
    });
    if (asUtc === undefined) return undefined;
    const fields = newFields();
    const values = line.split(',', mostFields);
    this.#names.forEach((written, at) => {
      const value = values[at]?.trim() ?? '';
      if (value === '' || /^(?:date|time)$/i.test(written.trim())) return;
      const name = nameOf(written);
      setField(fields, name, name === 'event_id' ? Number(value) : value);
    });
    return { timestamp: toUtc(asUtc), message: line, fields };
  }
}

export const dhcpLog: LogFormat = {
  title: 'DHCP server of Windows',
  dated: false,
  perSource: () => {
    const reader = new DhcpReader();
    return { ...dhcpLog, read: believing((line, context) => reader.read(line, context)) };
  },
  read: believing((line, context) => new DhcpReader().read(line, context)),
};

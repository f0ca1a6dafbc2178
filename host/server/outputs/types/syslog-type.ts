import { facilityName } from '../../intake/decode/syslog-priority.js';
import { flagOr, textOr } from '../../foundation/attributes.js';
import { DatagramSender, mostDatagramBytes } from '../datagram-sender.js';
import { StreamSender } from '../stream-sender.js';
import { syslogOf } from '../syslog.js';
import { bounded, described, dropdown, field, mandatory, outputTypeIds, type OutputType } from './output-type.js';
import { connectionFields, placeFields, placeProblem, streamTarget, targetOf } from './receiver.js';

const facilities = Object.fromEntries(
  Array.from({ length: 24 }, (_, number) => [String(number), facilityName(number)]),
);

export const syslogType: OutputType = {
  info: described(outputTypeIds.syslog, 'Syslog Output', 'sends syslog (RFC 5424) over TCP or UDP', {
    ...placeFields(514),
    protocol: mandatory('dropdown', 'Protocol', '', 'TCP', dropdown('TCP', 'TCP+TLS', 'UDP')),
    framing: mandatory(
      'dropdown',
      'Framing',
      'Over TCP, either the length stands before each message (RFC 6587, octet counting) or a line end after it.',
      'OCTETS',
      { values: { OCTETS: 'Octet counting', LINES: 'Line end' } },
    ),
    facility: mandatory('dropdown', 'Facility', '', '1', { values: facilities }),
    structured_data: field('boolean', 'Structured data', 'Fields go along as structured data.', true),
    ...connectionFields,
  }),
  problem: bounded(placeProblem),
  sender: async (configuration) => {
    const protocol = textOr(configuration, 'protocol', 'TCP');
    const form = {
      facility: Number(textOr(configuration, 'facility', '1')),
      fields: flagOr(configuration, 'structured_data', true),
    };
    if (protocol === 'UDP') {
      return new DatagramSender(targetOf(configuration), (message) => {
        const datagram = Buffer.from(syslogOf(message, form));
        return Promise.resolve(datagram.length > mostDatagramBytes ? undefined : [datagram]);
      });
    }
    const lines = textOr(configuration, 'framing', 'OCTETS') === 'LINES';
    return new StreamSender(await streamTarget(configuration, protocol === 'TCP+TLS'), (message) => {
      const text = syslogOf(message, form);
      if (lines) return Buffer.from(`${text.replace(/[\r\n]+/g, ' ')}\n`);
      const bytes = Buffer.from(text);
      return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
    });
  },
};

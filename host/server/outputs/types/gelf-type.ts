import { flagOr, numberOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { DatagramSender } from '../datagram-sender.js';
import { gelfDatagrams } from '../gelf-datagrams.js';
import { gelfOf } from '../gelf.js';
import { HttpSender } from '../http-sender.js';
import { placeOf } from '../../outgoing/sender.js';
import { StreamSender } from '../stream-sender.js';
import { bounded, described, dropdown, field, mandatory, outputTypeIds, type OutputType } from './output-type.js';
import { connectionFields, placeFields, placeProblem, streamTarget, targetOf, tlsOf } from './receiver.js';
import { urlProblem } from '../../outgoing/url-problem.js';

const gelfEnd = Buffer.from([0]);
const mostCalls = 16;
const gelfTimeoutMs = 30_000;

/** Returns the URL to which an output sends over HTTP or HTTPS; undefined: it uses another protocol. */
function gelfUrl(configuration: Attributes): string | undefined {
  const protocol = textOr(configuration, 'protocol', 'TCP');
  if (protocol !== 'HTTP' && protocol !== 'HTTPS') return undefined;
  const { host, port } = targetOf(configuration);
  return `${protocol.toLowerCase()}://${placeOf(host, port)}${textOr(configuration, 'http_path', '/gelf')}`;
}

function gelfProblem(configuration: Attributes): string | undefined {
  const problem = placeProblem(configuration);
  const url = gelfUrl(configuration);
  if (problem !== undefined || url === undefined) return problem;
  if (!textOr(configuration, 'http_path', '/gelf').startsWith('/')) return '"http_path" must begin with /';
  return urlProblem('http_path', url);
}

export const gelfType: OutputType = {
  info: described(outputTypeIds.gelf, 'GELF Output', 'sends GELF over TCP, UDP or HTTP', {
    ...placeFields(12201),
    protocol: mandatory('dropdown', 'Protocol', '', 'TCP', dropdown('TCP', 'TCP+TLS', 'UDP', 'HTTP', 'HTTPS')),
    ...connectionFields,
    http_path: field('text', 'HTTP path', 'The whole address must be on the URL whitelist.', '/gelf'),
    udp_compression: field('boolean', 'Compress UDP', 'Messages of more than 512 bytes are sent with gzip.', true),
    queue_size: field('number', 'Buffer size', 'Number of messages that are sent at once.', 512, 'only_positive'),
    max_inflight_sends: field(
      'number',
      'Concurrent sends',
      `Over HTTP each message is a request; up to ${mostCalls} are sent at a time.`,
      512,
      'only_positive',
    ),
  }),
  problem: bounded(gelfProblem),
  url: gelfUrl,
  batch: (configuration) => numberOr(configuration, 'queue_size', 512),
  sender: async (configuration, { open }) => {
    const protocol = textOr(configuration, 'protocol', 'TCP');
    const url = gelfUrl(configuration);
    if (url !== undefined) {
      const target = {
        url: new URL(url),
        contentType: 'application/json',
        authorization: undefined,
        compressed: false,
        timeoutMs: gelfTimeoutMs,
        batchMessages: 1,
        calls: Math.min(mostCalls, Math.max(1, numberOr(configuration, 'max_inflight_sends', mostCalls))),
        tls: await tlsOf(configuration),
        open,
      };
      return new HttpSender(target, (messages) => messages.map(gelfOf).join('\n'));
    }
    if (protocol === 'UDP') {
      const compressed = flagOr(configuration, 'udp_compression', true);
      return new DatagramSender(targetOf(configuration), (message) => gelfDatagrams(gelfOf(message), compressed));
    }
    const target = await streamTarget(configuration, protocol === 'TCP+TLS');
    return new StreamSender(target, (message) => Buffer.concat([Buffer.from(gelfOf(message)), gelfEnd]));
  },
};

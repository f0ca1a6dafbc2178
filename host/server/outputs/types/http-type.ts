import { flagOr, numberOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { HttpSender } from '../http-sender.js';
import { plainJson } from '../plain.js';
import {
  bounded,
  described,
  dropdown,
  field,
  mandatory,
  outputTypeIds,
  within,
  type OutputType,
} from './output-type.js';
import { reconnectDelay, tlsOf, trustedChain } from './receiver.js';
import { urlProblem } from '../../outgoing/url-problem.js';

const mostBatch = 5_000;
const mostTimeoutMs = 120_000;

const httpUrl = (configuration: Attributes): string => textOr(configuration, 'url', '');

export const httpType: OutputType = {
  info: described(outputTypeIds.http, 'HTTP Output', 'posts messages as JSON, many at a time', {
    url: mandatory('text', 'URL', 'Address of the receiver, http or https. It must be on the URL whitelist.', '', {
      position: 0,
    }),
    format: mandatory(
      'dropdown',
      'Format',
      'Messages are sent as one object per line, or as one list of objects.',
      'NDJSON',
      {
        position: 1,
        ...dropdown('NDJSON', 'JSON'),
      },
    ),
    authorization: field(
      'text',
      'Authorization',
      'Value of the header of that name, such as Bearer and a token.',
      '',
      'is_password',
    ),
    batch_size: field('number', 'Messages of one call', '', 200, 'only_positive'),
    compression: field('boolean', 'Compress', 'Compress requests with gzip.', true),
    timeout: field('number', 'Timeout of a call (ms)', '', 30_000, 'only_positive'),
    reconnect_delay: reconnectDelay,
    tls_verification_enabled: field('boolean', 'Verify TLS peer', '', true),
    tls_trust_cert_chain: trustedChain,
  }),
  problem: bounded(
    (configuration) =>
      urlProblem('url', httpUrl(configuration)) ??
      within(configuration, 'batch_size', mostBatch) ??
      within(configuration, 'timeout', mostTimeoutMs) ??
      (/[^\x20-\x7e]/.test(textOr(configuration, 'authorization', ''))
        ? '"authorization" must be printable ASCII'
        : undefined),
  ),
  url: httpUrl,
  batch: (configuration) => numberOr(configuration, 'batch_size', 200),
  sender: async (configuration, { open }) => {
    const lines = textOr(configuration, 'format', 'NDJSON') === 'NDJSON';
    const target = {
      url: new URL(httpUrl(configuration)),
      contentType: lines ? 'application/x-ndjson' : 'application/json',
      authorization: textOr(configuration, 'authorization', undefined),
      compressed: flagOr(configuration, 'compression', true),
      timeoutMs: numberOr(configuration, 'timeout', 30_000),
      batchMessages: numberOr(configuration, 'batch_size', 200),
      calls: 1,
      tls: await tlsOf(configuration),
      open,
    };
    return new HttpSender(target, (messages) => {
      const all = messages.map(plainJson);
      return lines ? all.map((line) => `${line}\n`).join('') : `[${all.join(',')}]`;
    });
  },
};

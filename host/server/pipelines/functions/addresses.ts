/** Rule functions on IP addresses. */
import { anonymized } from '../addresses.js';
import { defineFunction, EvaluationError, optional, parameter, prepared, type PipelineFunction } from '../function.js';
import { addressOfNumber, readAddress, readNetwork, type Network } from '../ip-addresses.js';
import { textOf } from '../value-text.js';
import { Integer, IpAddress, type Value } from '../values.js';
import { needed, shown } from './bounds.js';

/** Parses a network in CIDR form. @throws EvaluationError when the text is no network */
function networkOf(cidr: string): Network {
  const network = readNetwork(cidr);
  if (!network) throw new EvaluationError(`"${cidr.slice(0, 60)}" is no network such as 10.0.0.0/8 or 2001:db8::/32.`);
  return network;
}

const cidrMatch = defineFunction({
  name: 'cidr_match',
  parameters: [
    prepared(parameter('cidr', 'String', 'Network such as 10.0.0.0/8.'), networkOf, 'org.graylog2.utilities.IpSubnet'),
    parameter('ip', 'IpAddress', 'Address, made by to_ip.'),
  ],
  returns: 'Boolean',
  description: 'Returns true if an address is in a network.',
  evaluate([network, address]) {
    const block = needed(network, 'cidr');
    return address === null ? null : block.contains(address);
  },
});

/** Converts a value to an IP address; undefined: the value is no address. */
function addressOfValue(value: Value): IpAddress | undefined {
  if (value === null || value instanceof IpAddress) return value ?? undefined;
  if (typeof value === 'bigint') return addressOfNumber(Number(BigInt.asIntN(32, value)));
  if (typeof value === 'number') return addressOfNumber(Math.max(-2_147_483_648, Math.min(2_147_483_647, value)) | 0);
  if (value instanceof Integer) return addressOfNumber(value.value);
  return readAddress(textOf(value) ?? '');
}

const toIp = defineFunction({
  name: 'to_ip',
  parameters: [
    parameter('ip', 'Object'),
    optional('default', 'String', 'Address to use when the value is no address.'),
  ],
  returns: 'IpAddress',
  description:
    'Reads an address of IPv4 or IPv6; a number is an IPv4 address of 32 bits. Any other value becomes the default, or 0.0.0.0.',
  evaluate([value, otherwise]) {
    const found = addressOfValue(value);
    if (found) return found;
    const instead = readAddress(otherwise ?? '0.0.0.0');
    if (!instead) throw new EvaluationError(`The default ${shown(otherwise ?? '')} is no address.`);
    return instead;
  },
});

const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'].map(networkOf);

const inPrivateNet = defineFunction({
  name: 'in_private_net',
  parameters: [parameter('ip_address', 'String')],
  returns: 'Boolean',
  description: 'Returns true if an address is private (RFC 1918, RFC 4193). Any other value gives null.',
  evaluate([text]) {
    const address = text === null ? undefined : readAddress(text.trim());
    return address ? privateNetworks.some((network) => network.contains(address)) : null;
  },
});

export const addressFunctions: readonly PipelineFunction[] = [cidrMatch, toIp, inPrivateNet];

const anonymizeIp = defineFunction({
  name: 'anonymize_ip',
  parameters: [parameter('ip', 'Object')],
  returns: 'IpAddress',
  extension: true,
  description:
    'The address without the part that names one machine: 192.168.1.20 becomes 192.168.1.0. Any other value gives null.',
  evaluate([value]) {
    const found = addressOfValue(value);
    return found ? anonymized(found) : null;
  },
});

export const addressExtensions: readonly PipelineFunction[] = [anonymizeIp];

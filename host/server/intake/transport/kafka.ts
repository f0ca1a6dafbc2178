/** Consumes Kafka topics as a member of a consumer group; each message is delivered at least once. */
import type { BrokerAddress } from './kafka/broker-connection.js';
import { KafkaConsumer } from './kafka/consumer.js';
import { consumerProperties } from './kafka/properties.js';
import type { KafkaRecord } from './kafka/record-batches.js';
import type { ends } from './kafka/requests.js';
import type { Receiver, Remote } from './receiver.js';
import { BrokerTransport, readablePassword, type BrokerPauses } from './broker-transport.js';
import type { Transport } from './transport.js';
import { hostPort } from '../../foundation/host-port.js';

export interface KafkaSettings {
  readonly bootstrap: readonly BrokerAddress[];
  readonly isWanted: (topic: string) => boolean;
  readonly minBytes: number;
  readonly waitMs: number;
  readonly readers: number;
  /** Position at which a partition begins if the group has no committed offset for it (`auto.offset.reset`). */
  readonly reset: keyof typeof ends;
  readonly group: string;
  /** Returns the decrypted custom properties; called for each connection. */
  readonly properties: () => Promise<string>;
  readonly onTrouble: (reason: string | undefined) => void;
  readonly onRemark: (text: string | undefined) => void;
}

const usualPort = 9092;
const mostBrokers = 50;
/** Largest size in bytes of one fetch response; a single larger batch is still returned. */
const fetchBytes = 8 * 1024 * 1024;
/** Largest size in bytes of one partition in a fetch response; a single larger batch is still returned. */
const partitionBytes = 1024 * 1024;

/**
 * Parses the addresses of the bootstrap brokers.
 * @param text hosts with or without a port, comma-separated: `host:port,host`; the port is 9092 by default
 * @throws Error when an address is invalid, or there are none or too many; the message is a predicate that follows the
 * name of the setting
 */
export function brokersIn(text: string): BrokerAddress[] {
  const parts = text.split(',').map((part) => part.trim());
  const named = parts.filter((part) => part !== '');
  if (named.length === 0) throw new Error('names no broker');
  if (named.length > mostBrokers) throw new Error(`names more than ${mostBrokers} brokers`);
  return named.map((part) => {
    const [, six, name, port] = /^(?:\w+:\/\/)?(?:\[([\da-f:.]+)\]|([^\s:/]+))(?::(\d{1,5}))?$/i.exec(part) ?? [];
    const host = six ?? name;
    const number = port === undefined ? usualPort : Number(port);
    if (host === undefined || number < 1 || number > 65_535)
      throw new Error(`must be host:port, not ${part.slice(0, 100)}`);
    return { host, port: number };
  });
}

/**
 * Creates the transport of a Kafka input.
 * @param pauses pauses between attempts to connect
 */
export function kafkaTransport(settings: KafkaSettings, receiver: Receiver, pauses?: BrokerPauses): Transport {
  const { bootstrap, isWanted, minBytes, waitMs, readers, reset, group, onTrouble, onRemark } = settings;
  const hosts = bootstrap.map(({ host }) => host);
  const self = { member: '' };
  const session = async (signal: AbortSignal, onUp: () => void): Promise<void> => {
    const { tls, login, clientId, isolation, unknown } = consumerProperties(await settings.properties());
    const remarks = [
      ...(unknown.length === 0 ? [] : [`Properties that mean nothing here: ${unknown.slice(0, 10).join(', ')}.`]),
      ...(tls === undefined && login?.mechanism === 'PLAIN'
        ? [readablePassword(hosts, 'security.protocol=SASL_SSL')]
        : []),
    ].filter((remark) => remark !== undefined);
    onRemark(remarks.length === 0 ? undefined : remarks.join(' '));
    const consumer = new KafkaConsumer(
      {
        bootstrap,
        isWanted,
        readers,
        reset,
        group,
        tls,
        login,
        self,
        clientId,
        receiver,
        counters: receiver.counters,
        fetch: { waitMs, minBytes, maxBytes: fetchBytes, partitionBytes, isolation },
        remoteOf: (_: KafkaRecord, broker: Remote) => broker,
      },
      signal,
    );
    await consumer.run(onUp);
  };
  const broker = `The brokers at ${bootstrap.map(hostPort).join(', ')}`;
  return new BrokerTransport({ shownAddress: broker, onTrouble }, session, pauses);
}

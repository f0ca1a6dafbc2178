/** Contains the commands and programs that publish a message to the queue or topic from which an input reads. */
import { hello, shell, type Snippet } from './snippet.js';

/** The broker to which an input connects. */
interface Broker {
  /** Addresses of the broker as `host:port`, separated by commas. */
  readonly at: string;
  readonly host: string;
  readonly port: number;
  /** Name of the queue or topic. */
  readonly name: string;
  readonly tls: boolean;
}

type MakeForBroker = (broker: Broker, message: string) => Snippet;

const pika: MakeForBroker = ({ host, port, name, tls }, message) => ({
  name: 'Python (pika)',
  place: 'pip install pika',
  text: `import ${tls ? 'ssl, ' : ''}pika

login = pika.PlainCredentials("USER", "PASSWORD")
where = pika.ConnectionParameters("${host}", ${port}, credentials=login${
    tls ? `, ssl_options=pika.SSLOptions(ssl.create_default_context(), "${host}")` : ''
  })
with pika.BlockingConnection(where) as connection:
    lasting = pika.BasicProperties(delivery_mode=2)
    connection.channel().basic_publish("", "${name}", ${JSON.stringify(message)}, lasting)`,
});

const amqplib: MakeForBroker = ({ host, port, name, tls }, message) => ({
  name: 'Node.js (amqplib)',
  place: 'npm install amqplib',
  text: `const { connect } = require('amqplib');

async function send() {
  const connection = await connect('${tls ? 'amqps' : 'amqp'}://USER:PASSWORD@${host}:${port}');
  const channel = await connection.createConfirmChannel();
  channel.sendToQueue('${name}', Buffer.from(${JSON.stringify(message)}), { persistent: true });
  await channel.waitForConfirms();
  await connection.close();
}
send();`,
});

const vectorToAmqp: MakeForBroker = ({ host, port, name, tls }) => ({
  name: 'Vector',
  place: 'vector.toml',
  text: `[sinks.log_console]
type = "amqp"
inputs = ["my_source"]
connection_string = "${tls ? 'amqps' : 'amqp'}://USER:PASSWORD@${host}:${port}/%2f"
exchange = ""
routing_key = "${name}"
encoding.codec = "text"`,
});

const kafkaConsole: MakeForBroker = ({ at, name }, message) => ({
  name: 'Kafka',
  place: shell,
  text: `echo '${message}' | kafka-console-producer.sh --bootstrap-server ${at} --topic '${name}'`,
});

const filebeatToKafka: MakeForBroker = ({ at, name }) => ({
  name: 'Filebeat',
  place: 'filebeat.yml, in place of any other output',
  text: `output.kafka:
  hosts: [${at
    .split(',')
    .map((one) => `"${one}"`)
    .join(', ')}]
  topic: "${name}"
  codec.format.string: "%{[message]}"
  compression: gzip`,
});

const rsyslogToKafka: MakeForBroker = ({ at, name }) => ({
  name: 'rsyslog',
  place: '/etc/rsyslog.d/log-console.conf',
  text: `module(load="omkafka")
action(type="omkafka" broker=[${at
    .split(',')
    .map((one) => `"${one}"`)
    .join(', ')}] topic="${name}" template="RSYSLOG_SyslogProtocol23Format")`,
});

const vectorToKafka: MakeForBroker = ({ at, name }) => ({
  name: 'Vector',
  place: 'vector.toml',
  text: `[sinks.log_console]
type = "kafka"
inputs = ["my_source"]
bootstrap_servers = "${at}"
topic = "${name}"
encoding.codec = "text"`,
});

const gelfMessage = (from: string) =>
  JSON.stringify({ version: '1.1', host: 'example', short_message: hello(from), level: 6 });
const messages = {
  gelf: gelfMessage('the broker'),
  syslog: `<14>1 - example app - - - ${hello('the broker')}`,
  raw: hello('the broker'),
  cef: `CEF:0|Example|App|1|100|${hello('the broker')}|3|src=192.0.2.1`,
};

const overAmqp: readonly MakeForBroker[] = [pika, amqplib, vectorToAmqp];
const overKafka: readonly MakeForBroker[] = [kafkaConsole, filebeatToKafka, vectorToKafka];

interface Kind {
  readonly makes: readonly MakeForBroker[];
  readonly message: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  'org.graylog2.inputs.gelf.amqp.GELFAMQPInput': { makes: overAmqp.slice(0, 2), message: messages.gelf },
  'org.graylog2.inputs.syslog.amqp.SyslogAMQPInput': { makes: overAmqp.slice(0, 2), message: messages.syslog },
  'org.graylog2.inputs.raw.amqp.RawAMQPInput': { makes: overAmqp, message: messages.raw },
  'org.graylog.plugins.cef.input.CEFAmqpInput': { makes: overAmqp.slice(0, 2), message: messages.cef },
  'org.graylog2.inputs.gelf.kafka.GELFKafkaInput': { makes: overKafka.slice(0, 1), message: messages.gelf },
  'org.graylog2.inputs.syslog.kafka.SyslogKafkaInput': {
    makes: [kafkaConsole, rsyslogToKafka],
    message: messages.syslog,
  },
  'org.graylog2.inputs.raw.kafka.RawKafkaInput': { makes: overKafka, message: messages.raw },
  'org.graylog.plugins.cef.input.CEFKafkaInput': { makes: overKafka.slice(0, 1), message: messages.cef },
};

/** Matches texts of characters that neither a shell nor a configuration file treats as special. */
const harmless = /^[\w.:,[\]-]+$/;
const safe = (value: unknown, otherwise: string): string => {
  const text = typeof value === 'string' ? value.replaceAll(' ', '') : '';
  return harmless.test(text) ? text : otherwise;
};

/** Returns the snippets for an input; undefined if inputs of the type do not read from a broker. */
export function brokerSnippets(
  type: string,
  attributes: Readonly<Record<string, unknown>>,
): readonly Snippet[] | undefined {
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!kind) return undefined;
  const host = safe(attributes['broker_hostname'], 'BROKER');
  const port = typeof attributes['broker_port'] === 'number' ? attributes['broker_port'] : 5672;
  const isKafka = attributes['bootstrap_server'] !== undefined;
  // A topic filter is a regular expression. If the filter has no special characters besides its anchors, the text
  // between the anchors is the name of the topic.
  const topic = String(attributes['topic_filter'] ?? '').replace(/^\^|\$$/g, '');
  const broker: Broker = {
    at: isKafka ? safe(attributes['bootstrap_server'], 'BROKER:9092') : `${host}:${port}`,
    host,
    port,
    name: isKafka ? safe(topic, 'TOPIC') : safe(String(attributes['queue'] ?? '').replaceAll('%d', '0'), 'QUEUE'),
    tls: attributes['tls'] === true,
  };
  return kind.makes.map((make) => make(broker, kind.message));
}

/** Settings of programs to send to an input, ready to copy. The functions are pure. */
import { beatsMakers } from './beats-snippets.js';
import { netFlowMakers } from './netflow-snippets.js';
import { shipperMakers } from './shipper-snippets.js';
import {
  authority,
  certificates,
  fluentBit,
  hello,
  securely,
  shell,
  type Make,
  type SendTarget,
  type Snippet,
} from './snippet.js';

export type { SendTarget, Snippet } from './snippet.js';

type Transport = 'udp' | 'tcp';

/** Shown only for plain connections, because the program knows no TLS here. */
const plain =
  (make: (target: SendTarget) => Snippet): Make =>
  (target) =>
    target.tls ? undefined : make(target);

const curl: Make = (target) => ({
  name: 'curl',
  place: shell,
  text: `curl -X POST -H 'Content-Type: application/json' \\
  -d '{"version": "1.1", "host": "example", "short_message": "${hello('curl')}", "level": 6}' \\
  '${target.tls ? 'https' : 'http'}://${authority(target)}/gelf'`,
});

const gelfOfPython = `message = {"version": "1.1", "host": socket.gethostname(), "short_message": "${hello('Python')}", "level": 6}
data = json.dumps(message).encode()`;

function pythonSender(data: string, transport: Transport, target: SendTarget): { imports: string[]; text: string } {
  const { host, port, tls } = target;
  if (transport === 'udp')
    return {
      imports: ['socket'],
      text: `family = socket.getaddrinfo("${host}", ${port})[0][0]
with socket.socket(family, socket.SOCK_DGRAM) as sender:
    sender.sendto(${data}, ("${host}", ${port}))`,
    };
  if (!tls)
    return {
      imports: ['socket'],
      text: `with socket.create_connection(("${host}", ${port})) as sender:
    sender.sendall(${data})`,
    };
  return {
    imports: ['socket', 'ssl'],
    text: `connection = socket.create_connection(("${host}", ${port}))
with ssl.create_default_context().wrap_socket(connection, server_hostname="${host}") as sender:
    sender.sendall(${data})`,
  };
}

/** @param message what comes before sending, with `data` or a literal to send */
function python(
  transport: Transport,
  data: string,
  before?: { readonly imports: string[]; readonly text: string },
): Make {
  return (target) => {
    const sending = pythonSender(data, transport, target);
    const imports = [...new Set([...(before?.imports ?? []), ...sending.imports])].sort();
    return {
      name: 'Python',
      place: 'Python 3, without packages',
      text: [`import ${imports.join(', ')}\n`, ...(before ? [before.text] : []), sending.text].join('\n'),
    };
  };
}

const gelfOfNode = `const message = { version: '1.1', host: require('node:os').hostname(), short_message: '${hello('Node.js')}', level: 6 };`;

/** @param data an expression */
function node(transport: Transport, data: string, before: string): Make {
  return ({ host, port, tls }) => {
    const datagrams = host.includes(':') ? 'udp6' : 'udp4';
    const sending =
      transport === 'udp'
        ? `const sender = require('node:dgram').createSocket('${datagrams}');
sender.send(${data}, ${port}, '${host}', () => sender.close());`
        : tls
          ? `require('node:tls').connect({ host: '${host}', port: ${port}, servername: '${host}' }).end(${data});`
          : `require('node:net').connect(${port}, '${host}').end(${data});`;
    return {
      name: 'Node.js',
      place: 'Node.js, without packages',
      text: before === '' ? sending : `${before}\n${sending}`,
    };
  };
}

const nodeHttp: Make = (target) => ({
  name: 'Node.js',
  place: 'Node.js, without packages',
  text: `${gelfOfNode}
fetch('${target.tls ? 'https' : 'http'}://${authority(target)}/gelf', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(message),
});`,
});

const pythonHttp: Make = (target) => ({
  name: 'Python',
  place: 'Python 3, without packages',
  text: `import json, socket, urllib.request

${gelfOfPython}
request = urllib.request.Request("${target.tls ? 'https' : 'http'}://${authority(target)}/gelf", data, {"Content-Type": "application/json"})
urllib.request.urlopen(request)`,
});

const docker = (driver: 'gelf' | 'syslog', transport: Transport): Make => {
  const options = driver === 'syslog' ? ' --log-opt syslog-format=rfc5424' : '';
  return (target) => {
    // The driver for GELF knows no TLS.
    if (target.tls && driver === 'gelf') return undefined;
    const scheme = target.tls ? 'tcp+tls' : transport;
    return {
      name: 'Docker',
      place: shell,
      text: `docker run --log-driver ${driver} --log-opt ${driver}-address=${scheme}://${authority(target)}${options} \\
  alpine echo '${hello('Docker')}'`,
    };
  };
};

const vector =
  (transport: Transport, codec: 'gelf' | 'json' | 'text', delimiter?: string): Make =>
  (target) => ({
    name: 'Vector',
    place: 'vector.toml',
    text: [
      '[sinks.log_console]',
      'type = "socket"',
      'inputs = ["my_source"]',
      `mode = "${transport}"`,
      `address = "${authority(target)}"`,
      `encoding.codec = "${codec}"`,
      ...(delimiter === undefined
        ? []
        : ['framing.method = "character_delimited"', `framing.character_delimited.delimiter = "${delimiter}"`]),
      ...(target.tls ? ['tls.enabled = true'] : []),
    ].join('\n'),
  });

const logstash = (transport: Transport): Make =>
  plain(({ host, port }) => ({
    name: 'Logstash',
    place: 'Pipeline configuration',
    text: `output {
  gelf {
    host => "${host}"
    port => ${port}
    protocol => "${transport.toUpperCase()}"
  }
}`,
  }));

const log4j = (transport: Transport): Make =>
  plain(({ host, port }) => ({
    name: 'Log4j 2',
    place: 'log4j2.xml, in <Appenders>',
    text: `<Socket name="LogConsole" host="${host}" port="${port}" protocol="${transport.toUpperCase()}">
  <GelfLayout ${transport === 'udp' ? 'compressionType="GZIP"' : 'compressionType="OFF" includeNullDelimiter="true"'}/>
</Socket>`,
  }));

/** @param selector which messages @param template how they are written */
const rsyslogWith =
  (selector: string, template: string) =>
  (transport: Transport): Make =>
  ({ host, port, tls }) => {
    const action = [
      `${selector} action(type="omfwd"`,
      `  target="${host}" port="${port}" protocol="${transport}"`,
      `  template="${template}"`,
      ...(transport === 'tcp'
        ? [
            '  queue.type="LinkedList" queue.filename="log-console" queue.saveOnShutdown="on"',
            '  action.resumeRetryCount="-1"',
          ]
        : []),
      ...(tls ? ['  StreamDriver="gtls" StreamDriverMode="1" StreamDriverAuthMode="x509/name"'] : []),
    ].join('\n');
    const authorities = tls ? `global(DefaultNetstreamDriverCAFile="${certificates}")\n` : '';
    return { name: 'rsyslog', place: '/etc/rsyslog.d/90-log-console.conf', text: `${authorities}${action})` };
  };

const rsyslog = rsyslogWith('*.*', 'RSYSLOG_SyslogProtocol23Format');
/** Messages of devices are forwarded unchanged behind a syslog header. */
const rsyslogRaw = rsyslogWith(':rawmsg, contains, "CEF:"', 'RSYSLOG_TraditionalForwardFormat');

const syslogNg =
  (transport: Transport): Make =>
  ({ host, port, tls }) => {
    const security = tls ? ` tls(ca-file("${certificates}"))` : '';
    return {
      name: 'syslog-ng',
      place: '/etc/syslog-ng/conf.d/log-console.conf',
      text: `destination d_log_console {
  syslog("${host}" port(${port}) transport("${tls ? 'tls' : transport}")${security});
};
log { source(s_src); destination(d_log_console); };`,
    };
  };

const logger = (transport: Transport): Make =>
  plain(({ host, port }) => ({
    name: 'logger',
    place: shell,
    text: `logger --server ${host} --port ${port} --${transport} --rfc5424 '${hello('logger')}'`,
  }));

/** Bash opens connections by itself; OpenSSL those with TLS. */
const bash =
  (transport: Transport, text: string): Make =>
  (target) => ({
    name: 'Bash',
    place: shell,
    text: target.tls
      ? `echo '${text}' | openssl s_client -quiet -connect ${authority(target)}`
      : `echo '${text}' > /dev/${transport}/${target.host}/${target.port}`,
  });

const gelfKey = { Gelf_Short_Message_Key: 'log' };
const syslogKeys = { Syslog_Format: 'rfc5424', Syslog_Message_Key: 'log' };
const gelfBefore = { imports: ['json', 'socket'], text: gelfOfPython };
const cefText = (from: string): string =>
  `CEF:0|Example|Example|1.0|100|${hello(from)}|3|src=192.0.2.1 spt=1234 msg=${hello(from)}`;
const jsonText = `{"message": "${hello('Bash')}", "level": 6}`;

const makers: Readonly<Record<string, readonly Make[]>> = {
  'org.graylog2.inputs.gelf.udp.GELFUDPInput': [
    docker('gelf', 'udp'),
    fluentBit('gelf', () => ({ Mode: 'udp', ...gelfKey })),
    vector('udp', 'gelf'),
    logstash('udp'),
    log4j('udp'),
    python('udp', 'data', gelfBefore),
    node('udp', 'JSON.stringify(message)', gelfOfNode),
  ],
  'org.graylog2.inputs.gelf.tcp.GELFTCPInput': [
    docker('gelf', 'tcp'),
    fluentBit('gelf', ({ tls }) => ({ Mode: tls ? 'tls' : 'tcp', ...gelfKey })),
    vector('tcp', 'gelf', '\\u0000'),
    logstash('tcp'),
    log4j('tcp'),
    python('tcp', 'data + b"\\0"', gelfBefore),
    node('tcp', '`${JSON.stringify(message)}\\0`', gelfOfNode),
  ],
  'org.graylog2.inputs.gelf.http.GELFHttpInput': [
    curl,
    fluentBit('http', (target) => ({
      URI: '/gelf',
      Format: 'gelf',
      ...gelfKey,
      ...securely(target),
    })),
    pythonHttp,
    nodeHttp,
  ],
  'org.graylog2.inputs.syslog.udp.SyslogUDPInput': [
    rsyslog('udp'),
    syslogNg('udp'),
    docker('syslog', 'udp'),
    fluentBit('syslog', () => ({ Mode: 'udp', ...syslogKeys })),
    logger('udp'),
  ],
  'org.graylog2.inputs.syslog.tcp.SyslogTCPInput': [
    rsyslog('tcp'),
    syslogNg('tcp'),
    docker('syslog', 'tcp'),
    fluentBit('syslog', ({ tls }) => ({ Mode: tls ? 'tls' : 'tcp', ...syslogKeys })),
    logger('tcp'),
  ],
  'org.graylog2.inputs.raw.udp.RawUDPInput': [
    bash('udp', hello('Bash')),
    vector('udp', 'text'),
    python('udp', `b"${hello('Python')}"`),
    node('udp', `'${hello('Node.js')}'`, ''),
  ],
  'org.graylog2.inputs.raw.tcp.RawTCPInput': [
    bash('tcp', hello('Bash')),
    vector('tcp', 'text'),
    python('tcp', `b"${hello('Python')}\\n"`),
    node('tcp', `'${hello('Node.js')}\\n'`, ''),
  ],
  'org.graylog.plugins.netflow.inputs.NetFlowUdpInput': netFlowMakers,
  'org.graylog.plugins.beats.Beats2Input': beatsMakers,
  'org.graylog.plugins.beats.BeatsInput': beatsMakers,
  'org.graylog.plugins.cef.input.CEFUDPInput': [
    bash('udp', cefText('Bash')),
    rsyslogRaw('udp'),
    python('udp', `b"${cefText('Python')}"`),
    node('udp', `'${cefText('Node.js')}'`, ''),
  ],
  'org.graylog.plugins.cef.input.CEFTCPInput': [
    bash('tcp', cefText('Bash')),
    rsyslogRaw('tcp'),
    python('tcp', `b"${cefText('Python')}\\n"`),
    node('tcp', `'${cefText('Node.js')}\\n'`, ''),
  ],
  ...shipperMakers,
  'log-console.inputs.json.tcp.JsonLinesTCPInput': [
    bash('tcp', jsonText),
    fluentBit('tcp', (target) => ({ Format: 'json_lines', ...securely(target) })),
    vector('tcp', 'json'),
  ],
};

/** Tells whether there is help about sending to inputs of the type. */
export const hasSnippets = (type: string): boolean => Object.hasOwn(makers, type);

/** @param type of the input, as the server names it */
export const snippetsFor = (type: string, target: SendTarget): readonly Snippet[] =>
  (hasSnippets(type) ? (makers[type] ?? []) : []).flatMap((make) => make(target) ?? []);

/** Nothing that a shell or a file of settings would read as anything but a name or an address. */
const harmless = /^[\w.:-]+$/;
const everywhere: readonly unknown[] = ['', '0.0.0.0', '::', undefined, null];

const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'is_set' in value && value.is_set === true;

function authOf(attributes: Readonly<Record<string, unknown>>): SendTarget['auth'] {
  if (isSet(attributes['auth_token'])) return 'token';
  const user = attributes['auth_user'];
  return (typeof user === 'string' && user !== '') || isSet(attributes['auth_password']) ? 'basic' : 'none';
}

/**
 * Returns the address under which senders reach an input: its bound address, else the address of the server.
 * @param attributes of the input
 * @param listening `address:port`, where the server says it
 * @param server address of its API
 * @returns undefined when it listens nowhere
 */
export function targetOf(
  attributes: Readonly<Record<string, unknown>>,
  listening: string | undefined,
  server: string,
): SendTarget | undefined {
  const port = Number(listening === undefined ? attributes['port'] : listening.slice(listening.lastIndexOf(':') + 1));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  const bound = attributes['bind_address'];
  const reached = new URL(server, 'http://localhost').hostname.replace(/^\[|\]$/g, '');
  const host = everywhere.includes(bound) ? reached : String(bound);
  return {
    host: harmless.test(host) ? host : reached,
    port,
    tls: attributes['tls_enable'] === true,
    auth: authOf(attributes),
  };
}

/** Contains the snippets of programs that can send to inputs of several types. */
import { authority, certificates, hello, shell, type Make, type SendTarget, type Snippet } from './snippet.js';

export type Transport = 'udp' | 'tcp';

/** Makes a snippet for inputs without TLS only, because the program of the snippet does not support TLS. */
export const plain =
  (make: (target: SendTarget) => Snippet): Make =>
  (target) =>
    target.tls ? undefined : make(target);

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

/**
 * Makes a Python program that sends a message.
 * @param data expression of the bytes that are sent
 * @param before imports and statements that are needed for `data`
 */
export function python(
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

/**
 * Makes a Node.js program that sends a message.
 * @param data expression of the data that are sent
 * @param before statements that are needed for `data`
 */
export function node(transport: Transport, data: string, before: string): Make {
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

export const docker = (driver: 'gelf' | 'syslog', transport: Transport): Make => {
  const options = driver === 'syslog' ? ' --log-opt syslog-format=rfc5424' : '';
  return (target) => {
    // Docker's GELF driver does not support TLS.
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

export const vector =
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

/**
 * Makes an rsyslog configuration that forwards messages.
 * @param selector rsyslog selector of the forwarded messages
 * @param template name of the rsyslog template that formats the messages
 */
export const rsyslogWith =
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

export const syslogNg =
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

export const logger = (transport: Transport): Make =>
  plain(({ host, port }) => ({
    name: 'logger',
    place: shell,
    text: `logger --server ${host} --port ${port} --${transport} --rfc5424 '${hello('logger')}'`,
  }));

/** Makes a shell command that sends a text: Bash opens plain connections itself, OpenSSL opens those with TLS. */
export const bash =
  (transport: Transport, text: string): Make =>
  (target) => ({
    name: 'Bash',
    place: shell,
    text: target.tls
      ? `echo '${text}' | openssl s_client -quiet -connect ${authority(target)}`
      : `echo '${text}' > /dev/${transport}/${target.host}/${target.port}`,
  });

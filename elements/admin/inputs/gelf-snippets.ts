/** Contains the snippets for sending GELF to an input. */
import { docker, node, plain, python, vector, type Transport } from './programs.js';
import { authority, fluentBit, hello, securely, shell, type Make, type Makers } from './snippet.js';

const gelfOfPython = `message = {"version": "1.1", "host": socket.gethostname(), "short_message": "${hello('Python')}", "level": 6}
data = json.dumps(message).encode()`;

const gelfOfNode = `const message = { version: '1.1', host: require('node:os').hostname(), short_message: '${hello('Node.js')}', level: 6 };`;

const curl: Make = (target) => ({
  name: 'curl',
  place: shell,
  text: `curl -X POST -H 'Content-Type: application/json' \\
  -d '{"version": "1.1", "host": "example", "short_message": "${hello('curl')}", "level": 6}' \\
  '${target.tls ? 'https' : 'http'}://${authority(target)}/gelf'`,
});

const pythonHttp: Make = (target) => ({
  name: 'Python',
  place: 'Python 3, without packages',
  text: `import json, socket, urllib.request

${gelfOfPython}
request = urllib.request.Request("${target.tls ? 'https' : 'http'}://${authority(target)}/gelf", data, {"Content-Type": "application/json"})
urllib.request.urlopen(request)`,
});

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

const gelfKey = { Gelf_Short_Message_Key: 'log' };

const gelfBefore = { imports: ['json', 'socket'], text: gelfOfPython };

export const gelfMakers: Makers = {
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
};

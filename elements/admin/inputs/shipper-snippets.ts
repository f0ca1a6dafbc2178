/** Contains the snippets of shippers that use the protocols of other systems, by type of the input. */
import {
  authority,
  certificates,
  curlLogin,
  fluentBit,
  hello,
  httpLogin,
  loginOf,
  secrets,
  securely,
  shell,
  type Login,
  type Make,
  type SendTarget,
} from './snippet.js';

const urlOf = (target: SendTarget): string => `${target.tls ? 'https' : 'http'}://${authority(target)}`;

const basicPair = `${secrets.user}:${secrets.password}`;
/** Returns a text on a new line if the input requires TLS, else an empty text. */
const trusted = ({ tls }: SendTarget, text: string): string => (tls ? `\n${text}` : '');
/** Returns lines with the login if the input requires user and password, or a token as password; else an empty text. */
const withLogin = (target: SendTarget, lines: (login: Login) => string): string => {
  const login = loginOf(target);
  return login ? `\n${lines(login)}` : '';
};
/** Returns one of two texts by the kind of credentials that the input requires; an empty text if it requires none. */
const byAuth = ({ auth }: SendTarget, texts: { readonly token: string; readonly basic: string }): string =>
  auth === 'none' ? '' : texts[auth];
/**
 * Makes a snippet of a program that supports tokens but no user names; none if the input requires user and password.
 */
const byToken =
  (make: Make): Make =>
  (target) =>
    target.auth === 'basic' ? undefined : make(target);

/**
 * Makes a curl command.
 * @param body request body in shell syntax
 */
const curl =
  (path: string, contentType: string, body: string, scheme?: string): Make =>
  (target) => ({
    name: 'curl',
    place: shell,
    text: `curl -X POST -H 'Content-Type: ${contentType}'${curlLogin(target, scheme)} \\
  --data-binary ${body} \\
  '${urlOf(target)}${path}'`,
  });

const otlpBody = `'{"resourceLogs": [{"resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "example"}}]},
    "scopeLogs": [{"logRecords": [{"severityNumber": 9, "body": {"stringValue": "${hello('curl')}"}}]}]}]}'`;

const collectorLogin = (target: SendTarget): string =>
  byAuth(target, {
    token: '',
    basic: `extensions:
  basicauth/log-console:
    client_auth:
      username: ${secrets.user}
      password: ${secrets.password}
`,
  });

const collector: Make = (target) => ({
  name: 'OpenTelemetry Collector',
  place: 'config.yaml',
  text: `${collectorLogin(target)}exporters:
  otlphttp/log-console:
    logs_endpoint: ${urlOf(target)}/v1/logs${byAuth(target, {
      token: `\n    headers:\n      Authorization: Bearer ${secrets.token}`,
      basic: '\n    auth:\n      authenticator: basicauth/log-console',
    })}${trusted(target, `    tls:\n      ca_file: ${certificates}`)}
service:${byAuth(target, { token: '', basic: '\n  extensions: [basicauth/log-console]' })}
  pipelines:
    logs:
      receivers: [otlp]
      exporters: [otlphttp/log-console]`,
});

const collectorOverGrpc: Make = (target) => ({
  name: 'OpenTelemetry Collector',
  place: 'config.yaml',
  text: `${collectorLogin(target)}exporters:
  otlp/log-console:
    endpoint: ${authority(target)}
    tls:
      ${target.tls ? `ca_file: ${certificates}` : 'insecure: true'}${byAuth(target, {
        token: `\n    headers:\n      authorization: Bearer ${secrets.token}`,
        basic: '\n    auth:\n      authenticator: basicauth/log-console',
      })}
service:${byAuth(target, { token: '', basic: '\n  extensions: [basicauth/log-console]' })}
  pipelines:
    logs:
      receivers: [otlp]
      exporters: [otlp/log-console]`,
});

const otelOfNode: Make = (target) => ({
  name: 'OpenTelemetry for Node.js',
  place: 'npm install @opentelemetry/sdk-logs @opentelemetry/exporter-logs-otlp-proto',
  text: `const { LoggerProvider, BatchLogRecordProcessor } = require('@opentelemetry/sdk-logs');
const { OTLPLogExporter } = require('@opentelemetry/exporter-logs-otlp-proto');

const exporter = new OTLPLogExporter({
  url: '${urlOf(target)}/v1/logs',${byAuth(target, {
    token: `\n  headers: { Authorization: 'Bearer ${secrets.token}' },`,
    basic: `\n  headers: { Authorization: 'Basic ' + btoa('${basicPair}') },`,
  })}
});
const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] });
provider.getLogger('example').emit({ severityNumber: 9, body: '${hello('Node.js')}' });
provider.shutdown();`,
});

const otelOfPython: Make = (target) => ({
  name: 'OpenTelemetry for Python',
  place: 'pip install opentelemetry-exporter-otlp-proto-http',
  text: `import ${byAuth(target, { token: '', basic: 'base64, ' })}logging
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor

provider = LoggerProvider()
exporter = OTLPLogExporter(
    endpoint="${urlOf(target)}/v1/logs",${byAuth(target, {
      token: `\n    headers={"Authorization": "Bearer ${secrets.token}"},`,
      basic: `\n    headers={"Authorization": "Basic " + base64.b64encode(b"${basicPair}").decode()},`,
    })}
)
provider.add_log_record_processor(BatchLogRecordProcessor(exporter))
logging.getLogger().addHandler(LoggingHandler(logger_provider=provider))
logging.warning("${hello('Python')}")
provider.shutdown()`,
});

const bulkBody = `$'{"create": {}}\\n{"message": "${hello('curl')}", "log.level": "info"}\\n'`;

const filebeat: Make = (target) => ({
  name: 'Filebeat',
  place: 'filebeat.yml',
  text: `output.elasticsearch:
  hosts: ["${urlOf(target)}"]
  allow_older_versions: true${withLogin(
    target,
    ({ user, password }) => `  username: "${user}"\n  password: "${password}"`,
  )}${trusted(target, `  ssl.certificate_authorities: ["${certificates}"]`)}
setup.template.enabled: false
setup.ilm.enabled: false`,
});

const logstash: Make = (target) => ({
  name: 'Logstash',
  place: 'Pipeline configuration',
  text: `output {
  elasticsearch {
    hosts => ["${urlOf(target)}"]
    index => "logstash"
    manage_template => false
    ilm_enabled => false${withLogin(
      target,
      ({ user, password }) => `    user => "${user}"\n    password => "${password}"`,
    )}${trusted(target, `    ssl_certificate_authorities => ["${certificates}"]`)}
  }
}`,
});

const vector =
  (type: string, settings: (target: SendTarget) => readonly string[]): Make =>
  (target) => ({
    name: 'Vector',
    place: 'vector.toml',
    text: [
      '[sinks.log_console]',
      `type = "${type}"`,
      'inputs = ["my_source"]',
      ...settings(target),
      ...(target.tls ? [`tls.ca_file = "${certificates}"`] : []),
    ].join('\n'),
  });

/** Returns the settings with the login of Vector's sinks for Elasticsearch and Loki. */
const vectorLogin = (target: SendTarget): readonly string[] => {
  const login = loginOf(target);
  if (!login) return [];
  return ['auth.strategy = "basic"', `auth.user = "${login.user}"`, `auth.password = "${login.password}"`];
};

const elasticOfNode: Make = (target) => ({
  name: 'Elasticsearch for Node.js',
  place: 'npm install @elastic/elasticsearch',
  text: `const { Client } = require('@elastic/elasticsearch');

const client = new Client({
  node: '${urlOf(target)}',${withLogin(
    target,
    ({ user, password }) => `  auth: { username: '${user}', password: '${password}' },`,
  )}
});
client.bulk({ operations: [{ create: { _index: 'example' } }, { message: '${hello('Node.js')}' }] });`,
});

const splunkBody = `'{"event": "${hello('curl')}", "fields": {"level": "info"}}'`;

/** Docker's Splunk driver needs a token. */
const dockerOfSplunk = byToken((target) => ({
  name: 'Docker',
  place: shell,
  text: `docker run --log-driver splunk --log-opt splunk-url=${urlOf(target)} --log-opt splunk-token=${secrets.token}${
    target.tls ? ` \\\n  --log-opt splunk-capath=${certificates}` : ''
  } \\
  alpine echo '${hello('Docker')}'`,
}));

const collectorOfSplunk = byToken((target) => ({
  name: 'OpenTelemetry Collector',
  place: 'config.yaml',
  text: `exporters:
  splunk_hec/log-console:
    endpoint: ${urlOf(target)}/services/collector
    token: ${secrets.token}${trusted(target, `    tls:\n      ca_file: ${certificates}`)}
service:
  pipelines:
    logs:
      receivers: [otlp]
      exporters: [splunk_hec/log-console]`,
}));

const vectorOfSplunk = byToken(
  vector('splunk_hec_logs', (target) => [
    `endpoint = "${urlOf(target)}"`,
    `default_token = "${secrets.token}"`,
    'encoding.codec = "json"',
  ]),
);

const lokiBody = `'{"streams": [{"stream": {"job": "example"}, "values": [["'"$(date +%s%N)"'", "${hello('curl')}"]]}]}'`;

const promtail: Make = (target) => ({
  name: 'Promtail',
  place: 'promtail.yaml',
  text: `clients:
  - url: ${urlOf(target)}/loki/api/v1/push${withLogin(
    target,
    ({ user, password }) => `    basic_auth:\n      username: ${user}\n      password: ${password}`,
  )}${trusted(target, `    tls_config:\n      ca_file: ${certificates}`)}`,
});

const alloy: Make = (target) => ({
  name: 'Grafana Alloy',
  place: 'config.alloy',
  text: `loki.write "log_console" {
  endpoint {
    url = "${urlOf(target)}/loki/api/v1/push"${withLogin(
      target,
      ({ user, password }) => `    basic_auth {\n      username = "${user}"\n      password = "${password}"\n    }`,
    )}${trusted(target, `    tls_config {\n      ca_file = "${certificates}"\n    }`)}
  }
}`,
});

const journalUpload: Make = (target) => ({
  name: 'systemd-journal-upload',
  // Older versions of systemd could send a password only in the URL, and would write it into the journal.
  place: `/etc/systemd/journal-upload.conf${target.auth === 'none' ? '' : '; Header is known from systemd 258 on'}`,
  text: `[Upload]
URL=${urlOf(target)}${byAuth(target, {
    token: `\nHeader=Authorization: Bearer ${secrets.token}`,
    basic: `\n# BASE64 is what this prints: printf %s '${basicPair}' | base64\nHeader=Authorization: Basic BASE64`,
  })}${trusted(target, `TrustedCertificateFile=${certificates}`)}`,
});

const journalctl: Make = (target) => ({
  name: 'journalctl',
  place: shell,
  text: `journalctl --since today --output export | curl -X POST${curlLogin(target)} \\
  -H 'Content-Type: application/vnd.fdo.journal' \\
  --upload-file - '${urlOf(target)}/upload'`,
});

export const shipperMakers: Readonly<Record<string, readonly Make[]>> = {
  'log-console.inputs.otlp.http.OTLPHttpInput': [
    curl('/v1/logs', 'application/json', otlpBody),
    collector,
    otelOfNode,
    otelOfPython,
    fluentBit('opentelemetry', (target) => ({ Logs_uri: '/v1/logs', ...httpLogin(target), ...securely(target) })),
  ],
  'log-console.inputs.otlp.grpc.OTLPGrpcInput': [collectorOverGrpc],
  'log-console.inputs.elasticsearch.http.ElasticsearchBulkInput': [
    curl('/_bulk', 'application/x-ndjson', bulkBody),
    filebeat,
    logstash,
    fluentBit('es', (target) => ({
      Index: 'fluent-bit',
      Suppress_Type_Name: 'On',
      ...httpLogin(target),
      ...securely(target),
    })),
    vector('elasticsearch', (target) => [
      `endpoints = ["${urlOf(target)}"]`,
      'mode = "bulk"',
      'bulk.index = "vector"',
      ...vectorLogin(target),
    ]),
    elasticOfNode,
  ],
  'log-console.inputs.splunk.http.SplunkHECInput': [
    curl('/services/collector', 'application/json', splunkBody, 'Splunk'),
    dockerOfSplunk,
    fluentBit('splunk', (target) => ({
      ...(target.auth === 'basic' ? httpLogin(target) : { Splunk_Token: secrets.token }),
      ...securely(target),
    })),
    vectorOfSplunk,
    collectorOfSplunk,
  ],
  'log-console.inputs.loki.http.LokiPushInput': [
    curl('/loki/api/v1/push', 'application/json', lokiBody),
    alloy,
    promtail,
    fluentBit('loki', (target) => ({ Labels: 'job=fluent-bit', ...httpLogin(target), ...securely(target) })),
    vector('loki', (target) => [
      `endpoint = "${urlOf(target)}"`,
      'labels.job = "vector"',
      'encoding.codec = "json"',
      ...vectorLogin(target),
    ]),
  ],
  'log-console.inputs.journal.http.JournalUploadInput': [
    curl('/upload', 'application/vnd.fdo.journal', `$'MESSAGE=${hello('curl')}\\nPRIORITY=6\\n\\n'`),
    journalUpload,
    journalctl,
  ],
};

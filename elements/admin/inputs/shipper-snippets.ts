/** Shippers that send what their own systems expect: settings of theirs by type of input. Pure. */
import { authority, certificates, fluentBit, hello, securely, shell, type Make, type SendTarget } from './snippet.js';

const urlOf = (target: SendTarget): string => `${target.tls ? 'https' : 'http'}://${authority(target)}`;

/** @param body as it is written in a shell */
const curl =
  (path: string, contentType: string, body: string): Make =>
  (target) => ({
    name: 'curl',
    place: shell,
    text: `curl -X POST -H 'Content-Type: ${contentType}' \\
  --data-binary ${body} \\
  '${urlOf(target)}${path}'`,
  });

const otlpBody = `'{"resourceLogs": [{"resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "example"}}]},
    "scopeLogs": [{"logRecords": [{"severityNumber": 9, "body": {"stringValue": "${hello('curl')}"}}]}]}]}'`;

const collector: Make = (target) => ({
  name: 'OpenTelemetry Collector',
  place: 'config.yaml',
  text: `exporters:
  otlphttp/log-console:
    logs_endpoint: ${urlOf(target)}/v1/logs${target.tls ? `\n    tls:\n      ca_file: ${certificates}` : ''}
service:
  pipelines:
    logs:
      receivers: [otlp]
      exporters: [otlphttp/log-console]`,
});

const otelOfNode: Make = (target) => ({
  name: 'OpenTelemetry for Node.js',
  place: 'npm install @opentelemetry/sdk-logs @opentelemetry/exporter-logs-otlp-proto',
  text: `const { LoggerProvider, BatchLogRecordProcessor } = require('@opentelemetry/sdk-logs');
const { OTLPLogExporter } = require('@opentelemetry/exporter-logs-otlp-proto');

const exporter = new OTLPLogExporter({ url: '${urlOf(target)}/v1/logs' });
const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] });
provider.getLogger('example').emit({ severityNumber: 9, body: '${hello('Node.js')}' });
provider.shutdown();`,
});

const otelOfPython: Make = (target) => ({
  name: 'OpenTelemetry for Python',
  place: 'pip install opentelemetry-exporter-otlp-proto-http',
  text: `import logging
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor

provider = LoggerProvider()
exporter = OTLPLogExporter(endpoint="${urlOf(target)}/v1/logs")
provider.add_log_record_processor(BatchLogRecordProcessor(exporter))
logging.getLogger().addHandler(LoggingHandler(logger_provider=provider))
logging.warning("${hello('Python')}")
provider.shutdown()`,
});

const bulkBody = `$'{"create": {}}\\n{"message": "${hello('curl')}", "log.level": "info"}\\n'`;
const trusted = ({ tls }: SendTarget, text: string): string => (tls ? `\n${text}` : '');

const filebeat: Make = (target) => ({
  name: 'Filebeat',
  place: 'filebeat.yml',
  text: `output.elasticsearch:
  hosts: ["${urlOf(target)}"]
  allow_older_versions: true${trusted(target, `  ssl.certificate_authorities: ["${certificates}"]`)}
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
    ilm_enabled => false${trusted(target, `    ssl_certificate_authorities => ["${certificates}"]`)}
  }
}`,
});

const vector =
  (type: string, ...settings: readonly string[]): Make =>
  (target) => ({
    name: 'Vector',
    place: 'vector.toml',
    text: [
      '[sinks.log_console]',
      `type = "${type}"`,
      'inputs = ["my_source"]',
      ...settings.map((line) => line.replace('URL', urlOf(target))),
      ...(target.tls ? [`tls.ca_file = "${certificates}"`] : []),
    ].join('\n'),
  });

const elasticOfNode: Make = (target) => ({
  name: 'Elasticsearch for Node.js',
  place: 'npm install @elastic/elasticsearch',
  text: `const { Client } = require('@elastic/elasticsearch');

const client = new Client({ node: '${urlOf(target)}' });
client.bulk({ operations: [{ create: { _index: 'example' } }, { message: '${hello('Node.js')}' }] });`,
});

/** Docker's driver sends nothing without a token. */
const dockerOfSplunk: Make = (target) => ({
  name: 'Docker',
  place: shell,
  text: `docker run --log-driver splunk --log-opt splunk-url=${urlOf(target)} --log-opt splunk-token=TOKEN${
    target.tls ? ` \\\n  --log-opt splunk-capath=${certificates}` : ''
  } \\
  alpine echo '${hello('Docker')}'`,
});

const collectorOfSplunk: Make = (target) => ({
  name: 'OpenTelemetry Collector',
  place: 'config.yaml',
  text: `exporters:
  splunk_hec/log-console:
    endpoint: ${urlOf(target)}/services/collector
    token: TOKEN${trusted(target, `    tls:\n      ca_file: ${certificates}`)}
service:
  pipelines:
    logs:
      receivers: [otlp]
      exporters: [splunk_hec/log-console]`,
});

const lokiBody = `'{"streams": [{"stream": {"job": "example"}, "values": [["'"$(date +%s%N)"'", "${hello('curl')}"]]}]}'`;

const promtail: Make = (target) => ({
  name: 'Promtail',
  place: 'promtail.yaml',
  text: `clients:
  - url: ${urlOf(target)}/loki/api/v1/push${trusted(target, `    tls_config:\n      ca_file: ${certificates}`)}`,
});

const alloy: Make = (target) => ({
  name: 'Grafana Alloy',
  place: 'config.alloy',
  text: `loki.write "log_console" {
  endpoint {
    url = "${urlOf(target)}/loki/api/v1/push"${trusted(target, `    tls_config {\n      ca_file = "${certificates}"\n    }`)}
  }
}`,
});

const journalUpload: Make = (target) => ({
  name: 'systemd-journal-upload',
  place: '/etc/systemd/journal-upload.conf',
  text: `[Upload]
URL=${urlOf(target)}${trusted(target, `TrustedCertificateFile=${certificates}`)}`,
});

const journalctl: Make = (target) => ({
  name: 'journalctl',
  place: shell,
  text: `journalctl --since today --output export | curl -X POST -H 'Content-Type: application/vnd.fdo.journal' \\
  --upload-file - '${urlOf(target)}/upload'`,
});

export const shipperMakers: Readonly<Record<string, readonly Make[]>> = {
  'log-console.inputs.otlp.http.OTLPHttpInput': [
    curl('/v1/logs', 'application/json', otlpBody),
    collector,
    otelOfNode,
    otelOfPython,
    fluentBit('opentelemetry', (target) => ({ Logs_uri: '/v1/logs', ...securely(target) })),
  ],
  'log-console.inputs.elasticsearch.http.ElasticsearchBulkInput': [
    curl('/_bulk', 'application/x-ndjson', bulkBody),
    filebeat,
    logstash,
    fluentBit('es', (target) => ({ Index: 'fluent-bit', Suppress_Type_Name: 'On', ...securely(target) })),
    vector('elasticsearch', 'endpoints = ["URL"]', 'mode = "bulk"', 'bulk.index = "vector"'),
    elasticOfNode,
  ],
  'log-console.inputs.splunk.http.SplunkHECInput': [
    curl('/services/collector', 'application/json', `'{"event": "${hello('curl')}", "fields": {"level": "info"}}'`),
    dockerOfSplunk,
    fluentBit('splunk', (target) => ({ Splunk_Token: 'TOKEN', ...securely(target) })),
    vector('splunk_hec_logs', 'endpoint = "URL"', 'default_token = "TOKEN"', 'encoding.codec = "json"'),
    collectorOfSplunk,
  ],
  'log-console.inputs.loki.http.LokiPushInput': [
    curl('/loki/api/v1/push', 'application/json', lokiBody),
    alloy,
    promtail,
    fluentBit('loki', (target) => ({ Labels: 'job=fluent-bit', ...securely(target) })),
    vector('loki', 'endpoint = "URL"', 'labels.job = "vector"', 'encoding.codec = "json"'),
  ],
  'log-console.inputs.journal.http.JournalUploadInput': [
    curl('/upload', 'application/vnd.fdo.journal', `$'MESSAGE=${hello('curl')}\\nPRIORITY=6\\n\\n'`),
    journalUpload,
    journalctl,
  ],
};

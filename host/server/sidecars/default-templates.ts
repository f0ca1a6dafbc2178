/**
 * Contains the templates of the default collectors. Each template sends messages to an input of this server, and adds
 * the node to them.
 */

export interface Destination {
  /** Host name of this server. */
  readonly host: string;
  /** Port of the Beats input. */
  readonly beats: number;
  readonly gelfTcp: number;
  readonly syslogTcp: number;
  readonly otlpHttp: number;
}

const unixSpool = (name: string): string => `\${sidecar.spoolDir!"/var/lib/graylog-sidecar/collectors/${name}"}`;
const windowsSpool = (name: string): string =>
  `\${sidecar.spoolDir!"C:\\\\Program Files\\\\Graylog\\\\sidecar\\\\cache\\\\${name}"}`;

const beatsHead = `# Every message carries the sidecar that sent it.
fields_under_root: true
fields.collector_node_id: \${sidecar.nodeName}
fields.gl2_source_collector: \${sidecar.nodeId}
`;

export const filebeat = ({ host, beats }: Destination, windows: boolean): string => `${beatsHead}
filebeat.inputs:
- type: filestream
  id: logs
  enabled: true
  paths:
    - ${windows ? 'C:\\logs\\log.log' : '/var/log/*.log'}

output.logstash:
  hosts: ["${host}:${beats}"]

path:
  data: ${windows ? windowsSpool('filebeat') + '\\data' : `${unixSpool('filebeat')}/data`}
  logs: ${windows ? windowsSpool('filebeat') + '\\log' : `${unixSpool('filebeat')}/log`}
`;

export const winlogbeat = ({ host, beats }: Destination): string => `${beatsHead}
winlogbeat.event_logs:
  - name: Application
  - name: System
  - name: Security

output.logstash:
  hosts: ["${host}:${beats}"]

path:
  data: ${windowsSpool('winlogbeat')}\\data
  logs: ${windowsSpool('winlogbeat')}\\log
`;

export const nxlogLinux = ({ host, gelfTcp }: Destination): string => `define ROOT /usr/bin

<Extension gelf>
  Module xm_gelf
</Extension>

User nxlog
Group nxlog
Moduledir /usr/lib/nxlog/modules
CacheDir ${unixSpool('nxlog')}/data
PidFile ${unixSpool('nxlog')}/nxlog.pid
LogFile ${unixSpool('nxlog')}/nxlog.log
LogLevel INFO

<Input files>
  Module im_file
  File "/var/log/*.log"
  PollInterval 1
  SavePos True
  ReadFromLast True
  Exec $FileName = file_name();
</Input>

<Output server>
  Module om_tcp
  Host ${host}
  Port ${gelfTcp}
  OutputType GELF_TCP
  <Exec>
    # Every message carries the sidecar that sent it.
    $gl2_source_collector = '\${sidecar.nodeId}';
    $collector_node_id = '\${sidecar.nodeName}';
    $Hostname = hostname_fqdn();
  </Exec>
</Output>

<Route files_to_server>
  Path files => server
</Route>
`;

export const nxlogWindows = ({ host, gelfTcp }: Destination): string => `define ROOT C:\\Program Files (x86)\\nxlog

Moduledir %ROOT%\\modules
CacheDir ${windowsSpool('nxlog')}
PidFile ${windowsSpool('nxlog')}\\nxlog.pid
LogFile ${windowsSpool('nxlog')}\\nxlog.log
LogLevel INFO

<Extension gelf>
  Module xm_gelf
</Extension>

<Input events>
  Module im_msvistalog
  PollInterval 1
  SavePos True
  ReadFromLast True
</Input>

<Output server>
  Module om_tcp
  Host ${host}
  Port ${gelfTcp}
  OutputType GELF_TCP
  <Exec>
    # Every message carries the sidecar that sent it.
    $gl2_source_collector = '\${sidecar.nodeId}';
    $collector_node_id = '\${sidecar.nodeName}';
    $Hostname = hostname_fqdn();
  </Exec>
</Output>

<Route events_to_server>
  Path events => server
</Route>
`;

export const fluentBit = ({ host, gelfTcp }: Destination): string => `[SERVICE]
    Flush        1
    Log_Level    info
    # Where reading stopped is remembered below this directory.
    storage.path ${unixSpool('fluent-bit')}

[INPUT]
    Name   tail
    Tag    files
    Path   /var/log/*.log
    DB     ${unixSpool('fluent-bit')}/tail.db

[FILTER]
    Name   record_modifier
    Match  *
    # Every message carries the sidecar that sent it.
    Record gl2_source_collector \${sidecar.nodeId}
    Record collector_node_id \${sidecar.nodeName}
    Record host \${sidecar.nodeName}

[OUTPUT]
    Name                   gelf
    Match                  *
    Host                   ${host}
    Port                   ${gelfTcp}
    Mode                   tcp
    Gelf_Short_Message_Key log
    Gelf_Host_Key          host
`;

export const vector = ({ host, gelfTcp }: Destination): string => `data_dir: ${unixSpool('vector')}

sources:
  files:
    type: file
    include: ["/var/log/*.log"]
    read_from: end

transforms:
  marked:
    type: remap
    inputs: [files]
    source: |
      # Every message carries the sidecar that sent it.
      .version = "1.1"
      .short_message = del(.message)
      .host = "\${sidecar.nodeName}"
      ._file = del(.file)
      ._gl2_source_collector = "\${sidecar.nodeId}"
      ._collector_node_id = "\${sidecar.nodeName}"
      del(.source_type)
      .timestamp = to_unix_timestamp(timestamp(.timestamp) ?? now())

sinks:
  server:
    type: socket
    inputs: [marked]
    mode: tcp
    address: "${host}:${gelfTcp}"
    encoding:
      codec: json
    framing:
      method: character_delimited
      character_delimited:
        delimiter: "\\0"
`;

export const openTelemetry = ({ host, otlpHttp }: Destination): string => `receivers:
  filelog:
    include: [/var/log/*.log]
    start_at: end

processors:
  batch:
  resource:
    attributes:
      # Every message carries the sidecar that sent it.
      - key: gl2_source_collector
        value: "\${sidecar.nodeId}"
        action: upsert
      - key: collector_node_id
        value: "\${sidecar.nodeName}"
        action: upsert
      - key: host.name
        value: "\${sidecar.nodeName}"
        action: upsert

exporters:
  otlphttp:
    endpoint: http://${host}:${otlpHttp}

service:
  pipelines:
    logs:
      receivers: [filelog]
      processors: [resource, batch]
      exporters: [otlphttp]
`;

export const rsyslog = ({ host, syslogTcp }: Destination): string => `global(workDirectory="${unixSpool('rsyslog')}")

module(load="imfile")
input(type="imfile" file="/var/log/*.log" tag="files" addMetadata="on")

# RFC 5424; the structured data carries the sidecar that sent the message.
template(name="marked" type="string"
  string="<%PRI%>1 %TIMESTAMP:::date-rfc3339% %HOSTNAME% %APP-NAME% %PROCID% %MSGID% [sidecar@32473 gl2_source_collector=\\"\${sidecar.nodeId}\\" collector_node_id=\\"\${sidecar.nodeName}\\"] %msg%\\n")

action(type="omfwd" target="${host}" port="${syslogTcp}" protocol="tcp" template="marked"
  queue.type="LinkedList" queue.filename="to_server" queue.maxDiskSpace="256m" action.resumeRetryCount="-1")
`;

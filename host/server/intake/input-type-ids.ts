/** Ids of the types of inputs (contract data-intake, input_types), and of those of our own. */
export const inputTypeIds = {
  syslogUdp: 'org.graylog2.inputs.syslog.udp.SyslogUDPInput',
  syslogTcp: 'org.graylog2.inputs.syslog.tcp.SyslogTCPInput',
  gelfUdp: 'org.graylog2.inputs.gelf.udp.GELFUDPInput',
  gelfTcp: 'org.graylog2.inputs.gelf.tcp.GELFTCPInput',
  gelfHttp: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
  rawUdp: 'org.graylog2.inputs.raw.udp.RawUDPInput',
  rawTcp: 'org.graylog2.inputs.raw.tcp.RawTCPInput',
  beats: 'org.graylog.plugins.beats.Beats2Input',
  cefUdp: 'org.graylog.plugins.cef.input.CEFUDPInput',
  cefTcp: 'org.graylog.plugins.cef.input.CEFTCPInput',
  netFlowUdp: 'org.graylog.plugins.netflow.inputs.NetFlowUdpInput',
  jsonPath: 'org.graylog2.inputs.misc.jsonpath.JsonPathInput',
  randomHttp: 'org.graylog2.inputs.random.FakeHttpMessageInput',
  jsonTcp: 'log-console.inputs.json.tcp.JsonLinesTCPInput',
  followFile: 'log-console.inputs.file.FollowFileInput',
  serverLog: 'log-console.inputs.log.ServerLogInput',
} as const;

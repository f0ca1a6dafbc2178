/** Contains the configuration snippets with which Beats shippers and Logstash send messages to an input. */
import { authority, certificates, type Make, type Makers } from './snippet.js';

const beat =
  (name: string): Make =>
  (target) => ({
    name,
    place: `${name.toLowerCase()}.yml, in place of any other output`,
    text: [
      'output.logstash:',
      `  hosts: ["${authority(target)}"]`,
      ...(target.tls ? ['  ssl.enabled: true', `  ssl.certificate_authorities: ["${certificates}"]`] : []),
    ].join('\n'),
  });

/** Makes a Logstash pipeline; only if the input uses TLS, because the lumberjack output of Logstash requires TLS. */
const logstash: Make = ({ host, port, tls }) =>
  tls
    ? {
        name: 'Logstash',
        place: 'Pipeline configuration',
        text: `output {
  lumberjack {
    hosts => ["${host}"]
    port => ${port}
    ssl_certificate => "${certificates}"
    codec => "json"
  }
}`,
      }
    : undefined;

const makers: readonly Make[] = [beat('Filebeat'), beat('Winlogbeat'), beat('Metricbeat'), logstash];

export const beatsMakers: Makers = {
  'org.graylog.plugins.beats.Beats2Input': makers,
  'org.graylog.plugins.beats.BeatsInput': makers,
};

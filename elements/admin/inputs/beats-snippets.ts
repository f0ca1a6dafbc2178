/** Settings of the Beats family to send to an input. The functions are pure. */
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

/** The output does not support plain connections. */
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

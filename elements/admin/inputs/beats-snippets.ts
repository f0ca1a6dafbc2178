/** How the shippers of the Beats family are set up to send to an input. Pure. */
import type { SendTarget, Snippet } from './snippet.js';

const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** @param authority `host:port` */
const beat =
  (name: string, authority: (target: SendTarget) => string) =>
  (target: SendTarget): Snippet => ({
    name,
    place: `${name.toLowerCase()}.yml, in place of any other output`,
    text: [
      'output.logstash:',
      `  hosts: ["${authority(target)}"]`,
      ...(target.tls ? ['  ssl.enabled: true', `  ssl.certificate_authorities: ["${certificates}"]`] : []),
    ].join('\n'),
  });

/** Its output knows no plain connections. */
const logstash = ({ host, port, tls }: SendTarget): Snippet | undefined =>
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

export const beatsMakers = (authority: (target: SendTarget) => string) => [
  beat('Filebeat', authority),
  beat('Winlogbeat', authority),
  beat('Metricbeat', authority),
  logstash,
];

/** Installs the default collectors: the collectors of the reference server, and four more (sidecars.md §5 and §7). */
import { hostname } from 'node:os';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Collector, OperatingSystem } from '../../../api/contract/sidecars.schema.js';
import { entityCollection } from '../documents/kinds.js';
import { newEntityId } from '../foundation/ids.js';
import { inputTypeIds } from '../intake/types/input-type-ids.js';
import type { Documents } from '../store/types.js';
import { opampCollectorName } from './assignments.js';
import * as templates from './default-templates.js';
import type { Destination } from './default-templates.js';
import { sidecarDocuments } from './documents.js';

const windowsHome = 'C:\\Program Files\\Graylog\\sidecar';

type NewCollector = Omit<Collector, 'id'>;

const made = (
  name: string,
  system: OperatingSystem,
  path: string,
  execute: string,
  validate: string,
  template: string,
): NewCollector => ({
  name,
  service_type: system === 'windows' ? 'svc' : 'exec',
  node_operating_system: system,
  executable_path: path,
  execute_parameters: execute,
  validation_parameters: validate,
  default_template: template,
});

function defaultCollectors(to: Destination): readonly NewCollector[] {
  const filebeatPath = '/usr/share/filebeat/bin/filebeat';
  const unixFilebeat = templates.filebeat(to, false);
  return [
    made('filebeat', 'linux', filebeatPath, '-c  %s', 'test config -c %s', unixFilebeat),
    made('filebeat', 'darwin', filebeatPath, '-c  %s', 'test config -c %s', unixFilebeat),
    made('filebeat', 'freebsd', filebeatPath, '-c  %s', 'test config -c %s', unixFilebeat),
    made(
      'filebeat',
      'windows',
      `${windowsHome}\\filebeat.exe`,
      '-c "%s"',
      'test config -c "%s"',
      templates.filebeat(to, true),
    ),
    made(
      'winlogbeat',
      'windows',
      `${windowsHome}\\winlogbeat.exe`,
      '-c "%s"',
      'test config -c "%s"',
      templates.winlogbeat(to),
    ),
    made('nxlog', 'linux', '/usr/bin/nxlog', '-f -c %s', '-v -c %s', templates.nxlogLinux(to)),
    made(
      'nxlog',
      'windows',
      'C:\\Program Files (x86)\\nxlog\\nxlog.exe',
      '-c "%s"',
      '-v -f -c "%s"',
      templates.nxlogWindows(to),
    ),
    made('fluent-bit', 'linux', '/opt/fluent-bit/bin/fluent-bit', '-c %s', '--dry-run -c %s', templates.fluentBit(to)),
    made('vector', 'linux', '/usr/bin/vector', '--config %s', 'validate %s', templates.vector(to)),
    made(
      opampCollectorName,
      'linux',
      '/usr/bin/otelcol',
      '--config %s',
      'validate --config %s',
      templates.openTelemetry(to),
    ),
    made('rsyslog', 'linux', '/usr/sbin/rsyslogd', '-n -iNONE -f %s', '-N1 -f %s', templates.rsyslog(to)),
  ];
}

interface StoredInput {
  readonly id: string;
  readonly type: string;
  readonly attributes?: { readonly port?: unknown };
}

const Port = Type.Integer({ minimum: 1, maximum: 65_535 });

/**
 * Returns the host and the ports to which collectors send: this machine with the ports of existing inputs, or with the
 * usual port of a type that has no input.
 */
function destinationOf(documents: Documents, host: string): Destination {
  const inputs = entityCollection<StoredInput>(documents, 'input').all();
  const port = (types: readonly string[], usual: number): number => {
    const found = inputs.find(({ type, attributes }) => types.includes(type) && Value.Check(Port, attributes?.port));
    return Number(found?.attributes?.port ?? usual);
  };
  return {
    host: /^(0\.0\.0\.0|::|127\..*|::1|localhost)$/.test(host) ? hostname() : host,
    beats: port([inputTypeIds.beats, inputTypeIds.olderBeats], 5044),
    gelfTcp: port([inputTypeIds.gelfTcp], 12_201),
    syslogTcp: port([inputTypeIds.syslogTcp], 1514),
    otlpHttp: port([inputTypeIds.otlpHttp], 4318),
  };
}

/**
 * Installs the default collectors whose combination of name and operating system does not exist.
 * @param host address on which this server listens
 */
export async function installDefaultCollectors(documents: Documents, host: string): Promise<void> {
  const { collectors } = sidecarDocuments(documents);
  const has = (one: NewCollector): boolean =>
    collectors.find(({ name, node_operating_system: os }) => name === one.name && os === one.node_operating_system) !==
    undefined;
  const missing = defaultCollectors(destinationOf(documents, host)).filter((one) => !has(one));
  for (const collector of missing) await collectors.put({ id: newEntityId(), ...collector });
}

/** Default collectors: the collectors of the reference server, and four more. */
import { hostname } from 'node:os';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Collector, OperatingSystem } from '../../../api/contract/sidecars.schema.js';
import { entityCollection } from '../documents/kinds.js';
import { newEntityId } from '../foundation/ids.js';
import { inputTypeIds } from '../intake/types/input-type-ids.js';
import type { Log } from '../log/log.js';
import type { Collection, Documents } from '../store/types.js';
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

/** Ports of inputs that a new server launches, or that the senders use by default. */
const usualPorts = { beats: 5044, gelfTcp: 12_201, syslogTcp: 1514, otlpHttp: 4318 };

/** Returns the name under which collectors reach this server. @param host address on which the server listens */
const reachable = (host: string): string => (/^(0\.0\.0\.0|::|127\..*|::1|localhost)$/.test(host) ? hostname() : host);

/**
 * Returns the host and the ports to which collectors send. The host is this machine. The ports are those of existing
 * inputs; a type without an input has its usual port.
 */
function destinationOf(documents: Documents, host: string): Destination {
  const inputs = entityCollection<StoredInput>(documents, 'input').all();
  const port = (types: readonly string[], usual: number): number => {
    const found = inputs.find(({ type, attributes }) => types.includes(type) && Value.Check(Port, attributes?.port));
    return Number(found?.attributes?.port ?? usual);
  };
  return {
    host: reachable(host),
    beats: port([inputTypeIds.beats, inputTypeIds.olderBeats], usualPorts.beats),
    gelfTcp: port([inputTypeIds.gelfTcp], usualPorts.gelfTcp),
    syslogTcp: port([inputTypeIds.syslogTcp], usualPorts.syslogTcp),
    otlpHttp: port([inputTypeIds.otlpHttp], usualPorts.otlpHttp),
  };
}

/** Destination of the templates that were written last. */
interface DestinationRecord extends Destination {
  readonly id: 'destination';
}

const everyMs = 5_000;

/**
 * Keeps the default collectors: installs missing default collectors at the start, and adapts the templates that nobody
 * has edited when the ports of the server's inputs change.
 */
export class DefaultCollectors {
  readonly #documents: Documents;
  readonly #host: string;
  readonly #collectors: Collection<Collector>;
  readonly #destinations: Collection<DestinationRecord>;
  readonly #changed: () => void;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #renewing = false;

  /**
   * @param host address on which this server listens
   * @param changed called when the template of a collector has changed
   */
  constructor(documents: Documents, host: string, changed: () => void, log: Log) {
    this.#documents = documents;
    this.#host = host;
    this.#collectors = sidecarDocuments(documents).collectors;
    this.#destinations = documents.collection<DestinationRecord>('sidecar_destination');
    this.#changed = changed;
    this.#log = log;
  }

  /**
   * Renews the templates, installs the collectors whose name and operating system do not exist, and begins to watch.
   */
  async start(): Promise<void> {
    await this.renew();
    const missing = defaultCollectors(destinationOf(this.#documents, this.#host)).filter((one) => !this.#stored(one));
    for (const collector of missing) await this.#collectors.put({ id: newEntityId(), ...collector });
    this.#timer = setInterval(() => {
      this.renew().catch((error: unknown) =>
        this.#log.warn('The templates of default collectors could not be changed', { error: String(error) }),
      );
    }, everyMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Writes the templates again if the ports of the inputs have changed. Templates that users have edited stay
   * unchanged.
   */
  async renew(): Promise<void> {
    if (this.#renewing) return;
    this.#renewing = true;
    try {
      const to = destinationOf(this.#documents, this.#host);
      const known = this.#destinations.get('destination');
      // Earlier versions did not store the destination; their templates have the usual ports if there were no inputs.
      const from: Destination = known ?? { host: to.host, ...usualPorts };
      // The type of `Object.keys` knows no names of members.
      const isSame = (Object.keys(to) as (keyof Destination)[]).every((name) => to[name] === from[name]);
      if (!isSame) await this.#rewrite(defaultCollectors(from), defaultCollectors(to));
      if (!isSame || !known) await this.#destinations.put({ id: 'destination', ...to });
    } finally {
      this.#renewing = false;
    }
  }

  async #rewrite(before: readonly NewCollector[], after: readonly NewCollector[]): Promise<void> {
    for (const [at, { default_template: template }] of after.entries()) {
      const unedited = before[at]?.default_template;
      const stored = before[at] && this.#stored(before[at]);
      if (!stored || stored.default_template !== unedited || template === unedited) continue;
      await this.#collectors.update(stored.id, (now) =>
        now.default_template === unedited ? { ...now, default_template: template } : now,
      );
      this.#changed();
    }
  }

  readonly #stored = (one: NewCollector): Collector | undefined =>
    this.#collectors.find(
      ({ name, node_operating_system: os }) => name === one.name && os === one.node_operating_system,
    );
}

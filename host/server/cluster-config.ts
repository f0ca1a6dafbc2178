/** Stores configurations by class, with default values (contract administration ClusterConfig, search K1). */
import type { TSchema } from '@sinclair/typebox';
import type { TypeCheck } from '@sinclair/typebox/compiler';
import { Value } from '@sinclair/typebox/value';
import {
  configClasses,
  messageProcessors,
  processors,
  type ConfigClass,
} from '../../api/contract/cluster-config-classes.js';
import {
  configSchemas,
  type ClusterConfigBody,
  type ConfigKey,
  type ConfigValues,
} from '../../api/contract/cluster-config.schema.js';
import { passwordSet } from '../../api/contract/config-fields.js';
import { durationMs } from '../../api/duration.js';
import { compiledLater } from './foundation/compiled-schema.js';
import { BadRequestError, NotFoundError } from './foundation/errors.js';
import { withOmitted } from './foundation/omitted-members.js';
import type { Processing } from './intake/processing.js';
import type { Collection, Documents } from './store/types.js';
import { allowListProblems } from './outgoing/url-allow-list.js';

interface ConfigRecord {
  /** Class name of the configuration. */
  id: string;
  value: ClusterConfigBody;
}

interface Known {
  readonly key: ConfigKey;
  /** Compiles the schema at its first use. */
  readonly check: () => TypeCheck<TSchema>;
}

const known: ReadonlyMap<string, Known> = new Map(
  (Object.keys(configClasses) as ConfigKey[]).map((key) => [
    configClasses[key].name,
    { key, check: compiledLater(configSchemas[key]) },
  ]),
);

/** Returns a configuration class. @throws NotFoundError for an unknown class */
function classOf(name: string): Known {
  const found = known.get(name);
  if (!found) throw new NotFoundError(`Couldn't find configuration class '${name}'`);
  return found;
}

/**
 * Checks of a configuration that the JSON Schema cannot express, because they need the server; problems are keyed by
 * field.
 */
const ownProblems: {
  readonly [K in ConfigKey]?: (value: ConfigValues[K]) => Promise<Readonly<Record<string, string>>>;
} = {
  allowList: allowListProblems,
};

/** Reports an invalid field of a configuration; forms show the message at this field. */
class ConfigRefusedError extends BadRequestError {
  readonly #field: string;
  readonly #problem: string;

  constructor(name: string, field: string, problem: string) {
    const sentence = `${problem.replace(/\.$/, '')}.`;
    super(`Couldn't parse cluster configuration ${name}: ${field ? `"${field}": ` : ''}${sentence}`);
    this.#field = field;
    this.#problem = sentence;
  }

  override body(): object {
    if (this.#field === '') return super.body();
    return { ...super.body(), validation_errors: { [this.#field]: [{ error: this.#problem }] } };
  }
}

export class ClusterConfigs {
  readonly #stored: Collection<ConfigRecord>;
  readonly #clusterId: string;
  #processing: Processing | undefined;

  constructor(documents: Documents, clusterId: string) {
    this.#stored = documents.collection<ConfigRecord>('cluster_config');
    this.#clusterId = clusterId;
  }

  classes(): string[] {
    return [...known.keys()].sort();
  }

  /**
   * Returns a configuration without its secrets, which only the server reads.
   * @returns undefined for a class that is absent until it is saved
   * @throws NotFoundError for an unknown class
   */
  shown(name: string): ClusterConfigBody | undefined {
    const { key } = classOf(name);
    if (configClasses[key].absentUntilSaved && !this.#stored.get(name)) return undefined;
    return masked(key, { ...this.get(key) });
  }

  get<K extends ConfigKey>(key: K): ConfigValues[K] {
    const { name, defaults } = configClasses[key];
    const fixed = key === 'clusterId' ? { cluster_id: this.#clusterId } : {};
    return { ...defaults, ...this.#stored.get(name)?.value, ...fixed };
  }

  /** Returns the JSON Schema of a configuration class. @throws NotFoundError for an unknown class */
  schema(name: string): ClusterConfigBody {
    return { ...configSchemas[classOf(name).key] };
  }

  /**
   * Returns the permissions that a class requires in addition to the permissions on all configurations.
   * @throws NotFoundError for an unknown class
   */
  permissions(name: string, to: 'read' | 'edit'): string[] {
    return configClasses[classOf(name).key][to].filter((permission) => !permission.startsWith('clusterconfigentry:'));
  }

  /**
   * Stores a configuration. Absent properties get their default values, unknown properties are dropped.
   * @returns the stored configuration without secrets
   * @throws NotFoundError for an unknown class; BadRequestError that names the first invalid field, or for a class that
   * is read-only
   */
  async put(name: string, given: ClusterConfigBody): Promise<ClusterConfigBody> {
    const { key, check } = classOf(name);
    return this.#put(key, check(), given);
  }

  async #put<K extends ConfigKey>(
    key: K,
    check: TypeCheck<TSchema>,
    given: ClusterConfigBody,
  ): Promise<ClusterConfigBody> {
    const {
      name,
      defaults,
      readOnly,
      secrets = [],
      problems,
      normal,
    }: ConfigClass<ConfigValues[K]> = configClasses[key];
    if (readOnly) throw new BadRequestError(`The configuration ${name} cannot be changed.`);
    const before: ClusterConfigBody = { ...defaults, ...this.#stored.get(name)?.value };
    const present = Object.entries(given).filter(([, value]) => value !== null);
    const kept = secrets.filter((secret) => given[secret] === passwordSet).map((secret) => [secret, before[secret]]);
    const whole = { ...defaults, ...Object.fromEntries([...present, ...kept]) };
    // The configuration is copied first, because `Clean` modifies its argument, and the default values are shared.
    const cleaned = Value.Clean(configSchemas[key], withOmitted(configSchemas[key], structuredClone(whole)));
    const error = check.Errors(cleaned).First();
    if (error) throw new ConfigRefusedError(name, error.path.slice(1).replaceAll('/', '.'), error.message);
    const value = cleaned as ConfigValues[K];
    const [problem] = Object.entries({ ...problems?.(value), ...(await ownProblems[key]?.(value)) });
    if (problem) throw new ConfigRefusedError(name, ...problem);
    const stored = { ...(normal?.(value) ?? value) };
    await this.#stored.put({ id: name, value: stored });
    this.#processing = undefined;
    return masked(key, stored);
  }

  /**
   * Deletes a stored configuration, so that the default values apply again.
   * @throws NotFoundError for an unknown class
   */
  async delete(name: string): Promise<void> {
    await this.#stored.delete(configClasses[classOf(name).key].name);
    this.#processing = undefined;
  }

  /**
   * Returns the message processors in the order in which they run; processors without a configured position come last.
   */
  processorOrder(): (typeof messageProcessors)[number][] {
    const { processor_order: order } = this.get('messageProcessors');
    const known = messageProcessors.filter(({ class_name }) => order.includes(class_name));
    const missing = messageProcessors
      .filter(({ class_name }) => !order.includes(class_name))
      .sort((a, b) => a.class_name.toLowerCase().localeCompare(b.class_name.toLowerCase()));
    return [...known.sort((a, b) => order.indexOf(a.class_name) - order.indexOf(b.class_name)), ...missing];
  }

  /** Returns the effective processing configuration; cached, because every message needs it. */
  readonly processing = (): Processing => (this.#processing ??= this.#processingNow());

  #processingNow(): Processing {
    const { geoIp, filters, streams, pipelines } = processors;
    const { disabled_processors: disabled } = this.get('messageProcessors');
    const order = this.processorOrder().map(({ class_name }) => class_name);
    return {
      filters: !disabled.includes(filters),
      ...(!disabled.includes(geoIp) && {
        geo: order.indexOf(geoIp) < order.indexOf(filters) ? 'beforeFilters' : 'afterFilters',
      }),
      streams: !disabled.includes(streams),
      streamsFirst: order.indexOf(streams) < order.indexOf(filters),
      pipelines: !disabled.includes(pipelines),
      afterPipelines: {
        filters: order.indexOf(filters) > order.indexOf(pipelines),
        streams: order.indexOf(streams) > order.indexOf(pipelines),
      },
    };
  }

  globalSessionTimeoutMs(): number | undefined {
    const { enable_global_session_timeout: enabled, global_session_timeout_interval: interval } = this.get('users');
    return enabled ? durationMs(interval) : undefined;
  }
}

function masked(key: ConfigKey, value: ClusterConfigBody): ClusterConfigBody {
  const { secrets = [] } = configClasses[key];
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, secrets.includes(name) && held ? passwordSet : held]),
  );
}

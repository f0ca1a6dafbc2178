/** Stored configurations by class, with what they are before anyone saved them (contract administration ClusterConfig, search K1). */
import type { TSchema } from '@sinclair/typebox';
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler';
import { Value } from '@sinclair/typebox/value';
import { configClasses, type ConfigClass } from '../../api/contract/cluster-config-classes.js';
import {
  configSchemas,
  type ClusterConfigBody,
  type ConfigKey,
  type ConfigValues,
} from '../../api/contract/cluster-config.schema.js';
import { passwordSet } from '../../api/contract/config-fields.js';
import { durationMs } from '../../api/duration.js';
import { BadRequestError, NotFoundError } from './errors.js';
import type { Collection, Documents } from './store/types.js';

interface ConfigRecord {
  /** Class name. */
  id: string;
  value: ClusterConfigBody;
}

interface Known {
  readonly key: ConfigKey;
  readonly facts: ConfigClass<ClusterConfigBody>;
  readonly schema: TSchema;
  readonly check: TypeCheck<TSchema>;
}

const known: ReadonlyMap<string, Known> = new Map(
  (Object.keys(configClasses) as ConfigKey[]).map((key) => {
    // What belongs together is of one type; a map of all of them is of none in particular.
    const facts = configClasses[key] as unknown as ConfigClass<ClusterConfigBody>;
    return [facts.name, { key, facts, schema: configSchemas[key], check: TypeCompiler.Compile(configSchemas[key]) }];
  }),
);

/** @throws NotFoundError */
function classOf(name: string): Known {
  const found = known.get(name);
  if (!found) throw new NotFoundError(`Couldn't find configuration class '${name}'`);
  return found;
}

const refused = (name: string, field: string, problem: string) =>
  new BadRequestError(`Couldn't parse cluster configuration ${name}: ${field ? `"${field}": ` : ''}${problem}.`);

export class ClusterConfigs {
  readonly #stored: Collection<ConfigRecord>;
  readonly #clusterId: string;

  constructor(documents: Documents, clusterId: string) {
    this.#stored = documents.collection<ConfigRecord>('cluster_config');
    this.#clusterId = clusterId;
  }

  classes(): string[] {
    return [...known.keys()].sort();
  }

  /**
   * As it is shown: without secrets, which only the server reads.
   * @returns undefined for a class that is absent until it is saved
   * @throws NotFoundError for an unknown class
   */
  shown(name: string): ClusterConfigBody | undefined {
    const { key, facts } = classOf(name);
    if (facts.absentUntilSaved && !this.#stored.get(name)) return undefined;
    return masked(facts, { ...this.get(key) });
  }

  get<K extends ConfigKey>(key: K): ConfigValues[K] {
    const { name, defaults } = configClasses[key];
    const fixed = key === 'clusterId' ? { cluster_id: this.#clusterId } : {};
    return { ...defaults, ...this.#stored.get(name)?.value, ...fixed };
  }

  /** What a value of the class must look like (JSON Schema). @throws NotFoundError */
  schema(name: string): ClusterConfigBody {
    return { ...classOf(name).schema };
  }

  /** Permissions on a class beyond those on configurations at all. @throws NotFoundError */
  permissions(name: string, to: 'read' | 'edit'): string[] {
    return classOf(name).facts[to].filter((permission) => !permission.startsWith('clusterconfigentry:'));
  }

  /**
   * Absent properties fall back to their defaults, unknown ones are left out.
   * @returns what is stored, without secrets
   * @throws NotFoundError, BadRequestError that names the first field that is wrong
   */
  async put(name: string, given: ClusterConfigBody): Promise<ClusterConfigBody> {
    const { facts, schema, check } = classOf(name);
    if (facts.readOnly) throw new BadRequestError(`The configuration ${name} cannot be changed.`);
    const stored = this.#stored.get(name)?.value;
    const present = Object.entries(given).filter(([, value]) => value !== null);
    const kept = (facts.secrets ?? [])
      .filter((secret) => given[secret] === passwordSet)
      .map((secret) => [secret, stored?.[secret] ?? facts.defaults[secret]]);
    const whole = { ...facts.defaults, ...Object.fromEntries([...present, ...kept]) };
    const value = Value.Clean(schema, whole) as ClusterConfigBody;
    const error = check.Errors(value).First();
    if (error) throw refused(name, error.path.slice(1).replaceAll('/', '.'), error.message);
    const [problem] = Object.entries(facts.problems?.(value) ?? {});
    if (problem) throw refused(name, ...problem);
    const normal = facts.normal?.(value) ?? value;
    await this.#stored.put({ id: name, value: normal });
    return masked(facts, normal);
  }

  /** @throws NotFoundError */
  async delete(name: string): Promise<void> {
    await this.#stored.delete(classOf(name).facts.name);
  }

  globalSessionTimeoutMs(): number | undefined {
    const { enable_global_session_timeout: enabled, global_session_timeout_interval: interval } = this.get('users');
    return enabled ? durationMs(interval) : undefined;
  }
}

const masked = ({ secrets = [] }: ConfigClass<ClusterConfigBody>, value: ClusterConfigBody): ClusterConfigBody =>
  Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, secrets.includes(name) && held ? passwordSet : held]),
  );

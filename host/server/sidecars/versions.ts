/** Stores the versions of sidecar configurations with author and time, so that users can compare and restore them. */
import type { ConfigurationVersion } from '../../../api/contract/sidecar-versions.schema.js';
import type { Collection, Documents } from '../store/types.js';
import { versionOf, type ConfigurationDocument } from './documents.js';

interface VersionsRecord {
  /** Id of the configuration. */
  readonly id: string;
  /** Versions, oldest first. */
  readonly versions: readonly ConfigurationVersion[];
}

/** Largest number of versions of one configuration. */
const mostVersions = 50;
/**
 * Largest number of characters of all templates of one configuration's versions together; two versions are kept even
 * beyond it.
 */
const mostCharacters = 500_000;

export class ConfigurationVersions {
  readonly #stored: Collection<VersionsRecord>;

  constructor(documents: Documents) {
    this.#stored = documents.collection<VersionsRecord>('sidecar_configuration_versions');
  }

  /** Returns versions, newest first; a configuration without stored versions has only its present state. */
  of(configuration: ConfigurationDocument): ConfigurationVersion[] {
    const kept = this.#stored.get(configuration.id)?.versions ?? [];
    return kept.length > 0 ? kept.toReversed() : [versionNow(configuration, '', new Date(0).toISOString(), null)];
  }

  find(configurationId: string, version: number): ConfigurationVersion | undefined {
    return this.#stored.get(configurationId)?.versions.find((one) => one.version === version);
  }

  /** Adds a version. @param before former state, which becomes the first version if no versions are stored */
  async add(
    configuration: ConfigurationDocument,
    username: string,
    restoredFrom: number | null = null,
    before?: ConfigurationDocument,
  ): Promise<void> {
    const now = new Date().toISOString();
    const known = this.#stored.get(configuration.id)?.versions ?? (before ? [versionNow(before, '', now, null)] : []);
    const added = versionNow(configuration, username, now, restoredFrom);
    let versions = [...known.filter(({ version }) => version !== added.version), added].slice(-mostVersions);
    while (versions.length > 2 && versions.reduce((sum, one) => sum + one.template.length, 0) > mostCharacters)
      versions = versions.slice(1);
    await this.#stored.put({ id: configuration.id, versions });
  }

  async remove(configurationId: string): Promise<void> {
    await this.#stored.delete(configurationId);
  }
}

function versionNow(
  configuration: ConfigurationDocument,
  username: string,
  at: string,
  restoredFrom: number | null,
): ConfigurationVersion {
  const { name, template, tags, assignment_rule: rule = '' } = configuration;
  return {
    version: versionOf(configuration),
    name,
    template,
    tags: [...tags],
    assignment_rule: rule,
    username,
    created_at: at,
    restored_from: restoredFrom,
  };
}

/** Stores the configured authentication services, and which of them is active. */
import type { AuthBackend } from '../../../../api/contract/authentication.schema.js';
import { entityCollection } from '../../documents/kinds.js';
import { NotFoundError } from '../../foundation/errors.js';
import type { Collection, Documents } from '../../store/types.js';
import { newEntityId } from '../../foundation/ids.js';
import type { SecretBox } from '../secret-box.js';
import { sealedIn, shownConfig, withSecret, type CheckedBackend, type StoredConfig } from './backend-config.js';
import { directoryIdOf, withDirectory, type KnownDirectory } from './issuers.js';

export interface BackendRecord {
  id: string;
  title: string;
  description: string;
  default_roles: string[];
  /** Configuration with encrypted secrets. */
  config: StoredConfig;
  /** Id of the directory that the servers contain; absent for providers and in records of earlier versions. */
  directory?: string;
}

interface SettingRecord {
  id: string;
  active_backend: string | null;
  /** Directories that services use or used; absent in records of earlier versions. */
  directories?: readonly KnownDirectory[];
}
const settingId = 'services';

const purposeOf = (id: string): string => `authentication service ${id}`;

export const backendAnswer = ({ id, title, description, default_roles, config }: BackendRecord): AuthBackend => ({
  id,
  title,
  description,
  default_roles,
  config: shownConfig(config),
});

export class Backends {
  readonly #stored: Collection<BackendRecord>;
  readonly #settings: Collection<SettingRecord>;
  readonly #secrets: SecretBox;

  constructor(documents: Documents, secrets: SecretBox) {
    this.#stored = entityCollection<BackendRecord>(documents, 'authentication_service');
    this.#settings = documents.collection<SettingRecord>('authentication_settings');
    this.#secrets = secrets;
  }

  all(): readonly BackendRecord[] {
    return this.#stored.all();
  }

  /** Returns a service by its id. @throws NotFoundError when no service has the id */
  get(id: string): BackendRecord {
    const found = this.#stored.get(id);
    if (!found) throw new NotFoundError(`Couldn't find authentication service with ID <${id}>`);
    return found;
  }

  active(): BackendRecord | undefined {
    const id = this.#settings.get(settingId)?.active_backend;
    return id ? this.#stored.get(id) : undefined;
  }

  #setting(): SettingRecord {
    return this.#settings.get(settingId) ?? { id: settingId, active_backend: null };
  }

  async activate(id: string | null): Promise<void> {
    await this.#settings.put({ ...this.#setting(), active_backend: id });
  }

  /**
   * Builds the service in its stored form, without its secret.
   * @param former the stored service that it replaces
   * @param isSame true: the administrator has confirmed that a new address leads to the same directory
   */
  draft(
    { title, description, default_roles, config }: CheckedBackend,
    former?: BackendRecord,
    isSame = false,
  ): BackendRecord {
    const id = former?.id ?? newEntityId();
    const directory = directoryIdOf(config, former, this.all(), isSame, this.#setting().directories ?? []);
    return { id, title, description, default_roles, config, ...(directory !== undefined && { directory }) };
  }

  /**
   * Stores a service and encrypts its secret.
   * @param draft service in its stored form, from `draft`
   * @param checked checked input, which contains the change of the secret
   * @param former stored service that the draft replaces; absent: the draft is a new service
   */
  async put(draft: BackendRecord, checked: CheckedBackend, former?: BackendRecord): Promise<BackendRecord> {
    const { secret } = checked;
    const { id } = draft;
    const kept = former && former.config.type === checked.config.type ? sealedIn(former.config) : null;
    const sealed = secret.kind === 'set' ? await this.#secrets.seal(secret.value, purposeOf(id)) : kept;
    const config = withSecret(checked.config, secret.kind === 'delete' ? null : sealed);
    const record = { ...draft, config };
    // The former directory of the service is remembered, because an earlier version may have stored the service without
    // noting its directory.
    const { directories = [], ...setting } = this.#setting();
    const left = former ? withDirectory(directories, former) : directories;
    await this.#settings.put({ ...setting, directories: withDirectory(left, record) });
    await this.#stored.put(record);
    return record;
  }

  async delete(id: string): Promise<void> {
    await this.#stored.delete(id);
  }

  /** Decrypts the secret of a service; empty: it has none. @throws SecretError when the secret cannot be decrypted */
  async secretOf({ id, config }: BackendRecord): Promise<string> {
    const sealed = sealedIn(config);
    return sealed === null ? '' : this.#secrets.open(sealed, purposeOf(id));
  }
}

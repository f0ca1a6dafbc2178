import { entityCollection } from '../documents/kinds.js';
import type { Collection, Documents } from '../store/types.js';
import { newEntityId } from '../foundation/ids.js';
import { comparableName } from './names.js';
import { builtinRoles } from './permission-list.js';

export interface RoleRecord {
  id: string;
  name: string;
  description: string | null;
  permissions: string[];
  read_only: boolean;
}

export class Roles {
  readonly #stored: Collection<RoleRecord>;

  constructor(documents: Documents) {
    this.#stored = entityCollection<RoleRecord>(documents, 'role');
  }

  get(id: string): RoleRecord | undefined {
    return this.#stored.get(id);
  }

  /** Returns a role by its name; names that are equal after normalisation (`comparableName`) count as the same. */
  named(name: string): RoleRecord | undefined {
    const wanted = comparableName(name);
    return this.#stored.find((role) => comparableName(role.name) === wanted);
  }

  /** Returns the permissions of all roles with these ids, possibly repeated; unknown ids are ignored. */
  permissionsOf(ids: readonly string[]): string[] {
    return ids.flatMap((id) => this.#stored.get(id)?.permissions ?? []);
  }

  all(): readonly RoleRecord[] {
    return this.#stored.all();
  }

  /**
   * Creates missing built-in roles, and restores name, description and permissions of the existing ones; called at
   * every start.
   */
  async restoreBuiltin(): Promise<void> {
    for (const { name, description, permissions } of builtinRoles) {
      const id = this.named(name)?.id ?? newEntityId();
      await this.#stored.put({ id, name, description, permissions: [...permissions], read_only: true });
    }
  }
}

/** Decides which actions on a view the user interface offers (spec 2 §6). The server enforces the permissions. */
import type { User } from '../../api/contract/users.js';
import type { ViewSummary } from '../../api/contract/views.js';
import { allows, allowsAny } from '../../api/permissions.js';

type Named = Pick<ViewSummary, 'id' | 'type' | 'owner'>;

/**
 * Returns true if the user may edit the view: a search as its owner or with view:edit, a dashboard with view:edit or
 * dashboards:edit.
 */
export function mayEditView(user: User | undefined, { id, type, owner }: Named): boolean {
  if (!user) return false;
  if (type === 'DASHBOARD') return allowsAny(user.permissions, [`view:edit:${id}`, `dashboards:edit:${id}`]);
  return owner === user.username || allows(user.permissions, `view:edit:${id}`);
}

/** Returns true if the lists offer to delete the view: the user needs view:edit for this view or for all views. */
export function mayDeleteView(user: User | undefined, { id }: Pick<Named, 'id'>): boolean {
  return user !== undefined && allows(user.permissions, `view:edit:${id}`);
}

/** Decides who may do what with a view (spec 2 §6). The server checks again. */
import type { User } from '../../api/contract/users.js';
import type { ViewSummary } from '../../api/contract/views.js';
import { allows, allowsAny } from '../../api/permissions.js';

type Named = Pick<ViewSummary, 'id' | 'type' | 'owner'>;

/** A search by its owner or with view:edit, a dashboard with view:edit or dashboards:edit. */
export function mayEditView(user: User | undefined, { id, type, owner }: Named): boolean {
  if (!user) return false;
  if (type === 'DASHBOARD') return allowsAny(user.permissions, [`view:edit:${id}`, `dashboards:edit:${id}`]);
  return owner === user.username || allows(user.permissions, `view:edit:${id}`);
}

/** In the lists: view:edit of it, or in general. */
export function mayDeleteView(user: User | undefined, { id }: Pick<Named, 'id'>): boolean {
  return user !== undefined && allows(user.permissions, `view:edit:${id}`);
}

/** Decides who may share which entity (spec 1 §6 "Share button"). The server enforces the permission. */
import type { User } from '../../api/contract/users.js';
import { grnOf, type EntityName } from '../../api/grn.js';
import { allows } from '../../api/permissions.js';
import { refusalText, shareTexts } from './button-texts.js';

/**
 * Returns the reason why the user may not share the entity, for the tooltip of the disabled button; undefined if the
 * user may share the entity.
 */
export function whyNotShared(user: User | undefined, { type, id }: EntityName): string | undefined {
  const kind = type.toLowerCase();
  const held = user ? [...user.permissions, ...(user.grn_permissions ?? [])] : [];
  if (allows(held, `entity:own:${grnOf({ type: kind, id })}`)) return undefined;
  return refusalText(shareTexts.ownersOnly(shareTexts.typeName(kind)));
}

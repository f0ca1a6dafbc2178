import type { Grantee, ShareAnswer } from '../../../api/contract/shares.js';

export const everyone = 'grn::::builtin-team:everyone';
export const entity = 'grn::::dashboard:64b5a1c2e4b0a1b2c3d4e5f6';

export const grantee = (title: string, type: Grantee['type'] = 'user'): Grantee => ({
  id: `grn::::${type}:${title}`,
  type,
  title,
});

/** Returns a response of the server without grantees, completed by the given members. */
export const answerOf = (part: Partial<ShareAnswer>): ShareAnswer => ({
  entity,
  sharing_user: 'grn::::user:me',
  available_grantees: [],
  available_capabilities: [
    { id: 'view', title: 'Viewer' },
    { id: 'manage', title: 'Manager' },
    { id: 'own', title: 'Owner' },
  ],
  active_shares: [],
  selected_grantee_capabilities: {},
  missing_permissions_on_dependencies: {},
  validation_result: { failed: false, errors: {}, error_context: {} },
  ...part,
});

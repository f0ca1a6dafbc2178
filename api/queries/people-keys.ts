/** Keys of what is cached about accounts and roles: a change of the one is a change of the other. */

/** Of everything about accounts; the signed-in person's own has another one (`currentUserKey`). */
export const usersKey = ['userAccounts'] as const;
export const rolesKey = ['roles'] as const;
export const firstStartKey = ['firstStart'] as const;

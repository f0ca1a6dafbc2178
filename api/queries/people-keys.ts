/** Keys of what is cached about accounts and roles: a change of the one is a change of the other. */

/** Key of everything about accounts; the signed-in person has a separate one (`currentUserKey`). */
export const usersKey = ['userAccounts'] as const;
/** Key of the sessions of an account. */
export const sessionsKey = (userId: string) => ['userSessions', userId] as const;
export const rolesKey = ['roles'] as const;
export const firstStartKey = ['firstStart'] as const;

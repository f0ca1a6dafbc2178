/** Query keys of accounts and roles, which are invalidated together. */

/** Key of all data about accounts; the signed-in user has a separate key (`currentUserKey`). */
export const usersKey = ['userAccounts'] as const;
/** Key of the sessions of an account. */
export const sessionsKey = (userId: string) => ['userSessions', userId] as const;
export const rolesKey = ['roles'] as const;
export const firstStartKey = ['firstStart'] as const;

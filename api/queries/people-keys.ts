/** Query keys of accounts and roles; they are in one module, because changes invalidate them together. */

/** Start of the query keys of all data about accounts; the signed-in user has another key (`currentUserKey`). */
export const usersKey = ['userAccounts'] as const;
/** Query key of the sessions of an account. */
export const sessionsKey = (userId: string) => ['userSessions', userId] as const;
export const rolesKey = ['roles'] as const;
export const firstStartKey = ['firstStart'] as const;

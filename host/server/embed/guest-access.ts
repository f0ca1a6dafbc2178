/** Serves requests of guests: passes the necessary data to the rules, and counts refusals. */
import type { Auth } from '../auth/auth.js';
import { ForbiddenError } from '../foundation/errors.js';
import type { ServeGuest } from '../http/api.js';
import type { Documents } from '../store/types.js';
import { serveGuest, type GuestView } from './guest-rules.js';

export function guestAccess({ auth, documents }: { readonly auth: Auth; readonly documents: Documents }): ServeGuest {
  const views = documents.archive<GuestView & { id: string }, object>('views');
  return async ({ endpoint }, request, caller, serve) => {
    const { guest } = caller;
    if (!guest) throw new ForbiddenError();
    let stored: Promise<GuestView | undefined> | undefined;
    const call = {
      caller,
      guest,
      params: request.params as Record<string, string>,
      body: request.body,
      view: () => (stored ??= guest.view === undefined ? Promise.resolve(undefined) : views.read(guest.view)),
    };
    try {
      return await serveGuest(endpoint, call, serve);
    } catch (error) {
      if (error instanceof ForbiddenError) auth.embedTokens.countRefusal();
      throw error;
    }
  };
}

/** The side effects of the sharing dialog as API calls. */
import { fromPromise } from 'xstate';
import type { Client } from '../../api/client.js';
import type { ShareAnswer } from '../../api/contract/shares.js';
import { askShares, storeShares, type ShareOutcome, type ShareQuestion } from '../../api/queries/shares.js';
import { shareDialogMachine } from './machine.js';

/** Binds the dialog's machine to a server: `createActor(shareDialogLogic(client), { input: { entity } })`. */
export function shareDialogLogic(client: Client) {
  return shareDialogMachine.provide({
    actors: {
      prepare: fromPromise<ShareAnswer, ShareQuestion>(({ input, signal }) => askShares(client, input, signal)),
      // Closing the dialog does not abort the call, because the outcome would be unknown.
      update: fromPromise<ShareOutcome, ShareQuestion>(({ input }) => storeShares(client, input)),
    },
  });
}

/** Implements the actors of the sharing dialog with calls of the API. */
import { fromPromise } from 'xstate';
import type { Client } from '../../api/client.js';
import type { ShareAnswer } from '../../api/contract/shares.js';
import { askShares, storeShares, type ShareOutcome, type ShareQuestion } from '../../api/queries/shares.js';
import { shareDialogMachine } from './machine.js';

/** Connects the dialog's machine to a server: `createActor(shareDialogLogic(client), { input: { entity } })`. */
export function shareDialogLogic(client: Client) {
  return shareDialogMachine.provide({
    actors: {
      prepare: fromPromise<ShareAnswer, ShareQuestion>(({ input, signal }) => askShares(client, input, signal)),
      // Closing the dialog does not abort the call, because the user would not know whether the shares were stored.
      update: fromPromise<ShareOutcome, ShareQuestion>(({ input }) => storeShares(client, input)),
    },
  });
}

/** Simulates a database that refuses messages. */
import type { TestContext } from 'node:test';
import { IndexFile } from '../../../../host/server/store/index-file.js';

/**
 * Makes indices refuse messages whose text begins with `bad`.
 * @param prefix prefix of the names of the refusing indices
 * @returns a function that changes the error or (undefined) ends the refusals
 */
export function refuseBad(context: TestContext, prefix = ''): (reason: string | undefined) => void {
  const { probe, load } = IndexFile.prototype;
  let reason: string | undefined = 'no room for it';
  const check = ({ name }: IndexFile, messages: readonly { readonly message: string }[]): void => {
    if (reason !== undefined && name.startsWith(prefix) && messages.some(({ message }) => message.startsWith('bad')))
      throw new Error(reason);
  };
  context.mock.method(
    IndexFile.prototype,
    'probe',
    async function (this: IndexFile, ...given: Parameters<typeof probe>) {
      check(this, given[1]);
      return probe.apply(this, given);
    },
  );
  context.mock.method(IndexFile.prototype, 'load', async function (this: IndexFile, ...given: Parameters<typeof load>) {
    check(this, given[1]);
    return load.apply(this, given);
  });
  return (text) => (reason = text);
}

/** The accounts of a new server, and whether its administrator has been asked for a password of their own and a first user. */
import type { Auth } from './auth/auth.js';
import { passwordProblem } from './auth/password-rules.js';
import { generatePassword, hashPassword } from './auth/passwords.js';
import { StartError } from './http/listening.js';
import type { Collection, Documents } from './store/types.js';

interface FirstStartRecord {
  readonly id: string;
  /** The password that the server made up is still in use. */
  readonly password_generated: boolean;
  /** Done, or not wanted. */
  readonly done: boolean;
}
const recordId = 'server';

export class FirstStartQuestion {
  readonly #stored: Collection<FirstStartRecord>;

  constructor(documents: Documents) {
    this.#stored = documents.collection<FirstStartRecord>('first_start');
  }

  /** At the first start of a server that was given no password. */
  async passwordGenerated(): Promise<void> {
    await this.#stored.put({ id: recordId, password_generated: true, done: false });
  }

  async passwordChanged(): Promise<void> {
    await this.#stored.update(recordId, (record) => ({ ...record, password_generated: false }));
  }

  async done(): Promise<void> {
    await this.#stored.update(recordId, (record) => ({ ...record, done: true }));
  }

  /** A server that was given a password, or is older than the question, is not asked. */
  get state(): { readonly ask: boolean; readonly passwordGenerated: boolean } {
    const record = this.#stored.get(recordId);
    return { ask: record?.done === false, passwordGenerated: record?.password_generated ?? false };
  }
}

/**
 * @returns the password when it was made up here
 * @throws StartError when the password that was given must not be one
 */
export async function firstStart(
  documents: Documents,
  auth: Auth,
  adminPassword: string | undefined,
): Promise<string | undefined> {
  await auth.roles.restoreBuiltin();
  await auth.services.people.bindOldAccounts(auth.services.backends.all());
  const root = auth.users.root();
  if (root) {
    // Earlier versions stored a zone that nobody had chosen, and nobody can change.
    if (root.timezone !== null) await auth.users.update(root.id, (user) => ({ ...user, timezone: null }));
    return undefined;
  }
  const problem = adminPassword === undefined ? undefined : passwordProblem(adminPassword);
  if (problem !== undefined)
    throw new StartError(
      `The password of the administrator (LOG_CONSOLE_ADMIN_PASSWORD) ${problem}. Choose another one.`,
    );
  const password = adminPassword ?? generatePassword();
  await auth.users.createRoot(await hashPassword(password));
  await auth.users.ensureSidecarAccount();
  if (adminPassword !== undefined) return undefined;
  await new FirstStartQuestion(documents).passwordGenerated();
  return password;
}

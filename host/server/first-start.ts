/**
 * Creates the accounts of a new server, and stores whether its administrator was asked for a new password and a first
 * user.
 */
import type { Auth } from './auth/auth.js';
import { passwordProblem } from './auth/password-rules.js';
import { generatePassword, hashPassword } from './auth/passwords.js';
import { StartError } from './http/listening.js';
import type { Collection, Documents } from './store/types.js';

interface FirstStartRecord {
  readonly id: string;
  /** True: the generated password is still in use. */
  readonly password_generated: boolean;
  /** True: the administrator has set a new password and created a first user, or has declined to do so. */
  readonly done: boolean;
}
const recordId = 'server';

export class FirstStartQuestion {
  readonly #stored: Collection<FirstStartRecord>;

  constructor(documents: Documents) {
    this.#stored = documents.collection<FirstStartRecord>('first_start');
  }

  /** Records that the first start has generated the administrator's password. */
  async passwordGenerated(): Promise<void> {
    await this.#stored.put({ id: recordId, password_generated: true, done: false });
  }

  async passwordChanged(): Promise<void> {
    await this.#stored.update(recordId, (record) => ({ ...record, password_generated: false }));
  }

  async done(): Promise<void> {
    await this.#stored.update(recordId, (record) => ({ ...record, done: true }));
  }

  /**
   * Returns whether the administrator has to be asked for a new password and a first user (`ask`), and whether the
   * generated password is still in use. A server without a stored record was first started by an older version, and
   * does not ask.
   */
  get state(): { readonly ask: boolean; readonly passwordGenerated: boolean } {
    const record = this.#stored.get(recordId);
    return { ask: record?.done === false, passwordGenerated: record?.password_generated ?? false };
  }
}

/**
 * Creates the accounts of a new server. At every start, restores the built-in roles and binds old external accounts.
 * @returns the password if it was generated
 * @throws StartError when the given password is not acceptable
 */
export async function firstStart(
  documents: Documents,
  auth: Auth,
  adminPassword: string | undefined,
): Promise<string | undefined> {
  await auth.roles.restoreBuiltin();
  await auth.services.people.bindOldAccounts(auth.services.backends.all());
  if (auth.users.root()) return undefined;
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

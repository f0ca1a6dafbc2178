/**
 * Sets a new password of an account while the server is stopped, for users who have lost the password of the only
 * administrator.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { passwordProblem } from '../auth/password-rules.js';
import { generatePassword, hashPassword } from '../auth/passwords.js';
import type { UserRecord } from '../auth/users.js';
import { entityCollection } from '../documents/kinds.js';
import { FirstStartQuestion } from '../first-start.js';
import { CommandError } from '../foundation/command-error.js';
import { openDocuments } from '../store/index.js';

export interface PasswordReset {
  /** Path of the data directory. */
  readonly data: string;
  readonly username: string;
  /** New password; absent: a random one is generated. */
  readonly password?: string | undefined;
}

/**
 * Sets a new password, ends the sessions of the account, and enables the account if it was disabled.
 * @returns the password
 * @throws CommandError for an unsuitable password, a directory without data, an unknown account or an account without a
 * local password; DataDirectoryError while a server uses the directory
 */
export async function resetPassword({ data, username, password = generatePassword() }: PasswordReset): Promise<string> {
  const problem = passwordProblem(password);
  if (problem !== undefined) throw new CommandError(`This cannot be a password: it ${problem}.`);
  if (!existsSync(join(data, 'documents.duckdb')))
    throw new CommandError(`${data} is no data directory of a server. Name it with --data.`);
  const documents = await openDocuments({ directory: data });
  try {
    const users = entityCollection<UserRecord>(documents, 'user');
    const user = users.find((one) => one.username === username);
    if (!user) throw new CommandError(`There is no user ${JSON.stringify(username)}.`);
    if (user.external || user.service_account)
      throw new CommandError(
        `${username} is a service account or signs in with an external service, so this server keeps no password of it.`,
      );
    const hash = await hashPassword(password);
    await users.update(user.id, (kept) => ({ ...kept, password_hash: hash, account_status: 'enabled' as const }));
    const sessions = documents.collection<{ readonly id: string; readonly user_id: string }>('sessions');
    for (const { id } of sessions.all().filter((session) => session.user_id === user.id)) await sessions.delete(id);
    if (username === 'admin') await new FirstStartQuestion(documents).passwordChanged();
    return password;
  } finally {
    await documents.close();
  }
}

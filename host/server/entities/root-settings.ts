/** Changes the settings of the built-in administrator, whose account is otherwise read-only. */
import type { ChangeUserRequest } from '../../../api/contract/users.schema.js';
import type { Users, UserRecord } from '../auth/users.js';
import { BadRequestError } from '../foundation/errors.js';
import { startpageOf, timezoneOf } from './user-input.js';

const settings: ReadonlySet<string> = new Set(['timezone', 'startpage'] satisfies (keyof ChangeUserRequest)[]);

/**
 * Stores the time zone and the start page of the built-in administrator. An absent value is kept, and null resets the
 * value. An unknown time zone changes nothing.
 * @throws BadRequestError if the body changes anything else, or nothing; FieldValidationError when type or id of the
 * start page is too long
 */
export async function changeRootSettings(users: Users, root: UserRecord, body: ChangeUserRequest): Promise<void> {
  const given = Object.entries(body).filter(([name, value]) => settings.has(name) || value !== null);
  const others = given.map(([name]) => name).filter((name) => !settings.has(name));
  if (given.length === 0 || others.length > 0)
    throw new BadRequestError(
      `Cannot modify read-only user ${root.username}${others.length > 0 ? `: only its time zone and start page can be changed, not ${others.join(', ')}` : ''}`,
    );
  const { timezone, startpage } = body;
  await users.update(root.id, (kept) => ({
    ...kept,
    ...(timezone !== undefined && { timezone: timezone ? (timezoneOf(timezone) ?? kept.timezone) : null }),
    ...(startpage !== undefined && { startpage: startpageOf(startpage) }),
  }));
}

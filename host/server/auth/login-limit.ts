/**
 * Slows down password guessing while affecting other users as little as possible:
 *
 * - per account and address: after a few failures every further attempt has to wait, longer each time.
 * - per account, from any address: attempts have to wait in the same way, but after more failures and for shorter
 *   times. This limits guessers with many addresses.
 * - per address, for any account: attempts take longer, because many users may share the address of a proxy. They are
 *   refused only while many other attempts from the address are being delayed.
 *
 * A user who has signed in before, with the same browser or from the same address, is delayed only by the failures of
 * that browser or address. Refused attempts do not count, so that waiting always helps. The state is kept in memory and
 * bounded.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { TooManyRequestsError } from '../foundation/errors.js';
import { comparableName } from './names.js';
import { networkOf } from './network.js';

export interface Attempter {
  readonly address: string;
  readonly username: string;
  /** Identifies a browser that has signed in to this account before (known-devices.ts). */
  readonly device?: string | undefined;
  /** Tells whether the account has signed in from this address before; called only when the answer matters. */
  readonly isKnownAddress?: () => boolean;
}

interface Rule {
  /** Number of failures from which on attempts are delayed. */
  readonly free: number;
  readonly longestDelayMs: number;
  /** Milliseconds after which one failure is forgotten. */
  readonly forgetMs: number;
}
/** Keys to which an attempt adds a failure if it fails, with their rules. */
type Gates = readonly (readonly [key: string, rule: Rule])[];
const ofPair: Rule = { free: 5, longestDelayMs: 300_000, forgetMs: 600_000 };
const ofAccount: Rule = { free: 30, longestDelayMs: 60_000, forgetMs: 60_000 };
const ofAddress: Rule = { free: 60, longestDelayMs: 5_000, forgetMs: 10_000 };
const firstDelayMs = 1000;
/** Delay in milliseconds that each further failure of an address adds. */
const slowingMs = 100;
/** Largest number of concurrent delayed attempts of one address. */
const mostSlowed = 20;
/** Largest number of attempts that wait at one key (`Gates`) until others have been checked. */
const mostWaiting = 100;
const maxEntries = 50_000;
const knownAddressesPerAccount = 16;

interface Failures {
  /** Number of failures at the time `at`; it decays over time. */
  readonly count: number;
  /** Time of the last failure, epoch milliseconds. */
  readonly at: number;
}

/**
 * Returns the delay in milliseconds after the given number of failures: 0 below the threshold, then 1 s, 2 s, 4 s … up
 * to the longest delay of the rule.
 */
function delayMs({ free, longestDelayMs }: Rule, count: number): number {
  const over = Math.ceil(count) - free;
  return over < 0 ? 0 : Math.min(firstDelayMs * 2 ** Math.min(over, 30), longestDelayMs);
}

export interface LoginLimitOptions {
  /** Returns the present time in epoch milliseconds; replaced in tests. */
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

export class LoginLimit {
  /** Failures by key, in the order of the last change of their number. */
  readonly #failures = new Map<string, Failures>();
  /** Networks from which users signed in, by account; the last used network is at the end. */
  readonly #known = new Map<string, Set<string>>();
  /** Numbers of attempts that are being delayed, by the key of their address. */
  readonly #slowed = new Map<string, number>();
  /** Number of attempts whose passwords are being checked, and the attempts that wait for them, by key. */
  readonly #checked = new Map<string, { count: number; readonly waiting: (() => void)[] }>();
  readonly #now: () => number;
  readonly #wait: (milliseconds: number) => Promise<unknown>;

  constructor({ now = Date.now, wait: waiting = wait }: LoginLimitOptions = {}) {
    this.#now = now;
    this.#wait = waiting;
  }

  /** Refuses an attempt that comes too early, without counting it. @throws TooManyRequestsError when it is refused */
  check(who: Attempter): void {
    const { pair, account } = keysOf(who);
    this.#refuse(pair, ofPair);
    if (!this.#isKnown(who)) this.#refuse(account, ofAccount);
  }

  /**
   * Admits an attempt, after a delay if its address is slowed down. An attempt that is still being checked counts as a
   * failure only for its address, and not even for the address if the user is known. The number of concurrently checked
   * attempts of an account is limited, so that no further attempt has to be refused even if all of them fail. Other
   * attempts of the account wait. Therefore concurrent correct passwords all succeed, and concurrent wrong passwords
   * gain nothing.
   * @returns a callback to which the caller must report whether the attempt succeeded
   * @throws TooManyRequestsError when the attempt comes too early, or too many attempts wait
   */
  async attempt(who: Attempter): Promise<(succeeded: boolean) => void> {
    this.check(who);
    const keys = keysOf(who);
    const known = this.#isKnown(who);
    const slowedBy = known ? 0 : this.#slowingOf(keys.address);
    if (slowedBy > 0 && (this.#slowed.get(keys.address) ?? 0) >= mostSlowed) throw tooMany(slowedBy);
    const gates: Gates = known
      ? [[keys.pair, ofPair]]
      : [
          [keys.pair, ofPair],
          [keys.account, ofAccount],
        ];
    if (this.#full(gates) === undefined) this.#enter(gates);
    else await this.#turn(who, gates);
    if (!known) this.#count(keys.address, ofAddress, 1);
    if (slowedBy > 0) await this.#holdUp(keys.address, slowedBy);
    return (succeeded) => {
      if (succeeded) {
        this.#failures.delete(keys.pair);
        this.#remember(who);
        if (!known) this.#count(keys.address, ofAddress, -1);
      } else for (const [key, rule] of gates) this.#count(key, rule, 1);
      for (const [key] of gates) this.#leave(key);
    };
  }

  /**
   * Returns the key at which an attempt has to wait: if all attempts that are being checked at this key failed, a
   * further attempt would have to be refused. Undefined: the attempt need not wait.
   */
  #full(gates: Gates): string | undefined {
    return gates.find(([key, rule]) => {
      const count = this.#checked.get(key)?.count ?? 0;
      // The decayed count is rounded up, as `delayMs` does: five failures, of which the first is partly forgotten,
      // still count as five.
      return count > 0 && Math.ceil(this.#current(key, rule)) + count >= rule.free;
    })?.[0];
  }

  async #turn(who: Attempter, gates: Gates): Promise<void> {
    for (let gate = this.#full(gates); gate !== undefined; gate = this.#full(gates)) {
      const waiting = this.#checked.get(gate)?.waiting ?? [];
      if (waiting.length >= mostWaiting) throw tooMany(firstDelayMs);
      await new Promise<void>((resolve) => waiting.push(resolve));
      this.check(who);
    }
    // This attempt enters before any other awakened attempt checks the gates.
    this.#enter(gates);
  }

  #enter(gates: Gates): void {
    for (const [key] of gates) {
      const checked = this.#checked.get(key);
      if (checked) checked.count += 1;
      else this.#checked.set(key, { count: 1, waiting: [] });
    }
  }

  #leave(key: string): void {
    const checked = this.#checked.get(key);
    if (!checked) return;
    checked.count -= 1;
    if (checked.count === 0) this.#checked.delete(key);
    for (const wake of checked.waiting.splice(0)) wake();
  }

  #refuse(key: string, rule: Rule): void {
    const failures = this.#failures.get(key);
    if (!failures) return;
    const left = failures.at + delayMs(rule, failures.count) - this.#now();
    if (left > 0) throw tooMany(left);
  }

  #isKnown(who: Attempter): boolean {
    if (who.device !== undefined) return true;
    if (this.#known.get(accountOf(who))?.has(networkOf(who.address))) return true;
    return who.isKnownAddress?.() ?? false;
  }

  #remember(who: Attempter): void {
    const account = accountOf(who);
    const networks = this.#known.get(account) ?? new Set();
    const network = networkOf(who.address);
    networks.delete(network);
    networks.add(network);
    dropOldest(networks, knownAddressesPerAccount);
    this.#known.delete(account);
    this.#known.set(account, networks);
    dropOldest(this.#known, maxEntries);
  }

  #slowingOf(address: string): number {
    const over = Math.ceil(this.#current(address, ofAddress)) - ofAddress.free;
    return over < 0 ? 0 : Math.min((over + 1) * slowingMs, ofAddress.longestDelayMs);
  }

  async #holdUp(address: string, milliseconds: number): Promise<void> {
    this.#slowed.set(address, (this.#slowed.get(address) ?? 0) + 1);
    await this.#wait(milliseconds);
    const left = (this.#slowed.get(address) ?? 1) - 1;
    if (left > 0) this.#slowed.set(address, left);
    else this.#slowed.delete(address);
  }

  #current(key: string, { forgetMs }: Rule): number {
    const failures = this.#failures.get(key);
    return failures ? Math.max(0, failures.count - (this.#now() - failures.at) / forgetMs) : 0;
  }

  #count(key: string, rule: Rule, more: 1 | -1): void {
    const failures = this.#failures.get(key);
    // `attempt` counts a failure of the address in advance, and after a success this failure is subtracted again (-1).
    // The failure is subtracted from the stored number, and the time of the number stays. If the decayed number were
    // stored with the old time, it would decay a second time.
    const [count, at] =
      more > 0 ? [this.#current(key, rule) + 1, this.#now()] : [(failures?.count ?? 0) - 1, failures?.at ?? 0];
    this.#failures.delete(key);
    if (count > 0) this.#failures.set(key, { count, at });
    dropOldest(this.#failures, maxEntries);
  }
}

function tooMany(milliseconds: number): TooManyRequestsError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const unit = seconds === 1 ? 'second' : 'seconds';
  return new TooManyRequestsError(`Too many failed logins. Try again in ${seconds} ${unit}.`, seconds);
}

/** Returns the key of an account: directories ignore case and spacing in names, so all variants share one counter. */
const accountOf = ({ username }: Attempter): string => comparableName(username.slice(0, 200));

/** Returns the keys of an attempt's counters. The pair of a known browser counts the browser instead of its address. */
function keysOf(who: Attempter): { pair: string; account: string; address: string } {
  const account = accountOf(who);
  const network = networkOf(who.address);
  const pair = who.device === undefined ? ['from', network] : ['by', who.device];
  const key = (...parts: readonly string[]): string => parts.join('\u0000');
  return { pair: key(account, ...pair), account: key('account', account), address: key('address', network) };
}

function dropOldest(entries: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(key);
  }
}

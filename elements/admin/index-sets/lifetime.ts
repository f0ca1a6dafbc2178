/**
 * Converts and limits the lifetimes of messages in days, for the strategy that derives index sizes from them
 * (screens/data-intake.md D2).
 */
import type { RetentionStrategies, RotationStrategies, StrategyConfig } from '../../../api/contract/index-sets.js';
import { daysOf } from './strategies.js';

/** Shortest and longest lifetime in whole days. */
export interface Lifetime {
  readonly min: number;
  readonly max: number;
}

/** Limits of the server for lifetimes, in days; a limit is undefined if the server does not set it. */
export interface LifetimeBounds {
  readonly longest: number | undefined;
  /** Fixed difference between the longest and the shortest lifetime; undefined if the difference is free. */
  readonly leeway: number | undefined;
}

const daysOrNone = (period: string | null | undefined): number | undefined => {
  const days = period ? daysOf(period) : 0;
  return days > 0 ? days : undefined;
};

export const boundsOf = (
  rotation: Pick<RotationStrategies, 'context'>,
  retention: Pick<RetentionStrategies, 'context'>,
): LifetimeBounds => ({
  longest: daysOrNone(retention.context.max_index_retention_period),
  leeway: daysOrNone(rotation.context.time_size_optimizing_retention_fixed_leeway),
});

export const lifetimeOf = (config: StrategyConfig): Lifetime => ({
  min: daysOf(config['index_lifetime_min']),
  max: daysOf(config['index_lifetime_max']),
});

export const configOfLifetime = ({ min, max }: Lifetime) => ({
  index_lifetime_min: `P${min}D`,
  index_lifetime_max: `P${max}D`,
});

const stepDays = 365;

/** Returns the number of days at the end of the slider: a whole number of years, at least the given number of days. */
export const endFor = (days: number): number => Math.max(1, Math.ceil(days / stepDays)) * stepDays;
/** Returns the end of the slider after a handle was released; a handle at the end extends the slider by a year. */
export const endAfter = (days: number): number => endFor(days + 1);

/**
 * Returns the lifetimes after a handle was moved; a handle cannot pass the other one. With a fixed difference, both
 * lifetimes change.
 */
export function moved(lifetime: Lifetime, handle: keyof Lifetime, days: number, { leeway }: LifetimeBounds): Lifetime {
  if (leeway !== undefined) return { min: days, max: days + leeway };
  return handle === 'min'
    ? { ...lifetime, min: Math.min(days, lifetime.max) }
    : { ...lifetime, max: Math.max(days, lifetime.min) };
}

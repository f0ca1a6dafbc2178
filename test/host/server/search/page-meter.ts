import type { ResultMeter } from '../../../../host/server/search/result-size.js';

/** Meter without a limit, for tests that read pages directly. */
export const roomy: ResultMeter = {
  taken: 0,
  take: () => undefined,
  giveBack: () => undefined,
  assertRoom: () => undefined,
};

import { lazyPart } from '../../kit/lazy-part.js';

/** Loaded when the time range is first opened. */
export const TimeRangePopover = lazyPart(() => import('./time-range-popover.js'), 'TimeRangePopover');

import { lazyPart } from '../../kit/lazy-part.js';

/** The time range pop-over, loaded when it is first opened. */
export const TimeRangePopover = lazyPart(() => import('./time-range-popover.js'), 'TimeRangePopover');

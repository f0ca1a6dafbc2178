/** Exports the source of alert marks; `view-area/alert-marks.tsx` loads it on demand. */
export { AlertMarksSource } from './alert-marks-source.js';

/** Loads the alerts of a page into its charts, once there is time for it. */
export { AlertMarksSource } from './alert-marks-source.js';

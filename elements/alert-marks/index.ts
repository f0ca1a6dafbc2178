/** What brings the alerts of a page into its charts; it is loaded once there is time for it. */
export { AlertMarksSource } from './alert-marks-source.js';

/** Loads the alerts for a page's charts, once the page has time for it. */
export { AlertMarksSource } from './alert-marks-source.js';

/** The full-screen display of a dashboard, and the dialog that starts it. */
export { LogTv, type LogTvProps } from './log-tv.js';

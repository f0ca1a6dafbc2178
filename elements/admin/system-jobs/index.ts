/** System jobs, for the pages that start some or list them all. */
export { SystemJobsSection } from './system-jobs-section.js';

/** Jobs of the system, for the pages that begin some or tell of all. */
export { SystemJobsSection } from './system-jobs-section.js';

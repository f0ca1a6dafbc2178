export { WorkbenchSection } from './workbench-section.js';

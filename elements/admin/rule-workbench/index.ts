export { WorkbenchSection, type WorkbenchSectionProps } from './workbench-section.js';

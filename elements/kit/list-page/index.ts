export { ListHeading } from './list-heading.js';
export { ListPage } from './list-page.js';
export { PageTabs, type PageTab } from './page-tabs.js';

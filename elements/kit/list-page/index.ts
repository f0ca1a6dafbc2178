export { ListHeading, type ListHeadingProps } from './list-heading.js';
export { ListPage, type ListPageProps, type ListTexts } from './list-page.js';
export { PageTabs, type PageTab } from './page-tabs.js';

/**
 * Exports the sidebar of a view, shared by searches and dashboards: `<ViewSidebar page={page} config={config}>` wraps
 * the page; `<SidebarButton />` in its title row opens the sections where there is no room for the rail.
 */
export { SidebarButton, ViewSidebar } from './view-sidebar.js';

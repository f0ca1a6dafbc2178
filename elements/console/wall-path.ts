/** Whether a path is that of the display; it stays on the wall when the session or the server is lost. */
export function isWallPath(pathname: string): boolean {
  return /\/dashboards\/tv\/[^/]+\/?$/.test(pathname);
}

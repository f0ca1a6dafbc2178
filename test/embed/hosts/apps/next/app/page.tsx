import { Portal } from './portal-client';

/** The settings are read at each request. */
export const dynamic = 'force-dynamic';

export default function Page() {
  return <Portal server={process.env['LOG_SERVER'] ?? ''} dashboard={process.env['LOG_DASHBOARD'] ?? ''} />;
}

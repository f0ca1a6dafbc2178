import { env } from '$env/dynamic/private';

export const load = () => ({ server: env['LOG_SERVER'] ?? '', dashboard: env['LOG_DASHBOARD'] ?? '' });

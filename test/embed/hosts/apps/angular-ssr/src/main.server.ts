import { TransferState, inject, provideAppInitializer } from '@angular/core';
import { bootstrapApplication, provideClientHydration, type BootstrapContext } from '@angular/platform-browser';
import { RenderMode, provideServerRendering, withRoutes } from '@angular/ssr';
import { Portal, given } from './portal-page';

const settings = { server: process.env['LOG_SERVER'] ?? '', dashboard: process.env['LOG_DASHBOARD'] ?? '' };
const bootstrap = (context: BootstrapContext) =>
  bootstrapApplication(
    Portal,
    {
      providers: [
        provideClientHydration(),
        provideServerRendering(withRoutes([{ path: '**', renderMode: RenderMode.Server }])),
        provideAppInitializer(() => inject(TransferState).set(given, settings)),
      ],
    },
    context,
  );
export default bootstrap;

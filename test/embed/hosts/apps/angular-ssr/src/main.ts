import { bootstrapApplication, provideClientHydration } from '@angular/platform-browser';
import { Portal } from './portal-page';

bootstrapApplication(Portal, { providers: [provideClientHydration()] }).catch((error: unknown) => console.error(error));

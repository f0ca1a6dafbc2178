import { bootstrapApplication } from '@angular/platform-browser';
import { Portal } from './portal-page';

bootstrapApplication(Portal).catch((error: unknown) => console.error(error));

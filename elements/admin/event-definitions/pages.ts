/** Declares the event definition pages for the console and `log-event-definitions`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page, PageProps } from '../../kit/pages.js';
import { paths } from './routes.js';

const Form = lazyPart<'DefinitionFormPage', PageProps>(() => import('./definition-form-page.js'), 'DefinitionFormPage');

export const eventDefinitionsPages: readonly Page[] = [
  {
    path: paths.list,
    title: 'Event Definitions',
    Content: lazyPart(() => import('./definitions-page.js'), 'DefinitionsPage'),
  },
  {
    path: paths.create,
    title: 'New Event Definition',
    needs: ['eventdefinitions:create'],
    within: paths.list,
    Content: Form,
  },
  {
    path: paths.show,
    title: 'View Event Definition',
    within: paths.list,
    Content: lazyPart<'DefinitionPage', PageProps>(() => import('./definition-page.js'), 'DefinitionPage'),
  },
  { path: paths.edit, title: 'Edit Event Definition', within: paths.list, Content: Form },
];

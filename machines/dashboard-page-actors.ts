/** The side effects of the dashboard page's machines as API calls. */
import { dashboardPageMachine } from './dashboard-page.js';
import {
  executionLogic,
  SearchStorage,
  validationLogic,
  viewLogic,
  type SearchPageServices,
} from './search-page-actors.js';

/** Binds the dashboard page to a server: `createActor(dashboardPageLogic({ client }), { input })`. */
export function dashboardPageLogic(services: SearchPageServices) {
  const storage = new SearchStorage(services.client);
  return dashboardPageMachine.provide({
    actors: {
      view: viewLogic(services, storage),
      execution: executionLogic(services, storage),
      validation: validationLogic(services.client),
    },
  });
}

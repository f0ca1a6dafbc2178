export { useAnyMessage } from './any-message.js';
export { FirstSteps } from './first-steps.js';
export { WelcomePage, type WelcomePageProps } from './welcome-page.js';

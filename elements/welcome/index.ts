export { WelcomePage } from './welcome-page.js';

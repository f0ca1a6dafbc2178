export { FailedCount, FiguresSource, Rate, rateText, useFigure, useFigures } from './figures.js';
export { OrderAlert } from './order-alert.js';
export { newRuleNamed, routes, simulateFailed } from './routes.js';
export { pipelineTabs } from './tabs.js';
export { partTexts } from './texts.js';

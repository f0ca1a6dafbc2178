import vue from '@vitejs/plugin-vue';
import { isLogElement } from 'log-console-elements/vue';

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement: isLogElement } } })] };

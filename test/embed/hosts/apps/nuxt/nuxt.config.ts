export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  telemetry: false,
  devtools: { enabled: false },
  vue: { compilerOptions: { isCustomElement: (tag: string) => tag.startsWith('log-') } },
  // The environment variables NUXT_PUBLIC_SERVER and NUXT_PUBLIC_DASHBOARD set these values when the server starts.
  runtimeConfig: { public: { server: '', dashboard: '' } },
  app: { head: { link: [{ rel: 'icon', href: 'data:,' }] } },
});

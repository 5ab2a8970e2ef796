import { defineConfig } from "vite";

const gateway = process.env.SALOON_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  // Shorter to call than `jsx`, which types are checked by.
  oxc: {
    jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment" },
    jsxInject: 'import { Fragment, h } from "preact"',
  },
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
  server: { port: 5173, proxy: { "/api": { target: gateway, ws: true } } },
});

import { defineConfig } from "vite";

const gateway = process.env.SALOON_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
  server: { port: 5173, proxy: { "/api": { target: gateway, ws: true } } },
});
